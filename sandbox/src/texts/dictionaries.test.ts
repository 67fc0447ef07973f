import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@qd/i18n'
import type { LocalText } from '@qd/i18n'
import { parseProtocol, protocolIn } from '@qd/protocol-model'
import { describe, expect, it } from 'vitest'
import { servedCommands } from '../game/commands/commands.ts'
import { loadDefinitions } from '../game/definitions/load-definitions.ts'
import type { ServedField } from '../game/definitions/served-definition.ts'
import { HEROES, ITEMS, ITEM_TYPE_NAMES, QUESTS } from '../world/catalogue.ts'
import { world } from '../world/world.ts'
import { DICTIONARY_LANGUAGES, localText, readDictionary, readSentences } from './dictionaries.ts'
import type { Section } from './dictionaries.ts'
import { nameText } from './say.ts'

const DICTIONARIES = DICTIONARY_LANGUAGES.map((language) => ({
  language,
  dictionary: readDictionary(language),
  sentences: readSentences(language),
}))
const HAN = /\p{Script=Han}/u
const NAMES = ['names', 'items', 'heroes', 'quests'] as const
const { served, protocol } = loadDefinitions(undefined, () => undefined)

function labelsOf(provider = ''): LocalText[] {
  if (!provider.startsWith('enum:')) return []
  const choices = JSON.parse(provider.slice('enum:'.length)) as unknown[]
  return choices.flatMap((choice) => (Array.isArray(choice) ? [choice[1] as LocalText] : []))
}

const namesOfField = (field: ServedField): LocalText[] => [
  field.name,
  field.unit ?? '',
  ...labelsOf(field.dataProvider),
]

const infos = Object.values(served.diffInfos)
const fields: ServedField[] = [
  ...infos.flatMap((info) => info.fields),
  ...servedCommands().flatMap(({ parameters }) => parameters),
]

/** Every name a console gets. */
const servedNames: Record<(typeof NAMES)[number], LocalText[]> = {
  names: [
    ...infos.flatMap((info) => [info.comment, ...Object.values(info.names)]),
    ...fields.flatMap(namesOfField),
    ...served.protocols.map(({ keyTip }) => keyTip),
    ...servedCommands().flatMap(({ group, title }) => [group, title]),
    ...Object.values(ITEM_TYPE_NAMES).map(nameText),
    ...[...world.channels, ...world.crossGroups].map(({ name }) => nameText(name)),
  ],
  items: [...ITEMS.values()].map(({ name }) => localText('items', name)),
  heroes: [...HEROES.values()].map((name) => localText('heroes', name)),
  quests: [...QUESTS.values()].map(({ name }) => localText('quests', name)),
}

const servedComments: LocalText[] = [
  ...fields.map(({ comment }) => comment),
  ...served.protocols.map(({ doc }) => doc),
  ...servedCommands().map(({ comment }) => comment),
]

/** Where a text stands only in Chinese, it is a plain text with Han letters. */
const isBare = (text: LocalText): boolean => typeof text === 'string' && HAN.test(text)
const cnOf = (text: LocalText): string => (typeof text === 'string' ? text : (text['cn'] ?? ''))

function expectComplete(texts: readonly LocalText[]): void {
  expect(texts.length).toBeGreaterThan(30)
  expect(texts.filter(isBare)).toEqual([])
  for (const text of texts) {
    if (typeof text === 'object') expect(Object.keys(text).sort()).toEqual([...LANGUAGES].sort())
  }
}

const ROOT = join(import.meta.dirname, '..')
const SOURCE = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(ROOT, name), 'utf8'))
  .join('\n')

const places = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

describe('the texts of the game', () => {
  it.each(NAMES)('has every name of %s in all ten languages', (section) => {
    expectComplete(servedNames[section])
  })

  it('has every comment in all ten languages', () => expectComplete(servedComments))

  it('has no entry that nothing uses, in any language', () => {
    const used: Partial<Record<Section, Set<string>>> = { comments: new Set(servedComments.map(cnOf)) }
    for (const section of NAMES) used[section] = new Set(servedNames[section].map(cnOf))
    const isUsed = (section: string, key: string): boolean =>
      used[section as Section]?.has(key) === true || SOURCE.includes(`'${key}'`)
    for (const { language, dictionary, sentences } of DICTIONARIES) {
      for (const [section, entries] of Object.entries({ ...dictionary, sentences })) {
        const idle = Object.keys(entries).filter((key) => !isUsed(section, key))
        expect({ language, section, idle }).toEqual({ language, section, idle: [] })
      }
    }
  })

  it('has every sentence in all ten languages', () => {
    const keys = Object.keys(readSentences('en')).filter((key) => HAN.test(key))
    expect(keys.length).toBeGreaterThan(50)
    for (const { language, sentences } of DICTIONARIES) {
      const missing = keys.filter((key) => sentences[key] === undefined)
      expect({ language, missing }).toEqual({ language, missing: [] })
    }
  })

  it('has the places of a sentence in each of its languages', () => {
    for (const { language, sentences } of DICTIONARIES) {
      for (const [key, text] of Object.entries(sentences)) {
        expect({ language, key, places: places(text) }).toEqual({ language, key, places: places(key) })
      }
    }
  })

  it('is written in the letters of its language, trimmed', () => {
    const strange: Record<string, RegExp> = { ru: /[іїєґ]/i, ua: /[ыэъё]/i, tw: /[\u{0400}-\u{04ff}]/u }
    for (const { language, dictionary, sentences } of DICTIONARIES) {
      const texts = Object.values({ ...dictionary, sentences }).flatMap((entries) => Object.values(entries))
      const wrong = texts.filter((text) => {
        const isForeign = strange[language]?.test(text) ?? false
        return text === '' || text.trim() !== text || isForeign || (language !== 'tw' && HAN.test(text))
      })
      expect({ language, wrong }).toEqual({ language, wrong: [] })
    }
  })

  it('serves a definition that a console reads back, in Chinese as it was written', () => {
    const parsed = parseProtocol(JSON.stringify(served))
    if (!parsed.ok) throw new Error(parsed.reason)
    expect(protocolIn(parsed.protocol, 'cn').diffInfos).toMatchObject(protocol.diffInfos)
    const german = protocolIn(parsed.protocol, 'de').diffInfos['BagItem']
    expect(german).toMatchObject({ comment: 'Rucksack', names: { quality: 'Qualität' } })
    expect(german?.fields[1]?.dataProvider).toContain('[5,"Legendär"]')
  })
})
