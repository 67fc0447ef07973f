import { findMessage } from '../schema/lookup.ts'
import type { ProtoSchema } from '../schema/types.ts'
import { Walker } from './walker.ts'
import type { WireError, WireNode } from './wire-node.ts'

/** As protoc's own. */
const MAX_DEPTH = 100
const MAX_NODES = 200_000

export interface WalkOptions {
  schema?: ProtoSchema
  /** Name of the message; without it, or when the schema does not have it, everything is guessed. */
  message?: string
  /** Where the bytes begin in what surrounds them: added to every range. */
  offset?: number
  maxDepth?: number
  /** Fields and elements together. */
  maxNodes?: number
}

export interface PlacedError extends WireError {
  path: string
}

export interface Walked {
  nodes: readonly WireNode[]
  /** Stands for the whole message; the nodes are its children. */
  root: WireNode
  /** The first reason to refuse the message. Every node has its own; those of texts of proto2 are no reason. */
  error: PlacedError | null
}

export function limitsOf({ offset = 0, maxDepth = MAX_DEPTH, maxNodes = MAX_NODES }: WalkOptions) {
  // The walk calls itself once a level: more levels than this could end the process.
  return { offset, maxDepth: Math.min(Math.max(maxDepth, 1), 500), maxNodes }
}

export function walkedOf(walker: Walker): Walked {
  const { root, failed } = walker
  const error = failed?.error ? { ...failed.error, path: failed.path } : null
  return { nodes: root.children, root, error }
}

/** The fields of a message with their ranges, whatever the bytes are; never throws. */
export function walk(bytes: Uint8Array, options: WalkOptions = {}): Walked {
  const walker = new Walker(bytes, limitsOf(options))
  const { schema, message } = options
  walker.run(schema && message !== undefined ? findMessage(schema, message) : null, null)
  return walkedOf(walker)
}
