import type { ApprovalDetail, approvalApprovers } from '@qd/approvals/contract'
import type { RouteReply } from '@qd/contract-kit'
import type { MailRecord, mailChecks } from '@qd/mail/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailDesk, mailKey, proven, startTestConsole, withoutFactor } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* A mail of production and the request for its approval, through the whole console with the sandbox. */

const LINE = 'harbour-prod'
const AT = `?lineId=${LINE}`
const ROUTE = 'POST /partner/mail/release'

let running: TestConsole
let admin: Speaker
let reviewer: Speaker
beforeAll(async () => {
  running = await startTestConsole({ QD_SANDBOX_APPROVALS: 'on' }, { playersPerServer: 50 })
  admin = await running.signIn('admin')
  reviewer = await running.signIn('reviewer')
  await withoutFactor(reviewer)
})
afterAll(() => running.dispose())

const desk = () => mailDesk({ admin, lineId: LINE, uId: '10011000003', confirmation: {} })
const get = async (id: string) => (await admin.post<MailRecord>(`/partner/mail/get${AT}`, { id })).body.data
const standing = async (id: string) => {
  const { state, approval } = await get(id)
  return [state, approval?.state ?? null]
}

interface Handed {
  id: string
  hash: string
  number: number
}

async function handedIn(ready: object): Promise<Handed> {
  const input = { query: { lineId: LINE }, body: { ...ready, idempotencyKey: mailKey() } }
  const order = { route: ROUTE, input, reason: 'ticket 7' }
  const { http, body } = await admin.postText<Handed>('/platform/approvals/submit', order, '')
  expect(http, body.msg).toBe(200)
  return body.data
}

async function decided({ id, hash }: Handed, decision: 'approve' | 'reject') {
  const vote = { id, hash, decision, reason: 'because' }
  const answer = await proven(reviewer, () => reviewer.post('/platform/approvals/vote', vote))
  expect(answer.http, answer.body.msg).toBe(200)
}
const requestOf = async (id: string) =>
  (await admin.post<ApprovalDetail>('/platform/approvals/get', { id })).body.data

describe('a mail shows where its request stands', () => {
  test('[S4.01] pending, approved, and sent by the request', async () => {
    const ready = await desk().ready()
    expect(await standing(ready.id)).toEqual(['draft', null])
    const request = await handedIn(ready)
    expect(await get(ready.id)).toMatchObject({
      state: 'pending',
      approval: { requestId: request.id, number: request.number, state: 'pending' },
    })
    const { body } = await admin.post<{ list: { id: string }[] }>(`/partner/mail/list${AT}`, {
      states: ['pending'],
    })
    expect(body.data.list.map(({ id }) => id)).toEqual([ready.id])
    await decided(request, 'approve')
    expect(await standing(ready.id)).toEqual(['approved', 'approved'])
    await admin.post('/platform/approvals/execute', { id: request.id, hash: request.hash })
    await expect.poll(() => standing(ready.id), { timeout: 30_000 }).toEqual(['sent', 'done'])
  })

  test('[S4.01] rejected and vetoed', async () => {
    const ready = await desk().ready()
    await decided(await handedIn(ready), 'reject')
    expect(await standing(ready.id)).toEqual(['rejected', 'rejected'])
    const second = await handedIn(ready)
    expect(await standing(ready.id)).toEqual(['pending', 'pending'])
    const veto = { id: second.id, hash: second.hash, reason: 'never' }
    const answer = await proven(admin, () => admin.post('/platform/approvals/veto', veto))
    expect(answer.http, answer.body.msg).toBe(200)
    expect(await standing(ready.id)).toEqual(['vetoed', 'vetoed'])
  })
})

test('who would decide on a mail is told before it is handed in', async () => {
  const ready = await desk().ready()
  const checks = await admin.post<RouteReply<typeof mailChecks>>(`/partner/mail/check${AT}`, { id: ready.id })
  const { risk, value, effects } = checks.body.data
  const asked = await admin.post<RouteReply<typeof approvalApprovers>>('/platform/approvals/approvers', {
    lineId: LINE,
    type: 'mail.send',
    risk,
    value,
    effects,
  })
  const { policy } = asked.body.data
  expect(policy?.stages.flatMap(({ people }) => people.map(({ name }) => name))).toContain('沈岸')
  const request = await handedIn(ready)
  expect((await requestOf(request.id)).policy.name).toBe(policy?.name)
})

describe('a mail in approval', () => {
  test('stays as it is, unless whoever changes it says that this withdraws the request', async () => {
    const ready = await desk().ready()
    const request = await handedIn(ready)
    const { draft, revision } = await get(ready.id)
    const change = { id: ready.id, revision, draft: { ...draft, name: 'another name' } }
    const refused = await admin.post(`/partner/mail/save${AT}`, change)
    expect([refused.http, refused.body.err?.code]).toEqual([409, 'mail_in_approval'])
    const removed = await admin.post(`/partner/mail/remove${AT}`, { id: ready.id, revision })
    expect(removed.body.err?.code).toBe('mail_in_approval')
    expect(await standing(ready.id)).toEqual(['pending', 'pending'])
    const saved = await admin.post(`/partner/mail/save${AT}`, { ...change, withdraws: true })
    expect(saved.http, saved.body.msg).toBe(200)
    expect(await get(ready.id)).toMatchObject({ state: 'draft', draft: { name: 'another name' } })
    expect((await requestOf(request.id)).status).toBe(0)
  })

  test('is not sent any more as it was approved, once it was changed', async () => {
    const ready = await desk().ready()
    const request = await handedIn(ready)
    await decided(request, 'approve')
    const { draft, revision } = await get(ready.id)
    const change = { id: ready.id, revision, draft: { ...draft, name: 'another name' }, withdraws: true }
    expect((await admin.post(`/partner/mail/save${AT}`, change)).http).toBe(200)
    expect((await requestOf(request.id)).execution).toBe('cancelled')
    const late = await admin.post('/platform/approvals/execute', { id: request.id, hash: request.hash })
    expect(late.body.err?.code).toBe('approval_state_changed')
    expect(await standing(ready.id)).toEqual(['draft', 'cancelled'])
  })
})
