import { defineRoute, z } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { StoreError } from '@qd/store'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { describeError, logSerializers, serve } from '../src/index.ts'
import { aCaller, createTestApp, everything } from '../testing/index.ts'

const CANARY = 'canary-7f3a'
const quoting: Record<string, () => unknown> = {
  'a parser': () => JSON.parse(`"${CANARY}" and "${CANARY}`),
  'an address': () => new URL(`${CANARY} ${CANARY}`),
  'a database': () => {
    const fields = { code: '22P02', detail: `Key (name)=(${CANARY})`, parameters: [CANARY] }
    throw Object.assign(new Error(`invalid input syntax for type integer: "${CANARY}"`), fields)
  },
  'a cause': () => {
    const cause = Object.assign(new Error(`duplicate "${CANARY}"`), { detail: CANARY })
    throw new Error('not saved', { cause })
  },
  'a store': () => {
    throw new StoreError('store_unavailable', `PostgreSQL: no such "${CANARY}"`, { cause: CANARY })
  },
  'no error': () => {
    // oxlint-disable-next-line only-throw-error -- what a library may throw
    throw CANARY
  },
}

const fail = defineRoute({
  method: 'POST',
  path: '/fail',
  title: 'probe.fail',
  permission: 'session',
  level: 0,
  risk: 'R0',
  query: z.object({ by: z.string() }),
  body: z.object({ name: z.string() }),
  reply: z.null(),
})

const lines: string[] = []
beforeEach(() => void lines.splice(0))
const app = createTestApp({
  features: [
    {
      name: 'probe',
      routes: [serve(fail, ({ query }) => (quoting[query.by]?.() ?? null) as null)],
      texts: coreTextsFolder,
    },
  ],
  logger: pino({ level: 'debug', serializers: logSerializers }, { write: (line) => lines.push(line) }),
})
afterAll(() => app.close())
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('[ops.logs] what the console writes about calls', () => {
  test('one line a call: request id, declared title, method, status, time, who by his id', async () => {
    const answer = await app.as(aCaller('pia', [everything])).post('/fail?by=nothing', { name: CANARY })
    const [line, ...more] = logged()
    expect(more).toEqual([])
    expect(line).toMatchObject({
      level: 30,
      requestId: answer.body.requestId,
      call: 'probe.fail',
      method: 'POST',
      status: 200,
      actor: 'id-pia',
      msg: 'answered',
    })
    expect(line!['ms']).toBeGreaterThanOrEqual(0)
    expect(Object.keys(line!).toSorted().join(' ')).toBe(
      'actor call hostname level method ms msg pid requestId status time',
    )
  })

  test('an address nobody declared is not repeated', async () => {
    await app.anonymous.get(`/${CANARY}?token=${CANARY}`, { token: CANARY, 'user-agent': CANARY })
    expect(logged()).toMatchObject([{ call: 'other', method: 'GET', status: 404 }])
    expect(lines.join()).not.toContain(CANARY)
  })

  test.each(Object.keys(quoting))('a fault is told with its frames, without what %s quotes', async (by) => {
    const answer = await app.as(aCaller('pia', [everything])).post(`/fail?by=${by}`, { name: CANARY })
    expect(answer.http).toBeGreaterThanOrEqual(500)
    expect(answer.raw).not.toContain(CANARY)
    expect(logged().map(({ msg }) => msg)).toEqual(['call failed', 'answered'])
    expect(lines.join()).not.toContain(CANARY)
  })

  test('a fault keeps what mends it: kind, code, frames, the causes below', () => {
    const cause = Object.assign(new Error('unique "x" broken'), { code: '23505', detail: CANARY })
    const told = describeError(new TypeError('not saved', { cause }))
    expect(told).toMatchObject({
      type: 'TypeError',
      message: 'not saved',
      cause: { code: '23505', message: 'unique "…" broken' },
    })
    expect(told.stack[0]).toMatch(/^at .*log\.test\.ts/)
  })
})
