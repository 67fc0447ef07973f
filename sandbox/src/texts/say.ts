import { textIn } from '@qd/i18n'
import type { Language, LocalText } from '@qd/i18n'
import { localText, sentenceIn } from './dictionaries.ts'
import type { Template } from './dictionaries.ts'

/** A sentence that is not in any language yet. */
export interface Sentence {
  template: string
  places: Readonly<Record<string, Place>>
}

/** Something the game says, in the language of whoever asked in the end. */
export type Said = LocalText | Sentence

/** What fills a place of a sentence; a list is joined by commas. */
export type Place = Said | number | bigint | readonly Said[]

/** The names in braces of a template. */
type PlacesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never

type Filling<Text extends Template> = [PlacesOf<Text>] extends [never]
  ? []
  : [places: Readonly<Record<PlacesOf<Text>, Place>>]

/** A name of the game's own world; one that comes with its languages, or that nobody translated, stays as it is. */
export function nameText(name: LocalText): LocalText {
  return typeof name === 'string' ? localText('names', name) : name
}

/** A sentence of the dictionaries with its places filled. */
export function say<Text extends Template>(template: Text, ...[places]: Filling<Text>): Sentence {
  return { template, places: places ?? {} }
}

function isSentence(said: Said): said is Sentence {
  return typeof said === 'object' && typeof said.places === 'object'
}

function isList(place: Place): place is readonly Said[] {
  return Array.isArray(place)
}

function placeIn(language: Language, place: Place): string {
  if (typeof place === 'number' || typeof place === 'bigint') return String(place)
  if (!isList(place)) return saidIn(language, place)
  const isChinese = language === 'cn' || language === 'tw'
  return place.map((one) => saidIn(language, one)).join(isChinese ? '、' : ', ')
}

/** What was said, in one language: English where it does not have that one. */
export function saidIn(language: Language, said: Said): string {
  if (typeof said === 'string') return said
  if (!isSentence(said)) return textIn(said, language)
  const template = sentenceIn(language, said.template)
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeIn(language, said.places[name] ?? ''))
}
