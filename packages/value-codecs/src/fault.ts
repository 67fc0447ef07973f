/** Why bytes cannot be read or a value cannot be written. */
export type FaultCode =
  /** The bytes end before the value does. */
  | 'truncated'
  /** What stands there means nothing in the format. */
  | 'invalid'
  /** A checksum or a size that stands in the bytes is not that of what came out. */
  | 'damaged'
  /** More bytes go in, or come out, than the limit. */
  | 'tooLarge'
  | 'tooDeep'
  | 'tooMany'
  /** Far more comes out than goes in. */
  | 'ratio'
  /** The format has it, this reader does not. */
  | 'unsupported'
  /** Something stands behind the end of the value. */
  | 'trailing'
  /** Bytes behind the last whole record, too few for another. */
  | 'leftOver'
  /** A record without the fields of its layout. */
  | 'record'
  /** Bytes that are no UTF-8 in a text. */
  | 'notUtf8'
  /** Entries that others refer to by their number were added, left out or moved. */
  | 'references'
  /** JSON that is none, or says something the format has no place for. */
  | 'syntax'
  | 'range'

export interface Fault {
  code: FaultCode
  /** Offset in the bytes, or in the text of a JSON; -1: nowhere in particular. */
  at: number
}

/** A fault on its way out of a reader; the functions of the package return it. */
export class FaultError extends Error {
  readonly fault: Fault

  constructor(code: FaultCode, at: number) {
    super(code)
    this.fault = { code, at }
  }
}

export const isFaultError = (error: unknown): error is FaultError => error instanceof FaultError

/** Bounds of one value. */
export interface Limits {
  /** Bytes that may come in, and out of a decompression. */
  inBytes: number
  outBytes: number
  /** Bytes out for each byte in; counts beyond the first MiB. */
  ratio: number
  depth: number
  /** Values in a tree. */
  nodes: number
}

const MIB = 1_048_576

export const DEFAULT_LIMITS: Limits = {
  inBytes: 20 * MIB,
  outBytes: 100 * MIB,
  ratio: 1_000,
  depth: 200,
  nodes: 1_000_000,
}

/** Bytes out that are not looked at for their ratio. */
const RATIO_FROM = MIB

/** How much may come out of so many bytes, and what it is called when more does. */
export function roomFor(inBytes: number, { outBytes, ratio }: Limits): { bytes: number; code: FaultCode } {
  const byRatio = Math.max(RATIO_FROM, inBytes * ratio)
  return byRatio < outBytes ? { bytes: byRatio, code: 'ratio' } : { bytes: outBytes, code: 'tooLarge' }
}
