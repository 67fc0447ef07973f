import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../packages/i18n/src/index.ts'
import { glossaryGaps, glossaryProblems } from './glossary-rules.ts'
import type { LocaleFolder } from './locale-files.ts'
import { folderProblems } from './locale-rules.ts'
import { oldWordProblems } from './old-words.ts'

const GOOD: Record<Language, string> = {
  en: 'Server {{name}} is down',
  cn: '区服 {{name}} 已停止',
  tw: '區服 {{name}} 已停止',
  tr: '{{name}} sunucusu kapalı',
  ru: 'Сервер {{name}} недоступен',
  pt: 'O servidor {{name}} está parado',
  de: 'Der Server {{name}} steht',
  fr: 'Le serveur {{name}} est arrêté',
  ua: 'Сервер {{name}} недоступний',
  it: 'Il server {{name}} è fermo',
}

function folderWith(changed: Partial<Record<Language, Record<string, string>>>): LocaleFolder {
  const texts = LANGUAGES.map((language) => {
    return [language, new Map(Object.entries(changed[language] ?? { down: GOOD[language] }))] as const
  })
  return { folder: 'f', texts: new Map(texts), problems: [] }
}

describe('locale check', () => {
  it('finds nothing in a folder that is right', () => {
    expect([...folderProblems(folderWith({})), ...glossaryProblems(folderWith({}))]).toEqual([])
  })

  it.each<[string, Language, Record<string, string>, string]>([
    ['a missing key', 'de', {}, 'down is missing'],
    ['a key too many', 'de', { down: GOOD.de, up: 'Oben' }, 'up is not in cn.json'],
    ['another placeholder', 'fr', { down: 'Le serveur {{nom}}' }, 'has placeholders'],
    ['a placeholder of one brace', 'en', { down: 'Server {{name}} is {state}' }, 'has {state}'],
    ['an empty text', 'it', { down: ' ' }, 'is empty'],
    ['Chinese in Russian', 'ru', { down: '区服 {{name}}' }, 'has Chinese characters'],
    ['simplified in tw', 'tw', { down: '区服 {{name}} 已停止' }, 'has simplified characters'],
    ['traditional in cn', 'cn', { down: '區服 {{name}} 已停止' }, 'has traditional characters'],
    ['English in cn', 'cn', { down: 'Server {{name}} is down' }, 'is not Chinese'],
    ['English in Turkish', 'tr', { down: GOOD.en }, 'is still English'],
    ['a typewriter apostrophe', 'it', { down: "L'area {{name}}" }, 'has a straight apostrophe'],
    ['a breaking space in French', 'fr', { down: 'Serveur : {{name}}' }, 'lacks a no-break space'],
    ['a half-width comma in cn', 'cn', { down: '区服 {{name}} 停止,重试' }, 'has half-width punctuation'],
    ['brackets of tw in cn', 'cn', { down: '区服「{{name}}」' }, 'has quotes of tw'],
  ])('finds %s', (_what, language, texts, problem) => {
    expect(folderProblems(folderWith({ [language]: texts })).join('\n')).toContain(problem)
  })

  it('asks for every plural form a language has', () => {
    const ru = { rows_one: '{{count}} строка', rows_other: '{{count}} строки' }
    const others = Object.fromEntries(LANGUAGES.map((language) => [language, { rows_other: '{{count}}' }]))
    const found = folderProblems(folderWith({ ...others, ru })).filter((line) => line.startsWith('f/ru'))
    expect(found).toEqual([
      'f/ru.json: rows lacks the plural form few',
      'f/ru.json: rows lacks the plural form many',
    ])
  })

  it('keeps the words of the glossary, which is whole', () => {
    expect(glossaryGaps()).toEqual([])
    const found = glossaryProblems(folderWith({ de: { down: 'Die Kiste {{name}} steht' } }))
    expect(found).toEqual([expect.stringContaining('f/de.json: down lacks "server"')])
  })

  it.each<[Language, string, string]>([
    ['cn', '打开任务', '作业'],
    ['cn', '新建角色', '权限角色'],
    ['en', 'Choose an operator', 'publisher'],
    ['fr', 'Chercher un droit', 'rechercher'],
    ['tw', '玩家在線：', '線上'],
  ])('finds the old word in %s: %s', (language, text, instead) => {
    expect(oldWordProblems(folderWith({ [language]: { down: text } }))).toEqual([
      expect.stringContaining(`use ${instead}`),
    ])
  })

  it('leaves the settled words and quoted marks alone', () => {
    expect(oldWordProblems(folderWith({ cn: { a: '权限角色', b: '打开作业' } }))).toEqual([])
    expect(oldWordProblems(folderWith({ en: { a: '{operator}', b: '{{fault}}' } }))).toEqual([])
  })
})
