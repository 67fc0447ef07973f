import type { ApprovalDetail } from '@qd/approvals/contract'
import type { AnyRoute } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draftBatch, mailDesk, mailKey, proven, startTestConsole, withoutFactor } from '../testing/index.ts'
import type { Answer, Speaker, TestConsole } from '../testing/index.ts'

/*
 * Every call that declares an approval, in production of the sandbox: refused with its policy, handed in, approved by
 * somebody else and executed by the console. A call that does not get through both ways turns red here.
 */

const UID = '10011000003'
const PLAYER = { uId: UID }
const SERVER = { sId: '11', lineId: 'harbour-prod' }
const LINE = { lineId: 'harbour-prod' }
const POLICY = {
  name: 'Another one',
  isActive: false,
  match: { types: [], environments: [], scopes: [], leastRisk: 'R4', limits: null },
  stages: [{ name: 'Review', need: 1, groups: [] }],
  differentPeople: true,
  decideWithinHours: 24,
}

let running: TestConsole
let admin: Speaker
let reviewer: Speaker
let routes: AnyRoute[]
beforeAll(async () => {
  running = await startTestConsole({ QD_SANDBOX_APPROVALS: 'on' }, { playersPerServer: 50 })
  admin = await running.signIn('admin')
  reviewer = await running.signIn('reviewer')
  // A code is good once in half a minute; here one approval follows the other.
  await withoutFactor(reviewer)
  routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
})
afterAll(() => running.dispose())

let keys = 0
const idempotencyKey = () => `approved-${++keys}`
const ask = async <T>(path: string, body: object = {}, text?: string): Promise<T> => {
  const answer = await (text === undefined ? admin.post<T>(path, body) : admin.postText<T>(path, body, text))
  expect([path, answer.http, answer.body.msg]).toEqual([path, 200, ''])
  return answer.body.data
}
const search = (query: Record<string, string>) => new URLSearchParams(query).toString()

interface Case {
  query?: Record<string, string>
  body: object
  text?: string
  /** What the console finds once it has been executed. */
  after?: (detail: ApprovalDetail) => Promise<void>
}

async function idOf(name: string): Promise<string> {
  const all = { page: 1, pageSize: 50 }
  const { list } = await ask<{ list: { id: string; username: string }[] }>('/platform/user/list', all)
  return list.find(({ username }) => username === name)!.id
}

const READING = { role: 'reader', scope: 'lantern/harbour', environment: 'production' }
/** A group of nobody gives nobody anything: it asks for no approval. */
async function newGroup(): Promise<string> {
  const group = { name: `group ${++keys}`, parentId: null, externalName: '' }
  return (await ask<{ groupId: string }>('/platform/userGroup/save', group)).groupId
}

async function diamonds() {
  const path = `/adjust/get?${search(PLAYER)}`
  const loaded = await ask<{ version: string; data: { currency: { diamond: number } } }>(path, {
    diffs: ['CurrencyInfo'],
  })
  return { version: loaded.version, diamond: loaded.data.currency.diamond }
}

const quieter = { diff: 'SettingsInfo', path: ['music'], op: 'set', value: 7 }
async function functionOf(id: string) {
  const path = `/adjust/function/list?${search(SERVER)}`
  const { list } = await ask<{ list: { source: string; id: string; version: string }[] }>(path)
  const { source, version } = list.find((entry) => entry.id === id)!
  return { source, id, version }
}
async function risky() {
  const steps = [{ kind: 'patch', changes: [quieter] }]
  const form = {
    title: 'Quieter',
    group: 'test',
    comment: '',
    target: 'player',
    parameters: [],
    risk: 'R3',
    steps,
  }
  const path = `/adjust/function/save?${search(SERVER)}`
  return functionOf((await ask<{ id: string }>(path, { definition: form, note: '' })).id)
}

const bulk = {
  set: { changes: [{ ...quieter, value: 9, old: 0 }], onlyUnchanged: false, existing: 'skip' },
}
const yearly = {
  rule: { kind: 'cron', expression: '0 9 1 1 *' },
  zone: 'UTC',
  overlap: 'skip',
  missed: 'skip',
}
const ownServer = {
  lineId: 'harbour-prod',
  sId: 13,
  serviceName: '灯塔湾',
  openedAt: null,
  apiUrl: 'https://game.example.org',
  serverId: 'g13',
  keyId: 'k1',
  ws: '',
  codec: QD1,
  allowPlain: false,
  allowPrivate: false,
  allowLoopback: false,
  enabled: true,
}
const own = { lineId: ownServer.lineId, sId: ownServer.sId }
let editId = ''
let bulkJobId = ''
let mailId = ''
const mails = () => mailDesk({ admin, lineId: LINE.lineId, uId: UID, confirmation: {} })

/** In the order they are tried: the last ones change the place, or the rules, the others are about. */
const CASES: Record<string, () => Promise<Case>> = {
  'POST /partner/codes/release': async () => ({
    body: await draftBatch(admin, LINE.lineId, 'Spring'),
  }),
  'POST /partner/mail/release': async () => {
    const body = { ...(await mails().ready()), idempotencyKey: mailKey() }
    mailId = body.id
    return { query: LINE, body }
  },
  'POST /partner/mail/take-back': async () => ({
    query: LINE,
    body: { id: mailId, idempotencyKey: mailKey() },
  }),
  'POST /adjust/api/change': async () => {
    const { version, diamond } = await diamonds()
    const change = { diff: 'CurrencyInfo', path: ['diamond'], op: 'set', value: diamond + 1, old: diamond }
    return {
      query: PLAYER,
      body: { version, changes: [change], idempotencyKey: idempotencyKey() },
      async after() {
        expect((await diamonds()).diamond).toBe(diamond + 1)
        const path = `/adjust/history/list?${search(PLAYER)}`
        const { list } = await ask<{ list: { id: string }[] }>(path, {})
        editId = list[0]!.id
      },
    }
  },
  'POST /adjust/history/undo': async () => {
    const { diamond } = await diamonds()
    return {
      query: PLAYER,
      body: { editId, idempotencyKey: idempotencyKey() },
      after: async () => expect((await diamonds()).diamond).toBe(diamond - 1),
    }
  },
  'POST /adjust/function/run': async () => {
    const body = { function: await functionOf('resetPlayer'), params: {} }
    const path = `/adjust/function/dryRun?${search(PLAYER)}`
    const { dryRunId } = await ask<{ dryRunId: string }>(path, body)
    return { query: PLAYER, body: { ...body, dryRunId, idempotencyKey: idempotencyKey() } }
  },
  'POST /adjust/function/runMany': async () => ({
    query: SERVER,
    body: { function: await risky(), params: {}, idempotencyKey: idempotencyKey() },
    text: UID,
  }),
  'POST /adjust/function/schedule': async () => ({
    query: SERVER,
    body: { function: await risky(), params: {}, timing: yearly, idempotencyKey: idempotencyKey() },
    text: UID,
  }),
  'POST /adjust/bulk/start': async () => {
    const { hash } = await ask<{ hash: string }>(`/adjust/bulk/preview?${search(LINE)}`, bulk, UID)
    return {
      query: LINE,
      body: { ...bulk, hash, onlinePolicy: 'live', idempotencyKey: idempotencyKey() },
      text: UID,
      async after({ run }) {
        bulkJobId = run.jobId!
      },
    }
  },
  'POST /adjust/bulk/undo': async () => ({
    query: LINE,
    body: { jobId: bulkJobId, idempotencyKey: idempotencyKey() },
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
  'POST /platform/catalogue/server/save': async () => {
    await ask('/platform/catalogue/server/save', { ...ownServer, hashKey: 'k'.repeat(32), revision: 0 })
    return { body: { ...ownServer, keyId: 'k2', revision: 1 } }
  },
  'POST /platform/catalogue/server/key/rotate': async () => ({
    body: { ...own, keyId: 'k3', hashKey: 'secret-'.repeat(6), revision: 2 },
    after: async (detail) => expect(JSON.stringify(detail)).not.toContain('secret-'),
  }),
  'POST /platform/catalogue/server/key/end': async () => ({ body: { ...own, revision: 3 } }),
  'POST /platform/catalogue/import': async () => {
    const { text } = await ask<{ text: string }>('/platform/catalogue/export', { format: 'csv' })
    return { body: { format: 'csv', apply: true }, text: text.replace('白帆湾', '白帆新湾') }
  },
  'POST /platform/catalogue/server/switch': async () => ({
    body: { lineId: 'harbour-prod', sIds: [11], enabled: false },
  }),
  'POST /platform/catalogue/delete': async () => ({
    body: { game: 'lantern', partnerCode: 'harbour', lineId: 'harbour-prod', sId: 12, revision: 1 },
  }),
  'POST /platform/catalogue/line/save': async () => {
    const { lines } = await ask<{ lines: Record<string, unknown>[] }>('/platform/catalogue/tree')
    const { game, partnerCode, lineId, lineCode, name, channels, revision } = lines.find(
      (line) => line['lineId'] === 'harbour-prod',
    )!
    return { body: { game, partnerCode, lineId, lineCode, name, channels, revision, environment: 'staging' } }
  },
  'POST /platform/approvals/policies/save': async () => ({ body: { version: 0, policy: POLICY } }),
  // Off from here.
  'POST /platform/approvals/settings/save': async () => ({ body: { isOn: false, version: 1 } }),
}

function send(name: string, { query = {}, body, text }: Case): Promise<Answer> {
  const path = `${name.split(' ')[1]}?${search(query)}`
  return text === undefined ? admin.post(path, body) : admin.postText(path, body, text)
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

  test.each(Object.entries(CASES))('%s is handed in, approved and executed', async (name, make) => {
    const asked = await make()
    const refused = await send(name, asked)
    expect([refused.http, refused.body.err?.code]).toEqual([428, 'approval_required'])
    const { query, body, text = '' } = asked
    const order = { route: name, input: { query, body }, reason: 'ticket 7' }
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
    const fields = shown.preview.flatMap((block) => (block.kind === 'changes' ? block.rows : []))
    for (const { what } of fields) expect(what).not.toMatch(/^[a-z][A-Za-z_]*$/)
    const yes = () => reviewer.post('/platform/approvals/vote', { id, hash, decision: 'approve' })
    expect((await proven(reviewer, yes)).body.msg).toBe('')
    expect((await admin.post('/platform/approvals/execute', { id, hash })).body.msg).toBe('')
    const isOver = async () => (await detailOf(id)).run.endedAt !== null
    await expect.poll(isOver, { timeout: 30_000 }).toBe(true)
    const done = await detailOf(id)
    expect([done.execution, done.run.code, done.run.message]).toEqual(['succeeded', '', done.run.message])
    requests.set(name, done)
    await asked.after?.(done)
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
