import { decode } from '@qd/value-codecs'
import type { RecordLayout } from '@qd/value-codecs/record'
import type { ValueView } from '../../../contract/index.ts'
import { detectViewer, readJsonText, viewerOf } from '../viewers/viewers.ts'
import type { ViewerId } from '../viewers/viewers.ts'
import { quickLook } from './detect.ts'
import type { Encoded, FoundFormat, FoundView, OpenFault, Opened, Surroundings } from './messages.ts'
import { layoutIn } from './record-value.ts'
import { askWorker } from './worker-pool.ts'

/** Bytes as a person reads them, and the way back. */
export interface Reading {
  readonly view: FoundView
  readonly look: 'text' | 'json' | 'dump'
  /** Without the compression. */
  readonly inner: Uint8Array
  /** Whether a checksum of the compression says that `inner` is whole; null: nothing was unpacked. */
  readonly isChecked: boolean | null
  readonly text: string
  readonly notes: readonly string[]
  /** The text is a list of records of this layout. */
  readonly records?: RecordLayout
  readonly fault: OpenFault | null
  readonly isEditable: boolean
  /** The same reading of other bytes, for a comparison. */
  readonly textOf: (bytes: Uint8Array) => Promise<string>
  readonly encode: (text: string) => Promise<Encoded>
}

const PLAIN: ReadonlySet<FoundFormat> = new Set(['text', 'json', 'hex', 'bits', 'base64'])
export const isPlain = (format: string): format is ViewerId => PLAIN.has(format as FoundFormat)

/** JSON that is none any more is shown as the text it is. */
function shownAs(format: ViewerId, bytes: Uint8Array): ViewerId {
  return format === 'json' && !viewerOf('json').suits(bytes) ? 'text' : format
}

/** Where it stops being JSON. */
function notJson(bytes: Uint8Array): OpenFault | null {
  const read = decode('json', bytes)
  return read.ok
    ? null
    : { in: 'format', code: read.fault.code === 'invalid' ? 'syntax' : read.fault.code, at: read.fault.at }
}

const WHOLE_TEXT = { ok: true, differs: [] } as const

/** What the plain viewers show, without the worker. */
function plainReading(given: ValueView, format: ViewerId, bytes: Uint8Array): Reading {
  const viewer = viewerOf(shownAs(format, bytes))
  const view: FoundView = { ...given, compression: 'none', format: viewer.id }
  return {
    view,
    look: viewer.look,
    inner: bytes,
    isChecked: null,
    text: viewer.textOf(bytes),
    notes: [],
    fault: format === viewer.id ? null : notJson(bytes),
    isEditable: viewer.suits(bytes),
    textOf: async (other) => viewer.textOf(other),
    encode: async (text) => {
      const typed = viewer.bytesOf(text, bytes)
      return typed.ok
        ? { ...WHOLE_TEXT, bytes: Uint8Array.from(typed.bytes) }
        : { ok: false, at: typed.at, code: 'syntax' }
    },
  }
}

/** Plain bytes inside a compression: their viewer makes the text, the worker packs it. */
function packedPlain(opened: Opened, bytes: Uint8Array, around: Surroundings): Reading {
  const { inner, isChecked } = opened
  const format = opened.view.format as ViewerId
  const viewer = viewerOf(shownAs(format, inner))
  const view = { ...opened.view, format: viewer.id }
  return {
    view,
    look: viewer.look,
    inner,
    isChecked,
    text: viewer.textOf(inner),
    notes: [],
    fault: opened.fault ?? (format === viewer.id ? null : notJson(inner)),
    isEditable: opened.isEditable && viewer.suits(inner),
    textOf: async (other) => {
      const now = await askWorker<'open'>({ kind: 'open', bytes: other, view, around })
      return viewer.textOf(now.inner)
    },
    encode: async (text) => {
      const typed = viewer.bytesOf(text, inner)
      if (!typed.ok) return { ok: false, at: typed.at, code: 'syntax' }
      return askWorker<'encode'>({ kind: 'encode', bytes, view, content: { bytes: typed.bytes }, around })
    },
  }
}

function decodedReading(opened: Opened, bytes: Uint8Array, around: Surroundings): Reading {
  const { view, inner, isChecked, notes, fault, isEditable, isJson } = opened
  const records = view.format === 'record' && isJson ? layoutIn(around.layout) : null
  return {
    view,
    ...(records === null ? {} : { records }),
    look: isJson ? 'json' : 'text',
    inner,
    isChecked,
    text: opened.text ?? '',
    notes,
    fault,
    isEditable,
    textOf: async (other) =>
      (await askWorker<'open'>({ kind: 'open', bytes: other, view, around })).text ?? '',
    encode: async (text) => {
      const read = isJson ? readJsonText(text) : null
      if (read !== null && !('root' in read)) return { ok: false, at: read.at, code: 'syntax' }
      return askWorker<'encode'>({ kind: 'encode', bytes, view, content: { text }, around })
    },
  }
}

/** A reading that needs no worker: plain text and JSON, and what people chose to see as bytes; null: it needs one. */
export function readAtOnce(bytes: Uint8Array, view: ValueView): Reading | null {
  const { compression, format } = view
  if (compression !== 'none' && compression !== 'auto') return null
  // Who asks for the bytes sees those of the value, unless they name a compression.
  if (
    isPlain(format) &&
    (compression === 'none' || format === 'hex' || format === 'bits' || format === 'base64')
  ) {
    return plainReading(view, format, bytes)
  }
  const found = quickLook(bytes)
  if (found !== null && compression === 'auto') return null
  if (isPlain(format)) return plainReading(view, format, bytes)
  return format === 'auto' && found === null ? plainReading(view, detectViewer(bytes), bytes) : null
}

/** Reads in the worker. Throws what `askWorker` throws. */
export async function readInWorker(
  bytes: Uint8Array,
  view: ValueView,
  around: Surroundings,
  signal?: AbortSignal,
): Promise<Reading> {
  const opened = await askWorker<'open'>({ kind: 'open', bytes, view, around }, signal)
  return opened.text === null ? packedPlain(opened, bytes, around) : decodedReading(opened, bytes, around)
}
