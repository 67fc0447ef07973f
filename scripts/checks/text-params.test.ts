import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { webFiles } from '../testing/call-sites.ts'

const root = join(import.meta.dirname, '../..')

type Texts = { [key: string]: string | Texts }

function flat(texts: Texts, above = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[above + key, value] as [string, string]] : flat(value, `${above}${key}.`),
  )
}

function textsOf(file: string): Map<string, string> {
  const folder = /^features\/[^/]+/.exec(file)?.[0]
  const path = folder === undefined ? '' : join(root, folder, 'web/locales/cn.json')
  return existsSync(path) ? new Map(flat(JSON.parse(readFileSync(path, 'utf8')) as Texts)) : new Map()
}

/** `t('key', {…})` with its parts written where it is called. */
const CALL = /\bt\(\s*'([\w.]+)'\s*(?:,\s*(\{[^{}]*\}))?\s*,?\s*\)/g
const namesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)
const givenIn = (params: string) =>
  [...params.matchAll(/(?:^\{|,)\s*(\w+)\s*(?=[:,}])/g)].map(([, name]) => name!)

/** What a text of the page would show raw: its names that the call does not fill. */
function unfilledIn(source: string, texts: ReadonlyMap<string, string>): string[] {
  return [...source.matchAll(CALL)].flatMap(([, key = '', params = '']) => {
    if (params.includes('...')) return []
    const forms = [key, `${key}_other`].flatMap((each) => texts.get(each) ?? [])
    const given = new Set(givenIn(params))
    return forms.flatMap(namesIn).flatMap((name) => (given.has(name) ? [] : [`${key}: {{${name}}}`]))
  })
}

it('each text of a page is given what stands in it', () => {
  const raw = webFiles().flatMap(({ file, source }) =>
    unfilledIn(source, textsOf(file)).map((each) => `${file} ${each}`),
  )
  expect(raw).toEqual([])
})

it('finds a name that nobody fills', () => {
  const texts = new Map([['players', 'Players: {{amount}}']])
  expect(unfilledIn("t('players', { count })", texts)).toEqual(['players: {{amount}}'])
  expect(unfilledIn("t('players', { amount: format(count) })", texts)).toEqual([])
})
