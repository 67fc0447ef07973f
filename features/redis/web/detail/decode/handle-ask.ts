import { findMessage } from '@qd/proto-wire'
import { DEFAULT_LIMITS, decode, deflate, encodeText, inflate, isEditable, shownText } from '@qd/value-codecs'
import type { ValueFormat as Coded } from '@qd/value-codecs'
import type { ValueView } from '../../../contract/index.ts'
import { compressionOf, formatOf } from './detect.ts'
import { fieldNotes } from './field-notes.ts'
import { schemaOf } from './message-names.ts'
import { IN_BYTES, OUT_BYTES, RECORD_CELLS } from './messages.ts'
import type {
  Ask,
  EncodeAsk,
  Encoded,
  FoundCompression,
  FoundFormat,
  FoundView,
  Line,
  LineAsk,
  OpenAsk,
  OpenFault,
  Opened,
  ReplyOf,
  Surroundings,
} from './messages.ts'
import { guessProtobuf, readProtobuf, writeProtobuf } from './protobuf-value.ts'
import type { Written } from './record-value.ts'
import { readRecords, writeRecords } from './record-value.ts'
import { runOwnDecoder } from './run-own-decoder.ts'

const LIMITS = { ...DEFAULT_LIMITS, inBytes: IN_BYTES, outBytes: OUT_BYTES }
const RECORD_LIMITS = { ...LIMITS, nodes: RECORD_CELLS }
/** What the page shows by itself. */
const PLAIN: ReadonlySet<FoundFormat> = new Set(['text', 'json', 'hex', 'bits', 'base64'])
const LINE_CHARS = 300

type Shown = Pick<Opened, 'text' | 'isJson' | 'notes' | 'fault' | 'isEditable'>
const NOTHING: Shown = { text: '', isJson: false, notes: [], fault: null, isEditable: false }

interface Unpacked {
  compression: FoundCompression
  inner: Uint8Array
  isChecked: boolean | null
  fault: OpenFault | null
}

/** Without the compression; `fault`: it breaks off, and the bytes are shown as they are. */
async function unpack(bytes: Uint8Array, view: ValueView): Promise<Unpacked> {
  const compression = view.compression === 'auto' ? compressionOf(bytes) : view.compression
  if (compression === 'none') return { compression, inner: bytes, isChecked: null, fault: null }
  const out = await inflate(compression, bytes, LIMITS)
  if (out.ok) return { compression, inner: out.bytes, isChecked: out.isChecked, fault: null }
  const fault: OpenFault = { in: 'compression', code: out.fault.code, at: out.fault.at }
  return { compression, inner: bytes, isChecked: null, fault }
}

function showProtobuf(inner: Uint8Array, message: string, { definitions }: Surroundings): Shown {
  const schema = message === '' || definitions === null ? null : schemaOf(definitions)
  const read = schema === null ? null : readProtobuf(inner, schema, message)
  if (read === null) {
    const { text, fault } = guessProtobuf(inner)
    const missing: OpenFault | null =
      message === '' ? null : { in: 'definitions', code: schema === null ? 'definitions' : 'message', at: -1 }
    return { ...NOTHING, text, isJson: true, fault: missing ?? (fault && { in: 'format', ...fault }) }
  }
  return {
    text: read.text,
    isJson: true,
    notes: fieldNotes(read.text, findMessage(schema!, message)!),
    fault: read.fault === null ? null : { in: 'format', ...read.fault },
    isEditable: read.fault === null && !read.hasInnerUnknown,
  }
}

async function showOwn(inner: Uint8Array, { module }: Surroundings): Promise<Shown> {
  try {
    const text = await runOwnDecoder(module ?? new Uint8Array(), inner)
    return { ...NOTHING, text, isJson: /^\s*[[{]/.test(text) }
  } catch {
    // Whatever the module of a stranger ends with is its own fault.
    return { ...NOTHING, fault: { in: 'decoder', code: 'own', at: -1 } }
  }
}

function showRecords(inner: Uint8Array, { layout }: Surroundings): Shown {
  const { text, fault } = readRecords(inner, layout, RECORD_LIMITS)
  return { ...NOTHING, text, isJson: text !== '', fault, isEditable: fault === null }
}

function showCoded(inner: Uint8Array, format: Coded): Shown {
  const read = decode(format, inner, LIMITS)
  if (read.ok) {
    return { ...NOTHING, text: shownText(format, read.node), isJson: true, isEditable: isEditable(format) }
  }
  const { fault, partial } = read
  return {
    ...NOTHING,
    text: partial === null ? '' : shownText(format, partial),
    isJson: partial !== null,
    fault: { in: 'format', ...fault },
  }
}

async function show(inner: Uint8Array, view: FoundView, around: Surroundings): Promise<Shown> {
  const { format } = view
  if (format === 'protobuf') return showProtobuf(inner, view.message, around)
  if (format === 'own') return showOwn(inner, around)
  if (format === 'record') return showRecords(inner, around)
  return showCoded(inner, format as Coded)
}

async function open({ bytes, view, around }: OpenAsk): Promise<Opened> {
  const { compression, inner, isChecked, fault } = await unpack(bytes, view)
  // What cannot be unpacked has bytes and no more.
  const format = fault !== null ? 'hex' : view.format === 'auto' ? formatOf(inner) : view.format
  const found: FoundView = { ...view, compression, format }
  if (fault !== null) return { ...NOTHING, view: found, inner, isChecked, text: null, fault }
  if (PLAIN.has(format)) {
    return { ...NOTHING, view: found, inner, isChecked, text: null, isEditable: true }
  }
  return { view: found, inner, isChecked, ...(await show(inner, found, around)) }
}

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** The bytes inside the compression; `isExact`: the old text would have given the old bytes. */
function writeInner(inner: Uint8Array, { view, content, around }: EncodeAsk): Written {
  if ('bytes' in content) return { ok: true, bytes: content.bytes, isExact: true }
  const { text } = content
  if (view.format === 'protobuf') {
    const schema = around.definitions === null ? null : schemaOf(around.definitions)
    const before = schema === null ? null : readProtobuf(inner, schema, view.message)
    if (schema === null || before === null) return { ok: false, at: 0, code: 'definitions' }
    const made = writeProtobuf(text, schema, view.message, before.unknown)
    if (!made.ok) return { ok: false, at: made.at, code: made.reason }
    const again = writeProtobuf(before.text, schema, view.message, before.unknown)
    return { ok: true, bytes: made.bytes, isExact: again.ok && same(again.bytes, inner) }
  }
  if (view.format === 'record') return writeRecords(text, inner, around.layout, RECORD_LIMITS)
  const format = view.format as Coded
  const before = decode(format, inner, LIMITS)
  const made = encodeText(format, text, before.ok ? before.node : null)
  if (!made.ok) return { ok: false, at: made.fault.at + 1, code: made.fault.code }
  return { ok: true, bytes: made.bytes, isExact: before.ok && before.isExact }
}

async function encode(ask: EncodeAsk): Promise<Encoded> {
  const { bytes, view } = ask
  const { compression } = view
  const { inner, fault } = await unpack(bytes, view)
  if (fault !== null) return { ok: false, at: 0, code: fault.code }
  const written = writeInner(inner, ask)
  if (!written.ok) return written
  const differs: ('compression' | 'format')[] = written.isExact ? [] : ['format']
  if (compression === 'none') return { ok: true, bytes: Uint8Array.from(written.bytes), differs }
  const packed = await deflate(compression, written.bytes, bytes)
  // Whether our compression gives what the first writer's gave, tried on the content they packed.
  if (!same(await deflate(compression, inner, bytes), bytes)) differs.push('compression')
  return { ok: true, bytes: packed, differs }
}

/** A text of JSON in one line, without its quotes around names. */
const oneLine = (text: string): string =>
  text
    .slice(0, LINE_CHARS * 4)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/"([\w$]+)": /g, '$1: ')
    .slice(0, LINE_CHARS)

async function line({ bytes, view, around }: LineAsk): Promise<Line> {
  const opened = await open({ kind: 'open', bytes, view, around })
  const { inner, text } = opened
  const shown =
    text ?? (PLAIN.has(opened.view.format) && opened.view.format !== 'hex' ? looseText(inner) : '')
  const name = opened.view.format === 'protobuf' ? (opened.view.message.split('.').at(-1) ?? '') : ''
  return {
    view: opened.view,
    text: [name, oneLine(shown)].filter(Boolean).join(' '),
    innerBytes: opened.view.compression === 'none' ? 0 : inner.length,
  }
}

const looseText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, LINE_CHARS * 4))

/** All that the worker does, so that tests can ask for it directly. */
export function handleAsk(ask: Ask): Promise<ReplyOf[Ask['kind']]> {
  if (ask.kind === 'open') return open(ask)
  return ask.kind === 'encode' ? encode(ask) : line(ask)
}
