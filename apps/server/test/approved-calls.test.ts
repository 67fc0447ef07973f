import type { ApprovalDetail } from '@qd/approvals/contract'
import type { AnyRoute } from '@qd/contract-kit'
import { world } from '@qd/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  mailKey,
  peopleDesk,
  PRODUCTION_LINE,
  PRODUCTION_PLAYER,
  productionCalls,
  proven,
  queryText,
  speakTo,
  startTestConsole,
  withoutFactor,
} from '../testing/index.ts'
import type { Answer, ProductionCall, Speaker, TestConsole } from '../testing/index.ts'

/*
 * Every call that declares an approval, in production of the sandbox: refused with its policy, handed in, approved by
 * somebody else and executed by the console. A call that does not get through both ways turns red here.
 */

const PLAYER = { uId: PRODUCTION_PLAYER }
const LINE = { lineId: PRODUCTION_LINE }
const PROPERTY_LINE = { game: 'lantern', partnerCode: 'harbour', lineCode: PRODUCTION_LINE }
const POLICY = {
  name: 'Another one',
  isActive: false,
  match: {
    effects: ['currency', 'many'],
    types: [],
    environments: [],
    scopes: [],
    leastRisk: 'R4',
    limits: null,
  },
  stages: [{ name: 'Review', need: 1, groups: [] }],
  differentPeople: true,
  decideWithinHours: 24,
}

const NO_WAY_FOR_TOKENS = ['approval_required', 'own_session_required']
/** Refused by the right itself, by its place, or by what it would reach. */
const NO_WAY_FOR_OTHERS = [
  'approval_required',
  'forbidden',
  'scope_forbidden',
  'rights_exceeded',
  'catalogue_import_refused',
]
/** The game checks these where they are handed in. */
const CHECKED = ['POST /adjust/api/change', 'POST /adjust/history/undo']
/** Everybody may ask for a right for some hours: that is what it is for. */
const FOR_EVERYBODY = ['POST /platform/user/rights/ask']

let running: TestConsole
let admin: Speaker
let reviewer: Speaker
let reader: Speaker
/** A program with all rights of the author. */
let robot: Speaker
let routes: AnyRoute[]
beforeAll(async () => {
  running = await startTestConsole({ QD_SANDBOX_APPROVALS: 'on' }, { playersPerServer: 50 })
  admin = await running.signIn('admin')
  reviewer = await running.signIn('reviewer')
  // A code is good once in half a minute; here one approval follows the other.
  await withoutFactor(reviewer)
  reader = await running.signIn('reader')
  const { token } = await ask<{ token: string }>('/api/auth/tokens/create', {
    tokenName: 'robot',
    expiresAt: Date.now() + 3_600_000,
    grants: [{ scope: '*', environment: '*', codes: ['*'] }],
    password: world.accountPassword,
  })
  robot = speakTo(running.url, token)
  routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
})
afterAll(() => running.dispose())

const production = productionCalls({ admin: () => admin, confirmation: {} })
const { ask, diamonds, functionOf, runOf, made, work, catalogue } = production

interface Case extends Omit<ProductionCall, 'target'> {
  /** What the console finds once it has been executed. */
  after?: (detail: ApprovalDetail) => Promise<void>
}

const { idOf, newGroup } = peopleDesk(ask)
const READING = { role: 'reader', scope: 'lantern/harbour', environment: 'production' }

const values = async () =>
  (await ask<{ list: { id: string; revision: number }[] }>('/platform/gamePropValue/records', PROPERTY_LINE))
    .list

/** What an answer may tell of a call that was made again. */
interface Again {
  replayed?: boolean
  rows?: { change: string }[]
}

let mailId = ''
/** In the order they are tried: the last ones change the place, or the rules, the others are about. */
const CASES: Record<string, () => Promise<Case>> = {
  ...work,
  'POST /partner/mail/release': async () => {
    const call = await work['POST /partner/mail/release']!()
    mailId = (call.body as { id: string }).id
    return call
  },
  'POST /partner/mail/take-back': async () => ({
    query: LINE,
    body: { id: mailId, idempotencyKey: mailKey() },
  }),
  'POST /adjust/api/change': async () => {
    const { diamond } = await diamonds()
    return {
      ...(await work['POST /adjust/api/change']!()),
      async after() {
        expect((await diamonds()).diamond).toBe(diamond + 1)
        const { list } = await ask<{ list: { id: string }[] }>(`/adjust/history/list?${queryText(PLAYER)}`)
        made.editId = list[0]!.id
      },
    }
  },
  'POST /adjust/history/undo': async () => {
    const { diamond } = await diamonds()
    return {
      ...(await work['POST /adjust/history/undo']!()),
      after: async () => expect((await diamonds()).diamond).toBe(diamond - 1),
    }
  },
  'POST /adjust/function/effects': async () => ({
    query: PLAYER,
    body: { name: 'recomputeRanks', effects: ['many'], revision: 0 },
  }),
  // A policy asks for runs for one player from R4 on.
  'POST /adjust/function/run': async () => runOf(await functionOf('resetPlayer')),
  'POST /adjust/bulk/start': async () => ({
    ...(await work['POST /adjust/bulk/start']!()),
    async after({ run }) {
      made.bulkJobId = run.jobId!
    },
  }),
  'POST /platform/user/grants': async () => ({
    body: { userId: await idOf('operator'), give: [READING], take: [] },
  }),
  'POST /platform/user/rights/ask': async () => {
    // Whoever decides could give it: where no policy asks, the reviewer is an administrator for this.
    const place = { scope: 'lantern/harbour', environment: 'dev' }
    const given = { userId: await idOf('reviewer'), give: [{ role: 'admin', ...place }], take: [] }
    const gave = await proven(admin, () => admin.post('/platform/user/grants', given))
    expect(gave.body.msg).toBe('')
    return {
      body: { role: 'reader', ...place, hours: 1 },
      async after() {
        const held = await ask<{ role: string; until?: number }[]>('/platform/user/rights/own')
        expect(held.find(({ role }) => role === 'reader')?.until).toBeGreaterThan(Date.now())
      },
    }
  },
  'POST /platform/user/invite': async () => ({
    body: {
      username: 'newcomer',
      name: 'x',
      department: '',
      mustUseSecondFactor: false,
      grants: [READING],
      groupIds: [],
    },
    after: async () => expect(await idOf('newcomer')).toBeTypeOf('string'),
  }),
  'POST /platform/userGroup/grants': async () => ({
    body: { groupId: await newGroup(), give: [READING], take: [] },
  }),
  'POST /platform/userGroup/members/change': async () => ({
    body: { groupId: await newGroup(), join: [await idOf('operator')], leave: [] },
  }),
  'POST /platform/userGroup/save': async () => ({
    body: { name: 'below', parentId: await newGroup(), externalName: '' },
  }),
  'POST /platform/userGroup/delete': async () => ({ body: { groupId: await newGroup() } }),
  'POST /platform/role/save': async () => ({
    body: { code: 'support', name: 'Support', codes: ['approvals.see'], version: 0 },
  }),
  'POST /platform/role/delete': async () => ({ body: { code: 'support' } }),
  ...catalogue,
  'POST /platform/catalogue/server/key/rotate': async () => {
    const call = await catalogue['POST /platform/catalogue/server/key/rotate']!()
    const { hashKey } = call.body as { hashKey: string }
    return { ...call, after: async (detail) => expect(JSON.stringify(detail)).not.toContain(hashKey) }
  },
  'POST /platform/gamePropValue/save': async () => ({
    body: { ...PROPERTY_LINE, values: { number: '2', rate: { per: '1000', worth: '1' } } },
    after: async () => expect(await values()).toMatchObject([{ number: '2', by: 'admin' }]),
  }),
  'POST /platform/gamePropValue/remove': async () => {
    const { id, revision } = (await values())[0]!
    return {
      body: { ...PROPERTY_LINE, id, revision },
      after: async () => expect(await values()).toEqual([]),
    }
  },
  'POST /platform/approvals/policies/save': async () => ({ body: { version: 0, policy: POLICY } }),
  // Off from here.
  'POST /platform/approvals/settings/save': async () => ({ body: { isOn: false, version: 1 } }),
}

/** After it no policy asks any more. */
const LAST = Object.keys(CASES).at(-1)

function send(name: string, { query = {}, body = {}, text }: Case, as = admin): Promise<Answer> {
  const path = `${name.split(' ')[1]}?${queryText(query)}`
  return text === undefined ? as.post(path, body) : as.postText(path, body, text)
}
const codeOf = ({ body }: Answer) => body.err?.code ?? 'ok'
const vote = (as: Speaker, { id, hash }: Pick<ApprovalDetail, 'id' | 'hash'>) =>
  proven(as, () => as.post('/platform/approvals/vote', { id, hash, decision: 'approve' }))
const execute = (as: Speaker, { id, hash }: Pick<ApprovalDetail, 'id' | 'hash'>) =>
  as.post('/platform/approvals/execute', { id, hash })

/** Who could make the call by themselves is told that it takes an approval; who could not is refused anyway. */
async function expectClosed(name: string, asked: Case): Promise<void> {
  expect(['admin', codeOf(await send(name, asked))]).toEqual(['admin', 'approval_required'])
  expect(NO_WAY_FOR_TOKENS).toContain(codeOf(await send(name, asked, robot)))
  expect(NO_WAY_FOR_OTHERS).toContain(codeOf(await send(name, asked, reviewer)))
}
/** What was executed, by its call. */
const requests = new Map<string, ApprovalDetail>()
const detailOf = async (id: string) =>
  (await reviewer.post<ApprovalDetail>('/platform/approvals/get', { id })).body.data

describe('calls that ask for an approval', () => {
  test('every call that declares one is tried here', () => {
    const gated = routes.flatMap(({ method, path, approval }) =>
      approval === undefined ? [] : [`${method} ${path}`],
    )
    expect(Object.keys(CASES).toSorted()).toEqual(gated.toSorted())
  })

  test('[S7.14] an edit that the game refuses is no request: nobody is asked for what would fail at once', async () => {
    const { version, diamond } = await diamonds()
    const change = {
      diff: 'CurrencyInfo',
      path: ['diamond'],
      op: 'set',
      value: diamond + 1,
      old: diamond + 7,
    }
    const body = { version, changes: [change], idempotencyKey: mailKey() }
    const order = { route: 'POST /adjust/api/change', input: { query: PLAYER, body }, reason: 'ticket 7' }
    const answer = await admin.postText('/platform/approvals/submit', order, '')
    expect([answer.http, codeOf(answer), answer.body.err?.field]).toEqual([422, 'edit_refused', 'changes.0'])
    const { list } = await ask<{ list: object[] }>('/platform/approvals/list', { inbox: 'mine' })
    expect(list).toEqual([])
  })

  test.each(Object.entries(CASES))('%s is handed in, approved and executed', async (name, make) => {
    const asked = await make()
    const refused = await send(name, asked)
    expect([refused.http, refused.body.err?.code]).toEqual([428, 'approval_required'])
    const { query, body = {}, text = '' } = asked
    const order = { route: name, input: { query, body }, reason: 'ticket 7' }
    await expectClosed(name, asked)
    if (!FOR_EVERYBODY.includes(name)) {
      const foreign = await reader.postText('/platform/approvals/submit', order, text)
      expect(codeOf(foreign)).toBe('forbidden')
    }
    const handedIn = await admin.postText<{ id: string; hash: string }>(
      '/platform/approvals/submit',
      order,
      text,
    )
    expect(handedIn.body.msg).toBe('')
    const { id, hash } = handedIn.body.data
    const shown = await detailOf(id)
    expect(shown).toMatchObject({ status: 1, hash, reason: 'ticket 7' })
    // What approvers read has words, and a preview.
    const said = JSON.stringify([shown.title, shown.typeTitle, shown.preview, shown.bases])
    // The code of a permission is one by its nature.
    expect(said.replaceAll('approvals.see', '')).not.toMatch(/"[a-z-]+(\.[a-zA-Z-]+)+"/)
    expect(shown.preview).not.toEqual([])
    const checks = shown.preview.flatMap((block) => (block.kind === 'checks' ? block.rows : []))
    if (CHECKED.includes(name)) expect(checks[0]?.state).toBe('ok')
    const fields = shown.preview.flatMap((block) => (block.kind === 'changes' ? block.rows : []))
    for (const { what } of fields) expect(what).not.toMatch(/^[a-z][A-Za-z_]*$/)
    const facts = shown.preview.flatMap((block) => (block.kind === 'facts' ? block.rows : []))
    for (const { label, value } of facts) expect(`${label}: ${value}`).not.toMatch(/: [a-z][A-Za-z_]*$/)
    // Nobody decides for themselves, nor begins what nobody decided.
    for (const as of [admin, robot]) {
      expect(['approval_own', 'own_session_required']).toContain(codeOf(await vote(as, { id, hash })))
      // A program executes what it handed in itself.
      const refusal = as === robot ? 'forbidden' : 'approval_state_changed'
      expect(codeOf(await execute(as, { id, hash }))).toBe(refusal)
    }
    await expectClosed(name, asked)
    expect((await vote(reviewer, { id, hash })).body.msg).toBe('')
    // The approval is for the request, and not for the same call beside it.
    await expectClosed(name, asked)
    expect((await execute(admin, { id, hash })).body.msg).toBe('')
    const isOver = async () => (await detailOf(id)).run.endedAt !== null
    await expect.poll(isOver, { timeout: 30_000 }).toBe(true)
    const done = await detailOf(id)
    expect([done.execution, done.run.code, done.run.message]).toEqual(['succeeded', '', done.run.message])
    requests.set(name, done)
    // Used once, it is used up; a key that was here before may only tell of what was done then.
    expect(codeOf(await execute(admin, { id, hash }))).toBe('approval_state_changed')
    await asked.after?.(done)
    if (name === LAST) return
    for (const as of [admin, robot]) {
      const again = await send(name, asked, as)
      const { replayed, rows } = (again.body.data ?? {}) as Again
      // A file that is what stands there already does nothing, and says so of each row.
      const isIdle = rows?.every(({ change }) => change === 'unchanged')
      expect([codeOf(again), replayed ?? isIdle ?? false]).not.toEqual(['ok', false])
      expect(again.http).toBeLessThan(500)
    }
  })

  test.each([
    ['POST /adjust/api/change', 'POST /adjust/history/undo'],
    ['POST /adjust/bulk/start', 'POST /adjust/bulk/undo'],
    ['POST /partner/mail/release', 'POST /partner/mail/take-back'],
  ])('%s is rolled back by %s, and each names the other', async (did, undid) => {
    const [first, second] = await Promise.all([did, undid].map((name) => detailOf(requests.get(name)!.id)))
    expect([first!.execution, second!.execution]).toEqual(['rolled_back', 'succeeded'])
    expect(first!.timeline).toContainEqual(
      expect.objectContaining({ what: 'rolled_back', detail: `#${second!.number}` }),
    )
    expect(second!.timeline).toContainEqual(
      expect.objectContaining({ what: 'took_back', detail: `#${first!.number}` }),
    )
  })
})
