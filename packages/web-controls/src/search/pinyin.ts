// eslint-disable-next-line typescript/triple-slash-reference -- an ambient module has nothing to import
/// <reference path="./pinyin-match.d.ts" />
import { NO_READINGS } from './matcher.ts'
import type { Readings } from './matcher.ts'

let loaded: Promise<Readings> | undefined

async function load(): Promise<Readings> {
  const { dict } = await import('pinyin-match/src/traditional_dict.js')
  const readings = new Map<string, string[]>()
  for (const [syllable, characters] of Object.entries(dict))
    for (const character of characters) {
      const known = readings.get(character)
      if (known === undefined) readings.set(character, [syllable])
      else known.push(syllable)
    }
  const none: string[] = []
  return (character) => readings.get(character) ?? none
}

/** Readings of simplified and traditional characters; fetched when the palette first opens, never before. */
export function loadReadings(): Promise<Readings> {
  loaded ??= load().catch(() => {
    // Without them Chinese is found by its characters; the next opening tries again.
    loaded = undefined
    return NO_READINGS
  })
  return loaded
}
