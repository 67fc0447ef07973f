import type { WrongType } from '../model/wrong-type.ts'
import type { EditTexts } from '../texts.ts'

/** What is wrong with a value, in words; null when nothing is. */
export function wrongText(t: EditTexts, wrong: WrongType | null): string | null {
  if (wrong === null) return null
  const { at, expected, found } = wrong
  const text = t('wrong.value', { expected, found })
  return at === '' ? text : t('wrong.at', { field: at, text })
}
