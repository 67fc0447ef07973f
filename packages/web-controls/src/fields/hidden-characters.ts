/** What kind of trap a character is for the eye. */
export type HiddenKind = 'zeroWidth' | 'direction' | 'space' | 'control' | 'lookalike'

export interface HiddenCharacter {
  kind: HiddenKind
  /** Position in the text, counted in characters from 1. */
  position: number
  /** `U+200B`. */
  code: string
  /** The character itself. */
  text: string
}

const ZERO_WIDTH = /\p{Cf}|\u034f|[\u115f\u1160\u3164\uffa0]/u
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** The ideographic space is ordinary in Chinese and Japanese texts. */
const SPACE = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800]/u
const CONTROL = /[^\P{Cc}\n\r\t]|\p{Cs}/u
/** Cyrillic and Greek letters drawn like Latin ones. */
const LOOKALIKE = /[аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧορν]/u
const LATIN = /\p{Script=Latin}/u
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u
const TAG = /[\u{e0020}-\u{e007f}]/u

/** A joiner or a tag that holds one emoji together is part of what is seen. */
function isInEmoji(characters: readonly string[], at: number): boolean {
  const character = characters[at]!
  const before = characters[at - 1] ?? ''
  if (character === '\u200d') return PICTOGRAPH.test(before) && PICTOGRAPH.test(characters[at + 1] ?? '')
  return TAG.test(character) && (PICTOGRAPH.test(before) || TAG.test(before))
}

function kindOf(characters: readonly string[], at: number): HiddenKind | null {
  const character = characters[at]!
  if (DIRECTION.test(character)) return 'direction'
  if (SPACE.test(character)) return 'space'
  if (CONTROL.test(character)) return 'control'
  return ZERO_WIDTH.test(character) && !isInEmoji(characters, at) ? 'zeroWidth' : null
}

/** UTF-16 offsets of letters that look Latin inside a word that also has Latin letters. */
function lookalikesOf(text: string): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!LATIN.test(word)) continue
    for (let at = 0; at < word.length; at += 1) if (LOOKALIKE.test(word[at]!)) found.add(index + at)
  }
  return found
}

/** Almost no text has any of these: the rest is not looked at character by character. */
const SUSPECT =
  /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Script=Cyrillic}\p{Script=Greek}]|[^\P{Zs} \u3000]|[^\P{Cc}\n\r\t]|\u034f|[\u115f\u1160\u2800\u3164\uffa0]/u

/** The characters of a text that cannot be seen or pass for others, in their order. */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  if (!SUSPECT.test(text)) return []
  const characters = [...text]
  const lookalikes = lookalikesOf(text)
  const found: HiddenCharacter[] = []
  let offset = 0
  for (const [at, character] of characters.entries()) {
    const kind = kindOf(characters, at) ?? (lookalikes.has(offset) ? 'lookalike' : null)
    offset += character.length
    if (kind === null) continue
    const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    found.push({ kind, position: at + 1, code, text: character })
  }
  return found
}

const LATIN_TWIN: Readonly<Record<string, string>> = Object.fromEntries([
  ...Array.from('аеорсухіјѕһԁԛԝ', (letter, at) => [letter, 'aeopcyxijshdqw'[at]!]),
  ...Array.from('АВЕКМНОРСТУХІЈЅ', (letter, at) => [letter, 'ABEKMHOPCTYXIJS'[at]!]),
  ...Array.from('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧορν', (letter, at) => [letter, 'ABEZHIKMNOPTYXopv'[at]!]),
] as [string, string][])

/** The text as it looks: unseen characters gone, strange spaces made plain, lookalikes made Latin. */
export function withoutHidden(text: string): string {
  const hidden = new Map(hiddenCharacters(text).map((each) => [each.position, each]))
  return [...text]
    .map((character, at) => {
      const kind = hidden.get(at + 1)?.kind
      if (kind === undefined) return character
      if (kind === 'space') return ' '
      return kind === 'lookalike' ? (LATIN_TWIN[character] ?? character) : ''
    })
    .join('')
}
