import { defineRoute, z } from '@qd/contract-kit'
import { LANGUAGES } from '@qd/i18n'
import { afterAll, describe, expect, test } from 'vitest'
import { serve } from '../src/index.ts'
import type { ServerFeature } from '../src/index.ts'
import { aCaller, createTestApp, everything } from '../testing/index.ts'

const route = defineRoute({
  method: 'POST',
  path: '/probe/form',
  title: 'form',
  permission: 'session',
  level: 0,
  risk: 'R0',
  body: z.object({
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(3))),
    count: z.optional(z.int().check(z.gte(2), z.lte(5))),
    kind: z.optional(z.enum(['x', 'y'])),
    digits: z.optional(z.string().check(z.regex(/^\d+$/))),
    must: z.string(),
  }),
  reply: z.object({}),
})

const feature: ServerFeature = {
  name: 'probe',
  texts: new URL('../../contract-kit/locales/', import.meta.url),
  routes: [serve(route, () => ({}))],
}
const door = createTestApp({ features: [feature] })
const caller = aCaller('admin', [everything], ['ROLE_ADMIN'])

afterAll(() => door.close())

async function said(payload: string, lang: string): Promise<string> {
  door.as(caller)
  const answer = await door.app.inject({
    method: 'POST',
    url: '/probe/form',
    headers: { token: 'admin', lang, 'content-type': 'application/json' },
    payload,
  })
  expect(answer.statusCode).toBe(400)
  return (answer.json() as { msg: string }).msg
}

const CASES: [payload: string, cn: string, en: string][] = [
  ['{}', 'must：请填写', 'must: is required'],
  ['{"must":null}', 'must：请填写', 'must: is required'],
  ['{"must":"a","name":""}', 'name：请填写', 'name: is required'],
  ['{"must":"a","name":"long"}', 'name：长度不可超过 3', 'name: must have a length of at most 3'],
  ['{"must":"a","name":7}', 'name：类型不正确，应为 string', 'name: wrong type, must be string'],
  ['{"must":"a","count":1}', 'count：不能小于 2', 'count: must be at least 2'],
  ['{"must":"a","count":9}', 'count：不能大于 5', 'count: must be at most 5'],
  ['{"must":"a","kind":"z"}', 'kind：只能是以下值之一：x, y', 'kind: must be one of: x, y'],
  ['{"must":"a","digits":"b"}', 'digits：格式不正确，请检查', 'digits: has the wrong format; check it'],
  [
    '{"must":"\\u0000"}',
    'must：含有不允许的字符，请删除',
    'must: contains characters that are not allowed; remove them',
  ],
  ['{"must"', '请求内容不是有效的 JSON：', 'The body is not valid JSON: '],
]

describe('what is wrong with a field', () => {
  test.each(CASES)('%s is told in the language of the caller', async (payload, cn, en) => {
    expect(await said(payload, 'cn')).toContain(cn)
    expect(await said(payload, 'en')).toContain(en)
    const all = await Promise.all(LANGUAGES.map((lang) => said(payload, lang)))
    expect(new Set(all).size).toBe(LANGUAGES.length)
    for (const text of all) expect(text).not.toMatch(/\{\{|problem\.|json\.|undefined|\^/)
  })
})
