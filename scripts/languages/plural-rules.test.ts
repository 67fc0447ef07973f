import { describe, expect, it } from 'vitest'
import type { Language } from '../../packages/i18n/src/index.ts'
import { pluralProblems } from './plural-rules.ts'

type Texts = Partial<Record<Language, Record<string, string>>>

function problemsOf(texts: Texts, folder = 'features/f/web/locales'): string[] {
  const maps = Object.entries(texts).map(([language, own]) => {
    return [language as Language, new Map(Object.entries(own))] as const
  })
  return pluralProblems({ folder, texts: new Map(maps), problems: [] })
}

describe('counts before a noun', () => {
  it.each<[Language, string]>([
    ['en', 'Change {{count}} values of {{uId}}'],
    ['en', '{{count}} earlier lines are not kept'],
    ['en', 'The role is granted in {{places}} places'],
    ['en', '{{count}} people'],
    ['de', '{{count}} Einträge importieren'],
    ['de', '{{count}} weitere Präfixe'],
  ])('finds one form for one and for many in %s: %s', (language, text) => {
    expect(problemsOf({ [language]: { rows: text } })).toHaveLength(1)
  })

  it.each<[Language, string]>([
    ['en', 'Values: {{count}}'],
    ['en', '{{count}} was refused'],
    ['en', '{{count}} more'],
    ['en', 'At most {{count}} bytes'],
    ['en', 'The place {{name}} begins'],
    ['de', '{{count}} Spieler'],
    ['de', 'höchstens {{count}} Zeilen'],
    ['de', '{{count}} Std.'],
    ['de', '{{count}} doppelt'],
    ['fr', '{{count}} lignes'],
    ['cn', '{{count}} 行'],
  ])('says nothing about %s: %s', (language, text) => {
    expect(problemsOf({ [language]: { rows: text } })).toEqual([])
  })

  it('takes forms of their own, and asks other languages for theirs', () => {
    const en = { rows_one: '{{count}} row', rows_other: '{{count}} rows' }
    const others = {
      fr: { rows: '{{count}} lignes' },
      ru: { rows: 'Строк: {{count}}' },
      tr: { rows: '{{count}} satır' },
    }
    expect(problemsOf({ en, ...others })).toEqual([
      'features/f/web/locales/fr.json: rows has one form for one and for many: {{count}} lignes; write _one and _other, or “Rows: {{count}}”',
    ])
  })

  it('offers no forms for the texts of a contract, which have none', () => {
    const [problem] = problemsOf({ en: { rows: '{{count}} rows' } }, 'features/f/contract/locales')
    expect(problem).toMatch(/many: \{\{count\}\} rows; write “Rows: \{\{count\}\}”$/)
  })
})
