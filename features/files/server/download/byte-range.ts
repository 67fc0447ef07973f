export interface ByteRange {
  readonly from: number
  /** Not itself in it. */
  readonly to: number
}

/**
 * The one range a `range` header asks for (RFC 9110, 14.1.2); null where the whole is sent: no header, another unit, several
 * ranges, or nothing that can be read. `unsatisfiable`: it begins behind the end.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (found === null) return null
  const [, first = '', last = ''] = found
  if (first === '') {
    if (last === '') return null
    const wanted = Math.min(Number(last), size)
    return wanted === 0 ? 'unsatisfiable' : { from: size - wanted, to: size }
  }
  const from = Number(first)
  const to = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < from) return null
  return from >= size ? 'unsatisfiable' : { from, to }
}
