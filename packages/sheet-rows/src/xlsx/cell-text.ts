/** A whole number that a workbook wrote with an exponent, as its digits; anything else as it stands. */
function plainNumber(text: string): string {
  if (!/^-?\d+(?:\.\d+)?[eE]\+?\d+$/.test(text)) return text
  const value = Number(text)
  return Number.isSafeInteger(value) ? String(value) : text
}

export interface CellParts {
  /** As the cell says: `s` shared, `str`, `inlineStr`, `b`, `e`, `n` or nothing. */
  type: string | undefined
  value: string
  inline: string
  formula: string
}

/** What a person reads in a cell. A formula is never worked out: the value that was kept with it counts, or its own text. */
export function cellText(
  { type, value, inline, formula }: CellParts,
  strings: readonly string[],
): string | null {
  if (type === 's') return value === '' ? '' : (strings[Number(value)] ?? null)
  if (type === 'inlineStr') return inline
  if (value === '' && formula !== '') return `=${formula}`
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return type === undefined || type === 'n' ? plainNumber(value) : value
}

/** Index of the column that a reference such as `AB12` names, from 0; null for none. */
export function columnOf(reference: string): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
