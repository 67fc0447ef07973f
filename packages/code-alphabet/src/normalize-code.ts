/** No I, L, O, U: what is typed for them reads as 1, 1, 0, V. */
export const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const MOST_CHARS = 64
const SEPARATORS = /[\s\-_.·‐-―]+/gu

/** What a person may type for a letter: ours that are left out, and the same shapes in Cyrillic and Greek. */
const READ_AS = new Map(
  Object.entries({
    I: '1',
    L: '1',
    O: '0',
    U: 'V',
    А: 'A',
    В: 'B',
    Е: 'E',
    К: 'K',
    М: 'M',
    Н: 'H',
    О: '0',
    Р: 'P',
    С: 'C',
    Т: 'T',
    Х: 'X',
    У: 'Y',
    І: '1',
    З: '3',
    Α: 'A',
    Β: 'B',
    Ε: 'E',
    Ζ: 'Z',
    Η: 'H',
    Ι: '1',
    Κ: 'K',
    Μ: 'M',
    Ν: 'N',
    Ο: '0',
    Ρ: 'P',
    Τ: 'T',
    Υ: 'Y',
    Χ: 'X',
  }),
)

/** One form of all ways to type a code; null: no code can look so. */
export function normalizeCode(typed: string): string | null {
  if (typed.length > MOST_CHARS) return null
  const upper = typed.normalize('NFKC').toUpperCase().replaceAll(SEPARATORS, '')
  const code = [...upper].map((letter) => READ_AS.get(letter) ?? letter).join('')
  return code !== '' && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null
}

const GROUP = 4

/** In groups of four, as it is printed. */
export function showCode(code: string): string {
  return (code.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-')
}
