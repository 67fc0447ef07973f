import type { ValueCompression, ValueFormat, ValueView } from '../../../contract/index.ts'

/*
 * What the page asks its worker, and what it answers. Limits of one value: what may come in, what may come out of a
 * decompression, and how long it may take.
 */
export const IN_BYTES = 20 * 1_048_576
export const OUT_BYTES = 100 * 1_048_576
export const TIME_MS = 2_000
/** Cells of records of one value; their text and table are kept whole in the page. */
export const RECORD_CELLS = 300_000

/** Definitions of a game as its server has them; `hash` tells versions apart. */
export interface GivenDefinitions {
  readonly hash: string
  readonly nested: Record<string, unknown>
}

/** What else a view needs. */
export interface Surroundings {
  readonly definitions: GivenDefinitions | null
  /** Of an own decoder. */
  readonly module: Uint8Array<ArrayBuffer> | null
  /** Text of the record layout that the view names. */
  readonly layout: string | null
}

export type FoundCompression = Exclude<ValueCompression, 'auto'>
export type FoundFormat = Exclude<ValueFormat, 'auto'>
/** A view after the bytes were looked at: nothing is automatic any more. */
export interface FoundView extends ValueView {
  readonly compression: FoundCompression
  readonly format: FoundFormat
}

export interface OpenAsk {
  readonly kind: 'open'
  readonly bytes: Uint8Array
  readonly view: ValueView
  readonly around: Surroundings
}

export interface EncodeAsk {
  readonly kind: 'encode'
  readonly bytes: Uint8Array
  readonly view: FoundView
  /** What was typed, or the bytes it means where the format is plain. */
  readonly content: { readonly text: string } | { readonly bytes: Uint8Array }
  readonly around: Surroundings
}

/** One line for a table. */
export interface LineAsk {
  readonly kind: 'line'
  readonly bytes: Uint8Array
  readonly view: ValueView
  readonly around: Surroundings
}

export type Ask = OpenAsk | EncodeAsk | LineAsk

/** Why something cannot be read further, and at which byte; -1: nowhere in particular. */
export interface OpenFault {
  readonly in: 'compression' | 'format' | 'decoder' | 'definitions' | 'limit'
  readonly code: string
  readonly at: number
}

export interface Opened {
  readonly view: FoundView
  /** What came out of the compression; the given bytes themselves without one. */
  readonly inner: Uint8Array
  /** Whether a checksum of the compression says that `inner` is whole; null: nothing was unpacked. */
  readonly isChecked: boolean | null
  /** The decoded text; null: `inner` is shown as it is. */
  readonly text: string | null
  readonly isJson: boolean
  /** By line of the text: number, type and comment of the field there. */
  readonly notes: readonly string[]
  readonly fault: OpenFault | null
  readonly isEditable: boolean
}

export type Encoded =
  | {
      readonly ok: true
      readonly bytes: Uint8Array<ArrayBuffer>
      /** In what the bytes differ from those of the first writer although nothing was edited there. */
      readonly differs: readonly ('compression' | 'format')[]
    }
  | { readonly ok: false; /** Character of the text, from 1. */ readonly at: number; readonly code: string }

export interface Line {
  readonly view: FoundView
  readonly text: string
  readonly innerBytes: number
}

export interface ReplyOf {
  open: Opened
  encode: Encoded
  line: Line
}
