import { gunzipSync } from 'node:zlib'
import { defineRoute, z } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { afterAll, expect, test } from 'vitest'
import { serve } from '../src/index.ts'
import { createTestApp } from '../testing/index.ts'

const list = defineRoute({
  method: 'GET',
  path: '/api/list',
  title: 'list',
  permission: 'public',
  level: 0,
  risk: 'R0',
  query: z.object({ rows: z.coerce.number() }),
  reply: z.array(z.string()),
})
const rows = ({ query }: { query: { rows: number } }) =>
  Array.from({ length: query.rows }, (_row, at) => `row ${at} 玩家`)
const { app } = createTestApp({
  features: [{ name: 'probe', routes: [serve(list, rows)], texts: coreTextsFolder }],
})
afterAll(() => app.close())

const ask = (count: number, taken?: string) =>
  app.inject({
    url: `/api/list?rows=${count}`,
    headers: taken === undefined ? {} : { 'accept-encoding': taken },
  })

test('a long answer is packed for whoever takes it, and says the same', async () => {
  const plain = await ask(500)
  const packed = await ask(500, 'gzip, deflate, br')
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(packed.headers['cache-control']).toBe('no-store')
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
  const answer = JSON.parse(gunzipSync(packed.rawPayload).toString()) as { data: string[] }
  expect(answer.data).toEqual(plain.json<{ data: string[] }>().data)
})

test.each([
  ['a short answer', 3, 'gzip'],
  ['nothing is said', 500, undefined],
  ['others are said', 500, 'br, deflate'],
  ['it is refused', 500, 'br, gzip;q=0'],
  ['it is refused, written longer', 500, 'gzip; q=0.00, br'],
])('%s: it comes as it is', async (_why, count, taken) => {
  const answer = await ask(count, taken)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json<{ data: string[] }>().data).toHaveLength(count)
})
