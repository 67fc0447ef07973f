const [SPACE, TAB, QUOTE, TICK, BACK, LETTER_X] = [0x20, 0x09, 0x22, 0x27, 0x5c, 0x78]
/** What `\n`, `\r`, `\t`, `\b` and `\a` stand for. */
const NAMED = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x61, 7],
])

const isSpace = (byte: number | undefined): boolean => byte === SPACE || byte === TAB || byte === 13

/** Of a hexadecimal digit; -1 for another byte. */
function digit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** Where the quote that ends a word stands; -1: nowhere. */
function closeOf(line: Buffer, from: number, by: number): number {
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === by) return at
    if (line[at] === BACK && (by === QUOTE || line[at + 1] === TICK)) at += 1
  }
  return -1
}

/** A quoted word from behind its first quote, a byte at a time; null when it does not end. */
function quoted(line: Buffer, from: number, by: number): { word: Buffer; end: number } | null {
  const close = closeOf(line, from, by)
  if (close === -1) return null
  // Room for this word alone: a line may hold as many as it has bytes.
  const word = Buffer.allocUnsafe(close - from)
  let [at, size] = [from, 0]
  while (at < line.length) {
    const byte = line[at]!
    if (byte === by) return { word: word.subarray(0, size), end: at + 1 }
    const next = line[at + 1]
    let [made, length] = [byte, 1]
    if (byte === BACK && by === QUOTE && next !== undefined) {
      const [high, low] = [digit(line[at + 2]), digit(line[at + 3])]
      const isHex = next === LETTER_X && high >= 0 && low >= 0
      made = isHex ? high * 16 + low : (NAMED.get(next) ?? next)
      length = isHex ? 4 : 2
    } else if (byte === BACK && by === TICK && next === TICK) [made, length] = [TICK, 2]
    word[size] = made
    size += 1
    at += length
  }
  return null
}

/** As many as Redis takes in one command (`proto-max-multibulk-len`). */
export const WORDS_MAX = 1_048_576

/**
 * The words of a line as redis-cli splits them (sdssplitargs), at most one more than a command may have; null for quotes
 * that do not end, or end within a word.
 */
export function wordsOf(line: Buffer): Buffer[] | null {
  const words: Buffer[] = []
  let at = 0
  while (at < line.length && words.length <= WORDS_MAX) {
    const first = line[at]!
    if (isSpace(first)) at += 1
    else if (first === QUOTE || first === TICK) {
      const found = quoted(line, at + 1, first)
      if (found === null || (found.end < line.length && !isSpace(line[found.end]))) return null
      words.push(found.word)
      at = found.end
    } else {
      const from = at
      while (at < line.length && !isSpace(line[at])) at += 1
      const word = line.subarray(from, at)
      if (word.includes(QUOTE) || word.includes(TICK)) return null
      words.push(word)
    }
  }
  return words
}
