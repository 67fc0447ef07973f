/** Pinyin readings of a Chinese character, several where it has several: 长 gives chang and zhang. */
export type Readings = (character: string) => readonly string[]

export const NO_READINGS: Readings = () => []

/** A text made ready for searching. */
export interface IndexedText {
  plain: string
  characters: readonly string[]
  /** Readings of each character; empty for what is not Chinese. */
  readings: readonly (readonly string[])[]
  /** Which letters and digits occur at all, in the text or its readings, a bit each. */
  mask: number
}

const LETTERS = 26
/** Digits share the bits that 26 letters leave. */
const DIGIT_BITS = 6

function bitOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code >= 97 && code <= 122) return 1 << (code - 97)
  if (code >= 48 && code <= 57) return 1 << (LETTERS + ((code - 48) % DIGIT_BITS))
  return 0
}

function maskOf(text: string): number {
  let mask = 0
  for (const character of text) mask |= bitOf(character)
  return mask
}

/** Lower case, and letters without their marks: `Über` is found by `uber`. */
function plainOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

export function indexText(text: string, readingsOf: Readings): IndexedText {
  const plain = plainOf(text)
  const characters = [...plain]
  const readings = characters.map(readingsOf)
  const mask = readings.reduce(
    (sum, each) => each.reduce((all, reading) => all | maskOf(reading), sum),
    maskOf(plain),
  )
  return { plain, characters, readings, mask }
}

const isWordPart = (character: string | undefined) =>
  character !== undefined && /[\p{Script=Latin}\p{Script=Cyrillic}\d]/u.test(character)

/** Whether a word begins here; every Chinese character is one. */
function startsWord(text: IndexedText, at: number): boolean {
  return !isWordPart(text.characters[at - 1]) || !isWordPart(text.characters[at])
}

/** The part of a syllable people type: all of it, its first letter or first sound, or what they have typed so far. */
function mayTake(reading: string, length: number, isLast: boolean): boolean {
  return isLast || length === reading.length || length === 1 || (length === 2 && /^[zcs]h/.test(reading))
}

/** Whether the rest of a word reads as the characters from `at` on, mixed pinyin and plain characters. */
function readsAs(text: IndexedText, at: number, word: string, from: number): boolean {
  if (from === word.length) return true
  const character = text.characters[at]
  if (character === undefined) return false
  if (word.startsWith(character, from) && readsAs(text, at + 1, word, from + character.length)) return true
  return (text.readings[at] ?? []).some((reading) => {
    let same = 0
    while (same < reading.length && reading[same] === word[from + same]) same += 1
    for (let length = same; length > 0; length -= 1) {
      const isLast = from + length === word.length
      if (mayTake(reading, length, isLast) && readsAs(text, at + 1, word, from + length)) return true
    }
    return false
  })
}

const SCORES = {
  exact: 100,
  prefix: 90,
  wordStart: 80,
  inside: 60,
  pinyinStart: 75,
  pinyin: 55,
  scattered: 20,
}

function byText(text: IndexedText, word: string): number {
  const at = text.plain.indexOf(word)
  if (at < 0) return 0
  if (text.plain.length === word.length) return SCORES.exact
  if (at === 0) return SCORES.prefix
  return isWordPart(text.plain[at - 1]) ? SCORES.inside : SCORES.wordStart
}

function byPinyin(text: IndexedText, word: string): number {
  for (let at = 0; at < text.characters.length; at += 1) {
    if ((text.readings[at]?.length ?? 0) === 0) continue
    if (readsAs(text, at, word, 0)) return at === 0 ? SCORES.pinyinStart : SCORES.pinyin
  }
  return 0
}

/** The letters in their order with others between, starting at a word: `gst` finds `game server tools`. */
function byScatter(text: IndexedText, word: string): number {
  const first = word[0] ?? ''
  for (let at = 0; at < text.characters.length; at += 1) {
    if (text.characters[at] !== first || !startsWord(text, at)) continue
    let found = 1
    let end = at + 1
    for (; end < text.characters.length && found < word.length; end += 1)
      if (text.characters[end] === word[found]) found += 1
    if (found === word.length) return SCORES.scattered - Math.min(15, end - at - word.length)
  }
  return 0
}

/** Words of what was typed. */
export function wordsOf(query: string): string[] {
  return plainOf(query).split(/\s+/).filter(Boolean)
}

/** What is known of a short text is worth a little more than of a long one, and never as much as a better match. */
const MOST_LENGTH_COST = 1.5
const LENGTH_COST = 1 / 60

function wordScore(text: IndexedText, word: string): number {
  const mask = maskOf(word)
  if ((text.mask & mask) !== mask) return 0
  return byText(text, word) || byPinyin(text, word) || byScatter(text, word)
}

/** Words beside the name say less: two that answer alike are told apart by their names. */
const BESIDE_COST = 0.5

/** How well a text answers all the words, 0 when it does not; a word may also stand in one of those beside it. */
export function scoreOf(
  text: IndexedText,
  words: readonly string[],
  beside: readonly IndexedText[] = [],
): number {
  let total = 0
  for (const word of words) {
    let score = wordScore(text, word)
    for (const other of beside) {
      if (score >= SCORES.exact) break
      score = Math.max(score, wordScore(other, word) - BESIDE_COST)
    }
    if (score <= 0) return 0
    total += score
  }
  const cost = Math.min(MOST_LENGTH_COST, text.characters.length * LENGTH_COST)
  return words.length === 0 ? 1 : total / words.length - cost
}

export interface Indexed<T> {
  entry: T
  text: IndexedText
  /** Other words for it: a name in a protocol, a number, where it is. */
  beside?: readonly IndexedText[]
}

/** What answers the query, best first; equals stay in their order. `bonusOf` lifts what was used lately. */
export function findEntries<T>(
  entries: readonly Indexed<T>[],
  query: string,
  bonusOf: (entry: T) => number = () => 0,
): T[] {
  const words = wordsOf(query)
  const found: { entry: T; score: number }[] = []
  for (const { entry, text, beside } of entries) {
    const score = scoreOf(text, words, beside)
    if (score > 0) found.push({ entry, score: score + bonusOf(entry) })
  }
  return found.sort((a, b) => b.score - a.score).map(({ entry }) => entry)
}
