import { JsonReader, valueOf } from '@qd/json-text'
import type { JsonNode } from '@qd/json-text'
import { BadMsgpack, jsonOfMsgpack, msgpackOfJson, walkMsgpack } from '@qd/game-frame'
import { decodeMessage, encodeMessage, findMessage } from '@qd/proto-wire'
import type { EncodeFault, MessageType, ProtoSchema } from '@qd/proto-wire'
import { utf8Of } from '../body/body-kind.ts'
import type { BodyKind } from '../body/body-kind.ts'

export type JsonObject = Record<string, unknown>

/** What a draft is written for. */
export interface DraftOf {
  schema: ProtoSchema
  message: string
  kind: BodyKind
}

/** Why a text is no JSON object, and where. */
export interface TextFault {
  code: 'syntax' | 'duplicate' | 'forbidden' | 'too_deep' | 'not_object'
  from: number
  to: number
}

/** A text in a box that stands for no value yet. */
export interface TypedFault {
  text: string
  code: 'odd' | 'not_hex' | 'key_twice'
  /** The first character that does not fit. */
  at: number
}

/** A request that is being written: one value, seen as form, JSON and bytes. */
export interface Draft {
  value: JsonObject
  /** JSON as it stands in the editor; what it says is `value`, unless it has a fault. */
  text: string
  fault: TextFault | null
  /** Bytes that were given as hex and say what no JSON of the message can; sent as they are. */
  raw: Uint8Array | null
  /** What stands in boxes and is no value, by dotted path; the bytes of the whole body at the empty one. */
  typed: Readonly<Record<string, TypedFault>>
}

export function textOfValue(value: JsonObject): string {
  return JSON.stringify(value, null, 2)
}

export function draftOf(value: JsonObject): Draft {
  return { value, text: textOfValue(value), fault: null, raw: null, typed: {} }
}

export const EMPTY_DRAFT = draftOf({})

export type ReadObject = { ok: true; value: JsonObject; root: JsonNode } | { ok: false; fault: TextFault }

/** The object a text stands for; numbers too large for a double stay as they were written. */
export function readObject(text: string): ReadObject {
  const reader = new JsonReader(text)
  reader.read()
  const fault = reader.faults.find(({ isWarning }) => isWarning !== true)
  if (fault !== undefined) {
    const code = fault.code === 'lost_digits' ? 'syntax' : fault.code
    return { ok: false, fault: { code, from: fault.from, to: fault.to } }
  }
  const { root } = reader
  if (root?.kind !== 'object') return { ok: false, fault: { code: 'not_object', from: 0, to: text.length } }
  return { ok: true, value: valueOf(root) as JsonObject, root }
}

/** The draft after its text was edited: what the other views show is the last text that could be read. */
export function withText(draft: Draft, text: string): Draft {
  const read = readObject(text)
  if (!read.ok) return { ...draft, text, fault: read.fault }
  return { value: read.value, text, fault: null, raw: null, typed: {} }
}

/** The draft after a box was typed in; null: its text stands for a value again. */
export function withTyped(draft: Draft, path: string, fault: TypedFault | null): Draft {
  const others = Object.entries(draft.typed).filter(([other]) => other !== path)
  return { ...draft, typed: Object.fromEntries(fault === null ? others : [...others, [path, fault]]) }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

function withJsonBytes(bytes: Uint8Array): Draft {
  const read = readObject(utf8Of(bytes) ?? '')
  const value = read.ok ? read.value : {}
  const isWhole = isSame(new TextEncoder().encode(JSON.stringify(value)), bytes)
  return { ...draftOf(value), raw: isWhole ? null : bytes }
}

function msgpackValue(bytes: Uint8Array, type: MessageType | null): JsonObject | null {
  try {
    return jsonOfMsgpack(walkMsgpack(bytes), type)
  } catch (error) {
    if (error instanceof BadMsgpack) return null
    throw error
  }
}

function withMsgpackBytes(bytes: Uint8Array, type: MessageType | null): Draft {
  const value = msgpackValue(bytes, type)
  const again = msgpackOfJson(value ?? {}, type)
  const isWhole = value !== null && again.ok && isSame(again.bytes, bytes)
  return { ...draftOf(value ?? {}), raw: isWhole ? null : bytes }
}

/** The draft whose bytes are these; they stay as they are where the JSON would not lead back to them. */
export function withBytes({ schema, message, kind }: DraftOf, bytes: Uint8Array): Draft {
  if (kind === 'json') return withJsonBytes(bytes)
  if (kind === 'msgpack') return withMsgpackBytes(bytes, findMessage(schema, message))
  if (kind !== 'protobuf') return { ...EMPTY_DRAFT, raw: bytes }
  const decoded = decodeMessage(schema, message, bytes)
  const value = decoded?.json ?? {}
  const again = encodeMessage(schema, message, value)
  const isWhole = again.ok && isSame(again.bytes, bytes)
  return { ...draftOf(value), raw: isWhole ? null : bytes }
}

/** Where a value stands in the text, by the dotted path of the writer; null when it is not there. */
export function placeInText(text: string, path: string): { from: number; to: number } | null {
  const read = readObject(text)
  if (!read.ok) return null
  let node: JsonNode | undefined = read.root
  for (const step of path === '' ? [] : path.split('.')) {
    const at: number = node?.keys === undefined ? Number(step) : node.keys.indexOf(step)
    node = node?.items?.[at]
    if (node === undefined) return null
  }
  return node === undefined ? null : { from: node.from, to: node.to }
}

export type Encoded =
  /** `body`: the bytes are this object as JSON. */
  | { ok: true; bytes: Uint8Array; body?: JsonObject }
  | { ok: false; fault: EncodeFault }
  /** Names of variables nobody gave a value. */
  | { ok: false; missing: readonly string[] }
  | { ok: false; text: TextFault }
  /** A box holds no value. */
  | { ok: false; typed: TypedFault & { path: string } }
  /** Bodies of this kind are written as bytes alone. */
  | { ok: false; kind: 'raw' }
