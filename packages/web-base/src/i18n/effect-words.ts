import type { Effects } from '@qd/contract-kit'
import type { KeyOf, Translate } from './text-keys.ts'

/** What something does, in words: what is known, and that there may be more. */
export function effectWords({ known, isComplete }: Effects, kit: Translate<KeyOf<'kit'>>): string {
  const words = known.map((each) => kit(`effect.${each}`))
  if (!isComplete) words.push(kit('effect.unknown'))
  return words.length === 0 ? kit('effect.none') : words.join(' · ')
}
