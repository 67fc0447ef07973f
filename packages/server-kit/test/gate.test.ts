import { AppError, coreErrors, defineRoute, schemas, z } from '@qd/contract-kit'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDefaultGate } from '../src/guard/default-gate.ts'
import { serve } from '../src/index.ts'
import type { GateRequest, ServerFeature } from '../src/index.ts'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '../testing/index.ts'
import { recordingAudit } from '../testing/recording-audit.ts'

const permission = { routerName: 'index', code: 'data.edit', type: 'button', heldBy: [] } as const

/** Takes a server to another line: what it points at is harmless, where it leads may not be. */
const move = defineRoute({
  method: 'POST',
  path: '/adjust/move',
  title: 'move',
  permission,
  level: 3,
  risk: 'R2',
  risesTo: 'R3',
  confirms: 'named',
  query: z.object({ uId: schemas.uIdText }),
  body: z.object({ count: z.optional(z.coerce.number()), to: z.string(), ...schemas.confirmation }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: schemas.nothing,
})
const look = defineRoute({
  method: 'GET',
  path: '/adjust/look',
  title: 'look',
  permission,
  level: 3,
  risk: 'R0',
  query: z.object({ uId: schemas.uIdText }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: schemas.nothing,
})

/** Shows what an open screen must not show. */
const reveal = defineRoute({ ...look, path: '/adjust/reveal', title: 'reveal', stepUp: 'always' })

/** Writes for good, once it is proven who asks. */
const seal = defineRoute({
  method: 'POST',
  path: '/adjust/seal',
  title: 'seal',
  permission,
  level: 3,
  risk: 'R2',
  stepUp: 'always',
  query: z.object({ uId: schemas.uIdText }),
  body: z.object({ to: z.string() }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: schemas.nothing,
})

const production = { game: 'lantern', environment: 'production' } as const
const asked: GateRequest[] = []
let moves = 0
const feature: ServerFeature = {
  name: 'probe',
  texts: new URL('../../contract-kit/locales/', import.meta.url),
  routes: [
    serve(move, {
      targetName: () => 'here',
      async handle({ body }, ctx) {
        if (body.to === 'prod') await ctx.confirm({ risk: 'R3', place: production, targetName: 'Prod line' })
        moves += 1
        return null
      },
    }),
    serve(look, async (_input, ctx) => {
      await ctx.confirm({ risk: 'R3', place: production, targetName: 'x' })
      return null
    }),
    serve(reveal, () => null),
    serve(seal, {
      effect: 'store',
      async handle({ body }, ctx) {
        if (body.to === 'nobody') throw new AppError(coreErrors.not_found, { field: 'to' })
        await ctx.commit(async () => {
          moves += 1
        })
        return null
      },
    }),
  ],
}
let proofs = 0
const gate = createDefaultGate({
  wanted: async (_caller, action) => ({ action, ways: ['code'], provider: '' }),
  take: async () => (proofs-- > 0 ? { way: 'code', givenAt: 1 } : null),
})
const audit = recordingAudit()
const door = createTestApp({
  audit: { ...audit, commit: async (_entry, change) => change(null as never) },
  features: [feature],
  scope: fixedScope([aServer()]),
  gate: {
    check(request) {
      asked.push(request)
      return gate.check(request)
    },
  },
})
const as = door.as(aCaller('admin', [everything]))
const url = '/adjust/move?uId=30123000045'

beforeEach(() => {
  asked.length = 0
  moves = 0
  proofs = 0
  audit.rows.length = 0
})
afterAll(() => door.close())

test('where a change leads passes the same gate, with the parsed input, and a refusal leaves its row', async () => {
  const bare = await as.post(url, { to: 'prod', count: '7' })
  expect([bare.http, bare.body.err?.code, bare.body.err?.field]).toEqual([428, 'confirm_required', 'reason'])
  expect(bare.body.err?.details).toEqual({ risk: 'R3', expected: 'Prod line' })
  expect(moves).toBe(0)
  expect(audit.rows.map(({ kind }) => kind)).toEqual(['intent', 'outcome'])
  const given = { reason: 'why', confirm: 'Prod line' }
  expect((await as.post(url, { to: 'prod', count: '7', ...given })).http).toBe(200)
  expect(moves).toBe(1)
  expect(asked[1]).toMatchObject({
    action: 'move',
    risk: 'R3',
    place: production,
    targetName: 'Prod line',
    input: { query: { uId: '30123000045' }, body: { count: 7, to: 'prod', ...given } },
    ...given,
  })
})

test('what leads nowhere else is not asked about', async () => {
  expect((await as.post(url, { to: 'test' })).http).toBe(200)
  expect(asked).toEqual([])
})

test('a plain read cannot change anything that would have to be confirmed', async () => {
  expect((await as.get('/adjust/look?uId=30123000045')).http).toBe(500)
})

test('what is refused anyway is refused before a proof is asked for, and trying it writes nothing', async () => {
  const at = '/adjust/seal?uId=30123000045'
  const wrong = await as.post(at, { to: 'nobody' })
  expect([wrong.body.err?.code, wrong.body.err?.field]).toEqual(['not_found', 'to'])
  expect(wrong.raw).not.toContain('stepUp')
  expect(audit.rows.map(({ kind }) => kind)).toEqual(['refused'])
  const right = await as.post(at, { to: 'somebody' })
  expect([right.http, right.body.err?.code]).toEqual([428, 'step_up_needed'])
  expect(moves).toBe(0)
  proofs = 1
  expect((await as.post(at, { to: 'somebody' })).http).toBe(200)
  expect([moves, proofs]).toEqual([1, 0])
})

test('a read that asks for a proof passes the gate', async () => {
  proofs = 1
  expect((await as.get('/adjust/reveal?uId=30123000045')).http).toBe(200)
  expect(asked).toMatchObject([
    { action: 'reveal', risk: 'R0', stepUp: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})
