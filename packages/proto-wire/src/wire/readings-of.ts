import { base64Of } from '../bytes/base64.ts'
import { looseTextOf, textOf } from '../bytes/utf8.ts'
import { CODE, SCALAR_NAMES, wireTypeOf } from '../schema/types.ts'
import type { Code, Scalar } from '../schema/types.ts'
import { Cursor } from './cursor.ts'
import { looksLikeMessage, packedGuesses } from './guess.ts'
import { walk } from './walk.ts'
import type { TakenAs, WireNode } from './wire-node.ts'

/** One way to read the bytes of a node. */
export interface Reading {
  /** As `takenAs` of a node. */
  as: TakenAs
  /** Of `packed`: what the elements are. */
  elementAs?: TakenAs
  value: unknown
  /** Of `message`, with absolute ranges. */
  nodes?: readonly WireNode[]
}

const VARINTS: readonly Scalar[] = ['uint64', 'int64', 'sint64', 'int32', 'uint32', 'sint32', 'bool']
const FIXED64: readonly Scalar[] = ['double', 'fixed64', 'sfixed64']
const FIXED32: readonly Scalar[] = ['float', 'fixed32', 'sfixed32']

function numbers(bytes: Uint8Array, node: WireNode, types: readonly Scalar[]): Reading[] {
  const at = new Cursor(bytes)
  if (!at.number(node.wireType, bytes.length)) return []
  return types.map((type) => ({ as: type, value: at.valueAs(CODE[type]) }))
}

function packed(bytes: Uint8Array, code: Code): Reading {
  const at = new Cursor(bytes)
  const value: unknown[] = []
  while (at.pos < bytes.length && at.number(wireTypeOf(code), bytes.length)) value.push(at.valueAs(code))
  return { as: 'packed', elementAs: SCALAR_NAMES.get(code)!, value }
}

function delimited(bytes: Uint8Array, offset: number): Reading[] {
  const readings: Reading[] = []
  const { length } = bytes
  if (length > 0 && looksLikeMessage(bytes, 0, length)) {
    readings.push({ as: 'message', value: null, nodes: walk(bytes, { offset }).nodes })
  }
  const text = textOf(bytes, 0, length)
  if (text !== null) readings.push({ as: 'string', value: text })
  for (const { code } of packedGuesses(bytes, 0, length)) readings.push(packed(bytes, code))
  readings.push({ as: 'bytes', value: base64Of(bytes) })
  if (text === null) readings.push({ as: 'string', value: looseTextOf(bytes, 0, length) })
  return readings
}

/** All that the bytes of a node could mean; `bytes` and `offset` are those given to the walk. What it was taken as stands first. */
export function readingsOf(bytes: Uint8Array, node: WireNode, offset = 0): Reading[] {
  const part = bytes.subarray(node.valueStart - offset, node.valueEnd - offset)
  const readings =
    node.wireType === 0
      ? numbers(part, node, VARINTS)
      : node.wireType === 1
        ? numbers(part, node, FIXED64)
        : node.wireType === 5
          ? numbers(part, node, FIXED32)
          : node.wireType === 2
            ? delimited(part, node.valueStart)
            : []
  const isTaken = ({ as, elementAs }: Reading) =>
    as === node.takenAs && (elementAs ?? null) === node.elementAs
  return readings.sort((a, b) => Number(isTaken(b)) - Number(isTaken(a)))
}
