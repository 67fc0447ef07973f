import {
  AppError,
  NO_WORTH,
  coreErrors,
  defineApproval,
  defineRoute,
  effectsOf,
  schemas,
  z,
} from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'

import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createDefaultGate } from '../src/guard/default-gate.ts'
import { assertMayWrite, createApp, createApprovedCalls, loadTexts, objectKey, serve } from '../src/index.ts'
import type { ApprovalCall, ApprovedRun, CallContext, ServerFeature, StoredCall } from '../src/index.ts'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '../testing/index.ts'
import { recordingAudit } from '../testing/recording-audit.ts'

const permission = { routerName: 'index', code: 'data.edit', type: 'button', heldBy: [] } as const
const approval = defineApproval({ type: 'probe.give', title: 'probe.give' })
const query = z.object({ uId: schemas.uIdText })

const give = defineRoute({
  method: 'POST',
  path: '/adjust/give',
  title: 'give',
  permission,
  level: 3,
  risk: 'R3',
  stepUp: 'always',
  needsReason: true,
  approval,
  query,
  body: z.object({
    count: z.int(),
    how: z.enum(['right', 'early', 'outside', 'never', 'twice']),
    idempotencyKey: z.optional(schemas.idempotencyKey),
    ...schemas.confirmation,
  }),
  target: (input) => ({ uId: input.query.uId }),
  reply: z.object({ jobId: z.string(), count: z.int() }),
})
/** The same with a list below its parameters. */
const giveAll = defineRoute({
  ...give,
  path: '/adjust/giveAll',
  title: 'giveAll',
  stepUp: 'sometimes',
  textLimit: 40,
  reply: z.object({ lines: z.int() }),
})
const plain = defineRoute({
  method: 'POST',
  path: '/adjust/plain',
  title: 'plain',
  permission,
  level: 3,
  risk: 'R2',
  query,
  target: (input) => ({ uId: input.query.uId }),
  reply: schemas.nothing,
})

const writes: string[] = []
const factsOf = (about = '') => ({
  risk: 'R3' as const,
  value: { rows: 1, worth: NO_WORTH },
  effects: effectsOf('items'),
  objects: [objectKey('player', 'lantern', '30123000045')],
  bases: [{ key: 'player', label: 'The player', version: '7' }],
  preview: [],
  title: 'Give',
  about,
})

async function handleGive({ body }: { body: { how: string; count: number } }, ctx: CallContext) {
  const write = () =>
    ctx.commit(async () => {
      writes.push(`${ctx.caller.username} gives ${body.count}`)
    })
  if (body.how === 'early') await write()
  if (body.how === 'outside') assertMayWrite()
  if (body.how !== 'never') await ctx.approve(factsOf())
  await write()
  if (body.how === 'twice') await write()
  return { jobId: 'job-1', count: body.count }
}

const feature: ServerFeature = {
  name: 'probe',
  texts: coreTextsFolder,
  routes: [
    serve(give, { effect: 'store', handle: handleGive }),
    serve(giveAll, {
      effect: 'store',
      async handle(_input, ctx) {
        let text = ''
        for await (const piece of ctx.sent.pieces()) text += piece
        await ctx.approve(factsOf(text))
        await ctx.commit(async () => undefined)
        return { lines: text.split('\n').length }
      },
    }),
    serve(plain, async (_input, ctx) => {
      await ctx.approve(factsOf())
      return null
    }),
  ],
}

const store = { write: (change: (tx: object) => Promise<unknown>) => change({}) } as never
const audit = recordingAudit(store)
let policy: { name: string; stages: [] } | null = null
let isOn = true
const asked: ApprovalCall[] = []
const scope = fixedScope([aServer({ environment: 'production' })])
const door = createTestApp({
  features: [feature],
  scope,
  audit,
  approvals: {
    isOn: async () => isOn,
    async needed(call) {
      asked.push(call)
      return policy
    },
  },
})
const boss = aCaller('boss', [everything])
const calls = createApprovedCalls({
  served: feature.routes,
  scope,
  audit,
  gate: createDefaultGate(null),
  texts: loadTexts([coreTextsFolder]),
})
const url = '/adjust/give?uId=30123000045'
const body = { count: 5, how: 'right', reason: 'compensation', confirm: '30123000045' }
const by = {
  caller: boss,
  lang: 'en' as const,
  requestId: 'request-1',
  address: '-',
  signal: new AbortController().signal,
}
const stored = (more: object = {}, route = 'POST /adjust/give'): StoredCall => ({
  route,
  input: { query: { uId: '30123000045' }, body: { count: 5, how: 'right', ...more } },
  text: '',
  reason: 'compensation',
})

beforeEach(() => {
  writes.length = 0
  asked.length = 0
  audit.rows.length = 0
  policy = null
  isOn = true
})
afterAll(() => door.close())

describe('a plain call', () => {
  test('goes on where no policy asks, after its confirmation', async () => {
    const as = door.as(boss)
    expect((await as.post(url, { ...body, confirm: '' })).body.err?.code).toBe('confirm_required')
    expect((await as.post(url, body)).http).toBe(200)
    expect(writes).toEqual(['boss gives 5'])
    expect(asked[0]).toMatchObject({ route: 'POST /adjust/give', place: { environment: 'production' } })
  })

  test('is refused with the policy where one asks, and writes nothing', async () => {
    policy = { name: 'Economy', stages: [] }
    const refused = await door.as(boss).post(url, body)
    expect([refused.http, refused.body.err?.code]).toEqual([428, 'approval_required'])
    const { objects } = factsOf()
    expect(refused.body.err?.details).toEqual({ type: 'probe.give', policy, risk: 'R3', objects })
    expect(writes).toEqual([])
    expect(audit.rows.at(-1)).toMatchObject({ kind: 'refused', result: { code: 'approval_required' } })
  })

  test('nobody confirms what they then hand in: the policy is asked first', async () => {
    policy = { name: 'Economy', stages: [] }
    const bare = { count: 5, how: 'right' }
    expect((await door.as(boss).post(url, bare)).body.err?.code).toBe('approval_required')
    policy = null
    expect((await door.as(boss).post(url, bare)).body.err?.code).toBe('confirm_required')
    isOn = false
    expect((await door.as(boss).post(url, bare)).body.err?.code).toBe('confirm_required')
    expect(writes).toEqual([])
  })

  test.each(['early', 'outside', 'never'])('that would write before its approval fails: %s', async (how) => {
    expect((await door.as(boss).post(url, { ...body, how })).http).toBe(500)
    expect(writes).toEqual([])
  })

  test('that declares no approval cannot ask for one', async () => {
    expect((await door.as(boss).post('/adjust/plain?uId=30123000045', {})).http).toBe(500)
  })
})

describe('a rehearsal', () => {
  test('tells what would be done, asks for no confirmation, and leaves nothing', async () => {
    const told = await calls.rehearse(stored(), by)
    expect(told).toMatchObject({ type: approval, action: 'give', place: { sId: 123 }, facts: factsOf() })
    expect(told.hash).toMatch(/^[0-9a-f]{64}$/)
    expect([writes, audit.rows]).toEqual([[], []])
  })

  test('refuses what the call itself would refuse', async () => {
    const code = (call: StoredCall, caller = boss) =>
      calls.rehearse(call, { ...by, caller }).then(
        () => 'passed',
        (error: unknown) => (error instanceof AppError ? error.def.code : String(error)),
      )
    expect(await code(stored({ count: 'x' }))).toBe('field_invalid')
    expect(await code(stored({ more: 1 }))).toBe('field_unknown')
    expect(await code(stored(JSON.parse('{"constructor": 1}') as object))).toBe('key_forbidden')
    expect(await code({ ...stored(), reason: ' ' })).toBe('reason_required')
    expect(await code(stored({}, 'POST /adjust/plain'))).toBe('approval_not_gated')
    expect(await code(stored({}, 'POST /adjust/nothing'))).toBe('not_found')
    expect(await code(stored(), aCaller('nobody'))).toBe('forbidden')
    const elsewhere = { ...everything, scope: 'other' }
    expect(await code(stored(), aCaller('foreign', [elsewhere]))).toBe('scope_forbidden')
    expect(await code({ ...stored(), text: 'a list' })).toBe('field_unknown')
    expect(await code(stored({ how: 'never' }))).toMatch(/before ctx.approve/)
    expect(writes).toEqual([])
  })

  test('the hash covers everything but why; what a veto blocks leaves the key out', async () => {
    const of = async (call: StoredCall) => calls.rehearse(call, by)
    const first = await of(stored({ idempotencyKey: 'key-0001' }))
    const why = await of({ ...stored({ idempotencyKey: 'key-0001', confirm: 'x' }), reason: 'other' })
    const key = await of(stored({ idempotencyKey: 'key-0002' }))
    const more = await of(stored({ idempotencyKey: 'key-0001', count: 6 }))
    expect(why.hash).toBe(first.hash)
    expect(key.hash).not.toBe(first.hash)
    expect(key.contentHash).toBe(first.contentHash)
    expect(new Set([first.hash, key.hash, more.hash]).size).toBe(3)
    expect(more.contentHash).not.toBe(first.contentHash)
  })

  test('a text is read as if it had been sent, within the limit of its call', async () => {
    const list = (text: string) => calls.rehearse({ ...stored({}, 'POST /adjust/giveAll'), text }, by)
    const one = await list('a\nb')
    expect(one.facts.about).toBe('a\nb')
    expect((await list('a\nc')).hash).not.toBe(one.hash)
    await expect(list('x'.repeat(41))).rejects.toMatchObject({ def: coreErrors.body_too_large })
  })
})

describe('an execution', () => {
  const aRun = (more: Partial<ApprovedRun> = {}) => {
    const seen: string[] = []
    const run: ApprovedRun = {
      note: { approval: 'no. 7' },
      async check({ hash }) {
        seen.push(`check ${hash.length}`)
      },
      async committed() {
        seen.push(`committed after ${writes.length}`)
      },
      ...more,
    }
    return { seen, run }
  }

  test('does what was approved in the name of its author, audited with its approval', async () => {
    policy = { name: 'Economy', stages: [] }
    const { seen, run } = aRun()
    expect(await calls.execute(stored(), by, run)).toEqual({ state: 'succeeded', jobId: 'job-1' })
    expect(writes).toEqual(['boss gives 5'])
    expect(seen).toEqual(['check 64', 'committed after 0'])
    expect(audit.rows).toMatchObject([
      { kind: 'commit', entry: { actor: 'boss', reason: 'compensation', detail: { approval: 'no. 7' } } },
    ])
  })

  test('writes nothing where the check refuses, or where another node has written', async () => {
    const refuse = async () => {
      throw new AppError(coreErrors.approval_base_changed)
    }
    await expect(calls.execute(stored(), by, aRun({ check: refuse }).run)).rejects.toThrow()
    await expect(calls.execute(stored(), by, aRun({ committed: refuse }).run)).rejects.toThrow()
    expect(writes).toEqual([])
    expect(audit.rows.map(({ kind }) => kind)).toEqual(['refused', 'refused'])
  })

  test('each of its transactions says so', async () => {
    const { seen, run } = aRun()
    await calls.execute(stored({ how: 'twice' }), by, run)
    expect(seen).toEqual(['check 64', 'committed after 0', 'committed after 1'])
  })

  test('ends where the author has lost the right since', async () => {
    const caller = aCaller('boss', [])
    await expect(calls.execute(stored(), { ...by, caller }, aRun().run)).rejects.toMatchObject({
      def: coreErrors.forbidden,
    })
    expect(writes).toEqual([])
  })
})

test('a gated call that cannot be executed later does not start', () => {
  const start = (spec: object) => () =>
    createApp({
      features: [{ ...feature, routes: [serve(defineRoute({ ...plain, approval, ...spec }), () => null)] }],
      session: {} as never,
      scope,
      audit,
      texts: loadTexts([coreTextsFolder]),
      logger: pino({ level: 'silent' }),
    })
  expect(start({ risk: 'R0' })).toThrow(/changes nothing/)
  expect(start({ raw: true })).toThrow(/a file/)
  expect(start({ bytesLimit: 10 })).toThrow(/takes bytes/)
})
