import { DEFAULT_LANGUAGE, textIn } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { z } from 'zod'
import type { GameCallName } from './game-calls.ts'

/** UTF-16 units of a text. */
const MOST_TEXT = 65_536

export const byLanguage = (most: number) => z.record(z.string().regex(/^[a-z]{2}$/), z.string().max(most))

/** A name of the game, as text or by language; the console keeps all of them and shows the reader's. */
export const localName = z.union([z.string(), byLanguage(MOST_TEXT)])

/** A sentence of the game, as text or by language. It is read in the default language unless `told` came first. */
export const sentence = (most = MOST_TEXT) =>
  z.union([z.string().max(most), byLanguage(most)]).transform((text) => textIn(text, DEFAULT_LANGUAGE))

/** Where answers have sentences; `*` is each element of a list. */
const SENTENCES: Partial<Record<GameCallName, readonly string[]>> = {
  dataCheck: ['actions.*.text', 'warnings.*.msg', 'refused.*.msg'],
  dataChange: ['results.*.msg'],
  commandsRun: ['text', 'actions.*.text', 'table.columns.*.title'],
  mailBatch: ['results.*.msg'],
  mailStatus: ['rows.*.note'],
  setTime: ['firing.*.name', 'firing.*.text'],
}

function isByLanguage(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((text) => typeof text === 'string')
}

/** What is told already stays the same value: most answers are long lists of it. */
function toldAt(value: unknown, steps: readonly string[], at: number, language: Language): unknown {
  const step = steps[at]
  if (step === undefined) return isByLanguage(value) ? textIn(value, language) : value
  if (step === '*') {
    if (!Array.isArray(value)) return value
    const told: unknown[] = value.map((each) => toldAt(each, steps, at + 1, language))
    return told.every((each, index) => each === value[index]) ? value : told
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value
  const held: unknown = Reflect.get(value, step)
  const told = toldAt(held, steps, at + 1, language)
  return told === held ? value : { ...value, [step]: told }
}

/** The data of an answer with its sentences in one language; what is no sentence is left for the schema to refuse. */
export function toldIn(name: GameCallName, data: unknown, language: Language): unknown {
  const places = SENTENCES[name] ?? []
  return places.reduce((told, place) => toldAt(told, place.split('.'), 0, language), data)
}
