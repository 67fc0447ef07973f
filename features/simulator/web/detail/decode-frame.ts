import { decodeMessage, findMessage, walk } from '@qd/proto-wire'
import type { ProtoSchema, WireNode, Walked } from '@qd/proto-wire'
import { tonesOf } from '../../contract/index.ts'
import type { FrameSummary } from '../../contract/index.ts'
import { bodyKindOf } from '../body/body-kind.ts'
import type { BodyKind } from '../body/body-kind.ts'
import type { HexRange } from '../hex/hex-view.tsx'
import { headerParts } from './header-fields.ts'
import type { HeaderPart } from './header-fields.ts'
import { jsonBody } from './json-body.ts'
import type { NotOfKind } from './json-body.ts'
import { msgpackBody } from './msgpack-body.ts'

/** Colours that top fields take in turn. */
const COLOURS = 3

export type BodyError = Walked['error'] | NotOfKind | null

export interface DecodedFrame {
  frame: FrameSummary
  bytes: Uint8Array
  header: readonly HeaderPart[]
  /** Fields of the body, or the values of a JSON or msgpack body; none where the body could not be looked at. */
  nodes: readonly WireNode[]
  /** JSON of the body; null where nothing says how to read it. */
  json: Record<string, unknown> | null
  /** Where reading the body failed, in the frame's bytes. */
  error: BodyError
  ranges: readonly HexRange[]
}

function toneRanges(nodes: readonly WireNode[], tones: ReadonlyMap<string, number>): HexRange[] {
  return nodes.map((node) => ({
    from: node.start,
    to: node.end,
    tone: node.wireType < 0 || node.error !== null ? 'error' : (tones.get(topName(node)) ?? 0),
  }))
}

/** What a top field is called in the legend; unknown ones by number. */
export function topName(node: WireNode): string {
  return node.name ?? `#${node.number}`
}

/** The colour of each top field, in the order they come. */
export function topTones(nodes: readonly WireNode[]): Map<string, number> {
  return tonesOf(nodes.filter(({ wireType }) => wireType >= 0).map(topName), COLOURS)
}

function errorRange(error: BodyError, length: number): HexRange[] {
  return error === null || error.offset >= length
    ? []
    : [{ from: error.offset, to: Math.min(length, error.offset + 1), tone: 'error' }]
}

type ReadBody = Pick<DecodedFrame, 'nodes' | 'json' | 'error'>

const REFUSAL_BEGINS = 0x7b

function readBody(
  frame: FrameSummary,
  body: Uint8Array,
  kind: BodyKind,
  schema: ProtoSchema | null,
): ReadBody {
  const { message, bodyAt: offset } = frame
  const type = schema === null || message === '' ? null : findMessage(schema, message)
  if (kind === 'json') return jsonBody(body, offset, type)
  // Games write what they refuse with as JSON, whatever their other bodies are.
  if (frame.status !== 0 && body[0] === REFUSAL_BEGINS) {
    const refusal = jsonBody(body, offset, null)
    if (refusal.error === null) return refusal
  }
  if (kind === 'msgpack') return msgpackBody(body, offset, type)
  if (kind !== 'protobuf') return { nodes: [], json: null, error: null }
  const decoded = type === null ? null : decodeMessage(schema!, message, body, { offset })
  const { nodes, error } = decoded ?? walk(body, { offset })
  return { nodes, error, json: decoded?.json ?? null }
}

/** A frame with the meaning of its bytes: header by the layout, body by the definition or, without one, as it looks. */
export function decodeFrame(
  frame: FrameSummary,
  bytes: Uint8Array,
  layout: unknown,
  schema: ProtoSchema | null,
): DecodedFrame {
  if (frame.direction === 'fault' || frame.direction === 'note') {
    return { frame, bytes, header: [], nodes: [], json: null, error: null, ranges: [] }
  }
  const header = headerParts(layout, frame, bytes)
  const body = bytes.subarray(frame.bodyAt, frame.bodyAt + frame.bodySize)
  const { nodes, json, error } = readBody(frame, body, bodyKindOf(layout), schema)
  return {
    frame,
    bytes,
    header,
    nodes,
    json,
    error,
    ranges: [
      { from: 0, to: frame.bodyAt, tone: 'header' },
      ...toneRanges(nodes, topTones(nodes)),
      ...header
        .filter(({ from }) => from >= frame.bodyAt)
        .map(({ from, to }): HexRange => ({ from, to, tone: 'header' })),
      ...errorRange(error, bytes.length),
    ],
  }
}

/** The innermost node that holds a byte. */
export function nodeAt(nodes: readonly WireNode[], at: number): WireNode | null {
  const node = nodes.find(({ start, end }) => at >= start && at < end)
  if (node === undefined) return null
  return at < node.valueStart ? node : (nodeAt(node.children, at) ?? node)
}
