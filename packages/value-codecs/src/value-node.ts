import type { Fault } from './fault.ts'

/**
 * A value with every digit and type its format has. `as` is how the format wrote it, where it has several ways: who writes
 * it back takes the same one while the value fits.
 */
export type ValueNode =
  | { kind: 'null' }
  | { kind: 'bool'; value: boolean }
  /** Decimal digits with a sign. */
  | { kind: 'int'; value: string; as?: number }
  /** `text`: the digits as they were written. */
  | { kind: 'float'; value: number; as?: number; text?: string }
  | { kind: 'text'; value: string; as?: number }
  | { kind: 'bytes'; value: Uint8Array; as?: number }
  | { kind: 'list'; items: ValueNode[]; as?: number }
  | { kind: 'map'; pairs: [ValueNode, ValueNode][]; as?: number }
  /** An object of a class. */
  | { kind: 'object'; name: string; pairs: [ValueNode, ValueNode][] }
  /** Something with a name of the format: an extension, a reference, a call. */
  | { kind: 'marked'; name: string; value: ValueNode; as?: number }

export type Decoded =
  /** `isExact`: written back unchanged it gives the same bytes. */
  | { ok: true; node: ValueNode; isExact: boolean }
  /** `partial`: what was read before the fault. */
  | { ok: false; fault: Fault; partial: ValueNode | null }

export type Encoded = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; fault: Fault }

export const textNode = (value: string): ValueNode => ({ kind: 'text', value })
export const intNode = (value: number | bigint): ValueNode => ({ kind: 'int', value: String(value) })
