import { CsvScanner } from './csv-scanner.ts'
import { guessDelimiter } from './guess-delimiter.ts'
import type { Delimiter } from './guess-delimiter.ts'
import type { SheetBounds } from './sheet-bounds.ts'
import { SheetFault } from './sheet-fault.ts'
import type { SheetRow } from './sheet-row.ts'

/** Characters that are looked at before it is decided what parts the cells. */
const LOOKED_AT = 16_384
/** Bytes whose rows are handed on together: few enough that most of them are gone before V8 takes them for long-lived. */
const STEP_BYTES = 8_192

/** The encoding by the mark at the beginning; UTF-8 without one. */
function decoderOf(first: Uint8Array): InstanceType<typeof TextDecoder> {
  const [a, b] = first
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  return new TextDecoder('utf-8', { fatal: true })
}

/** The text of bytes; throws `bad_encoding`, and `unknown_format` for what is no text. */
async function* textOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let start: Uint8Array | null = null
  const decode = (bytes?: Uint8Array) => {
    try {
      const text =
        bytes === undefined ? (decoder?.decode() ?? '') : (decoder?.decode(bytes, { stream: true }) ?? '')
      if (text.includes('\0')) throw new SheetFault('unknown_format')
      return text
    } catch (error) {
      if (error instanceof SheetFault) throw error
      throw new SheetFault('bad_encoding')
    }
  }
  for await (const given of pieces) {
    const piece: Uint8Array = start === null ? given : Buffer.concat([start, given])
    start = null
    if (decoder === null) {
      // The mark may come in two pieces.
      if (piece.length < 3) {
        start = piece
        continue
      }
      decoder = decoderOf(piece)
    }
    for (let at = 0; at < piece.length; at += STEP_BYTES) yield decode(piece.subarray(at, at + STEP_BYTES))
  }
  if (start !== null) {
    decoder = decoderOf(start)
    yield decode(start)
  }
  yield decode()
}

/** A first line `sep=;` of spreadsheets says what parts the cells. */
function toldDelimiter(text: string): { delimiter: Delimiter; length: number } | null {
  const found = /^"?sep=([,;\t])"?(\r\n|\n|\r)/i.exec(text)
  return found === null ? null : { delimiter: found[1] as Delimiter, length: found[0].length }
}

function scannerFor(text: string, bounds: SheetBounds): { scanner: CsvScanner; rest: string } {
  const told = toldDelimiter(text)
  if (told === null) return { scanner: new CsvScanner(guessDelimiter(text), bounds), rest: text }
  return { scanner: new CsvScanner(told.delimiter, bounds, 2), rest: text.slice(told.length) }
}

/** The rows of a csv, as many as have come. */
export async function* readCsv(
  pieces: AsyncIterable<Uint8Array>,
  bounds: SheetBounds,
): AsyncGenerator<SheetRow[], void> {
  let scanner: CsvScanner | null = null
  let waiting = ''
  let hasRows = false
  for await (const text of textOf(pieces)) {
    let rest = text
    if (scanner === null) {
      waiting += text
      if (waiting.length < LOOKED_AT) continue
      ;({ scanner, rest } = scannerFor(waiting, bounds))
    }
    const rows = scanner.take(rest)
    hasRows ||= rows.length > 0
    if (rows.length > 0) yield rows
  }
  let last: SheetRow[] = []
  if (scanner === null) {
    const found = scannerFor(waiting, bounds)
    scanner = found.scanner
    last = scanner.take(found.rest)
  }
  last = [...last, ...scanner.end()]
  if (last.length > 0) yield last
  else if (!hasRows) throw new SheetFault('empty')
}
