import { TRANSFER_LIMITS } from '../../contract/index.ts'

/** A line with where it stands; without its end. */
export interface FileLine {
  /** From 1. */
  readonly line: number
  /** That of the line below. */
  readonly nextLine: number
  /** Bytes of the file. */
  readonly from: number
  readonly to: number
  readonly bytes: Buffer
  /** Longer than a line may be: `bytes` is empty. */
  readonly isLong: boolean
}

const [LINE_END, RETURN, QUOTE] = [0x0a, 0x0d, 0x22]
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

function trimmed(bytes: Buffer, isAtStart: boolean): Buffer {
  const from = isAtStart && bytes.subarray(0, 3).equals(BOM) ? 3 : 0
  return bytes.subarray(from, bytes.at(-1) === RETURN ? -1 : undefined)
}

/**
 * The lines of a file from a place on, as its bytes come; at most one line is held. With `hasQuotes` a line break between
 * double quotes is a part of the line.
 */
export async function* fileLines(
  pieces: AsyncIterable<Buffer>,
  { at, line, hasQuotes }: { at: number; line: number; hasQuotes: boolean },
): AsyncGenerator<FileLine, void> {
  let held: Buffer[] = []
  let [size, from, place, number, breaks] = [0, at, at, line, 0]
  let isQuoted = false
  const take = (to: number): FileLine => {
    const isLong = size > TRANSFER_LIMITS.lineBytes
    const bytes = isLong ? Buffer.alloc(0) : trimmed(Buffer.concat(held), from === 0)
    const taken = { line: number, nextLine: number + breaks + 1, from, to, bytes, isLong }
    held = []
    size = 0
    from = to
    number = taken.nextLine
    breaks = 0
    return taken
  }
  const keep = (bytes: Buffer): void => {
    size += bytes.length
    if (size > TRANSFER_LIMITS.lineBytes) held = []
    else if (bytes.length > 0) held.push(bytes)
  }
  for await (const piece of pieces) {
    let [start, looked] = [0, 0]
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, end + 1)) {
      // Counted by lines: what stands between two ends is looked at once.
      if (hasQuotes) isQuoted = endsQuoted(piece.subarray(looked, end), isQuoted)
      looked = end + 1
      // Held with what follows: a part for each break would take more than the bytes do.
      if (isQuoted) breaks += 1
      else {
        keep(piece.subarray(start, end))
        yield take(place + end + 1)
        start = end + 1
      }
    }
    if (hasQuotes) isQuoted = endsQuoted(piece.subarray(looked), isQuoted)
    keep(piece.subarray(start))
    place += piece.length
  }
  if (size > 0) yield take(place)
}

/** Whether the bytes end between quotes, when they began so; a doubled quote changes nothing. */
function endsQuoted(bytes: Buffer, wasQuoted: boolean): boolean {
  let isQuoted = wasQuoted
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) isQuoted = !isQuoted
  return isQuoted
}
