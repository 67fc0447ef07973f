/** The first character as a reader sees it, whole even when it is an emoji with joiners. */
export function initialOf(name: string): string {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  const first = [...segments].map(({ segment }) => segment).find((text) => /[^\p{C}\p{Z}]/u.test(text))
  return first ?? '?'
}

const HUES = [18, 38, 150, 172, 200, 222, 262, 292, 330, 352]

/** One of ten hues, always the same for the same player. */
export function hueOf(uId: string): number {
  let sum = 0
  for (const digit of uId) sum = (sum * 31 + digit.charCodeAt(0)) % 9973
  return HUES[sum % HUES.length] ?? 200
}
