import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../packages/i18n/src/index.ts'
import { draftLanguages } from '../draft-languages.ts'
import { draftsIn, draftsNote, readDrafts, withoutDrafts } from './drafts.ts'
import { glossaryProblems } from './glossary-rules.ts'
import { readLocaleFolders } from './locale-files.ts'
import { folderProblems } from './locale-rules.ts'

const FOLDER = 'features/gift/web/locales'
const en = {
  ask: 'Ask the server which gifts it has',
  rows_one: '{{count}} gift',
  rows_other: '{{count}} gifts',
}
const cn = { ask: '查询区服的礼物', rows_other: '{{count}} 件礼物' }

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'qd-drafts-'))
  write(`${FOLDER}/cn.json`, cn)
  write(`${FOLDER}/en.json`, en)
  write('scripts/languages/drafts.json', {})
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, value: object): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), `${JSON.stringify(value, null, 2)}\n`)
}

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown

/** What the locale check says of the tree: its faults and its word about drafts. */
function check() {
  const folders = readLocaleFolders(root)
  const drafts = readDrafts(root)
  const problems = folders.flatMap((found) => [
    ...folderProblems(found, draftsIn(drafts, found)),
    ...glossaryProblems(withoutDrafts(found, drafts)),
  ])
  return { problems, note: draftsNote(drafts, folders) }
}

describe('npm run draft:languages', () => {
  it('gives every language every text, from English, traditional Chinese from simplified', () => {
    draftLanguages(root)
    for (const language of LANGUAGES) expect(read(`${FOLDER}/${language}.json`)).toHaveProperty('ask')
    expect(read(`${FOLDER}/tw.json`)).toEqual(cn)
    expect(read(`${FOLDER}/de.json`)).toEqual(en)
    expect(read(`${FOLDER}/ru.json`)).toEqual({ ...en, rows_few: en.rows_other, rows_many: en.rows_other })
    expect(read(`${FOLDER}/cn.json`)).toEqual(cn)
  })

  it('keeps what a language has, also under names with dots', () => {
    write(`${FOLDER}/cn.json`, { routes: { 'gift.ask': '查询', 'gift.give': '发放' } })
    write(`${FOLDER}/en.json`, { routes: { 'gift.ask': 'Ask', 'gift.give': 'Give' } })
    write(`${FOLDER}/de.json`, { routes: { 'gift.ask': 'Fragen' } })
    draftLanguages(root)
    expect(read(`${FOLDER}/de.json`)).toEqual({ routes: { 'gift.ask': 'Fragen', 'gift.give': 'Give' } })
    expect(readDrafts(root)[`${FOLDER}/de.json`]).toEqual({ 'routes.gift.give': 'Give' })
  })

  it('counts the number out where one form leaves it out', () => {
    write(`${FOLDER}/en.json`, { ...en, rows_one: 'One gift' })
    draftLanguages(root)
    expect(read(`${FOLDER}/ru.json`)).toMatchObject({ rows_one: en.rows_other })
  })

  it('stays in the folder it is told', () => {
    expect(draftLanguages(root, 'features/other')).toBe(0)
    expect(draftLanguages(root, 'features/gift')).toBeGreaterThan(0)
  })

  it('has nothing to do the second time', () => {
    draftLanguages(root)
    const before = readDrafts(root)
    expect(draftLanguages(root)).toBe(0)
    expect(readDrafts(root)).toEqual(before)
  })
})

describe('the locale check and drafts', () => {
  it('lets drafts pass, counts them and names their files', () => {
    draftLanguages(root)
    const { problems, note } = check()
    expect(problems).toEqual([])
    expect(note).toMatch(
      /^30 texts are drafts, in features\/gift\/web\/locales \(tw.json 2, tr.json 3, ru.json 5, pt.json 4, /,
    )
  })

  it('looks at them like any text once they are off the list', () => {
    draftLanguages(root)
    const { [`${FOLDER}/tr.json`]: _taken, ...rest } = readDrafts(root)
    write('scripts/languages/drafts.json', rest)
    expect(check().problems).toEqual([
      expect.stringContaining('tr.json: ask is still English'),
      expect.stringContaining('tr.json: ask lacks "server"'),
    ])
  })

  it('takes a text written anew for no draft, and the next run takes it off the list', () => {
    draftLanguages(root)
    write(`${FOLDER}/de.json`, { ...en, ask: 'Den Server nach Geschenken fragen' })
    expect(check().note).toContain('de.json 2')
    draftLanguages(root)
    expect(readDrafts(root)[`${FOLDER}/de.json`]).not.toHaveProperty('ask')
    write(`${FOLDER}/de.json`, { ...en, ask: 'Geschenke erfragen' })
    expect(check().problems).toEqual([expect.stringContaining('de.json: ask lacks "server"')])
  })

  it('still finds a text that is nowhere', () => {
    draftLanguages(root)
    write(`${FOLDER}/it.json`, { ask: en.ask })
    expect(check().problems).toContain(`${FOLDER}/it.json: rows is missing`)
  })
})
