// eslint-disable-next-line typescript/triple-slash-reference -- an ambient module has nothing to import
/// <reference path="./pinyin-match.d.ts" />
import { dict } from 'pinyin-match/src/traditional_dict.js'

/**
 * Pinyin of the characters that occur, several with a blank between them: `{ 长: 'chang zhang' }`. All there are would be
 * more than the documentation itself.
 */
export function readingsIn(texts: Iterable<string>): Record<string, string> {
  const there = new Set<string>()
  for (const text of texts) for (const character of text) if (character > '\u2e7f') there.add(character)
  const readings = new Map<string, string[]>()
  for (const [syllable, characters] of Object.entries(dict)) {
    for (const character of characters) {
      if (!there.has(character)) continue
      readings.set(character, [...(readings.get(character) ?? []), syllable])
    }
  }
  return Object.fromEntries([...readings].map(([character, syllables]) => [character, syllables.join(' ')]))
}
