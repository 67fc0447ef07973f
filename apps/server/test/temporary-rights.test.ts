import type { RightsSource } from '@qd/access/contract'
import type { ApprovalDetail } from '@qd/approvals/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLive, proven, startTestConsole, withoutFactor } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/*
 * A role for some hours, asked for by whoever lacks it. Approvals are off in this console: nobody is given anything by
 * themselves all the same.
 */

const ASK = 'POST /platform/user/rights/ask'
const HOUR_MS = 3_600_000
const PLACE = { scope: 'lantern/northwind/northwind-test', environment: 'test' }
const EDITING = { role: 'operator', ...PLACE, hours: 2 }

let running: TestConsole
let [admin, reviewer, reader]: Speaker[] = []
beforeAll(async () => {
  running = await startTestConsole()
  ;[admin, reviewer, reader] = await Promise.all(
    ['admin', 'reviewer', 'reader'].map((name) => running.signIn(name)),
  )
  await withoutFactor(reviewer!)
})
afterAll(() => running.dispose())

interface Own extends RightsSource {
  mayGiveBack: boolean
}
const ownOf = async (as: Speaker) => (await as.post<Own[]>('/platform/user/rights/own')).body.data
const askedOf = async (as: Speaker) => (await ownOf(as)).filter(({ role }) => role === 'operator')
const handIn = (as: Speaker, body: object) =>
  as.postText<{ id: string; hash: string }>(
    '/platform/approvals/submit',
    { route: ASK, input: { body }, reason: 'ticket 7', window: { from: null, to: null, auto: true } },
    '',
  )
const vote = (as: Speaker, { id, hash }: { id: string; hash: string }) =>
  proven(as, () => as.post('/platform/approvals/vote', { id, hash, decision: 'approve' }))
const detailOf = async (id: string) =>
  (await admin!.post<ApprovalDetail>('/platform/approvals/get', { id })).body.data
const ended = (id: string) => expect.poll(async () => (await detailOf(id)).run.endedAt).not.toBeNull()

test('whoever is signed in asks for a role; nobody gives it to themselves', async () => {
  const roles = (
    await reader!.post<{ code: string; givesIt: boolean }[]>('/platform/user/rights/roles', {
      permission: 'index.data.edit',
    })
  ).body.data
  expect(roles.filter(({ givesIt }) => givesIt).map(({ code }) => code)).toEqual(
    expect.arrayContaining(['ROLE_ADMIN', 'admin', 'operator']),
  )
  expect(roles.find(({ code }) => code === 'reader')?.givesIt).toBe(false)
  // Nobody is led to ask for everything: what gives least comes first.
  expect(roles.filter(({ givesIt }) => givesIt)[0]?.code).toBe('operator')
  const refused = await reader!.post(ASK.split(' ')[1]!, EDITING)
  expect([refused.http, refused.body.err?.code]).toEqual([428, 'approval_required'])
  expect(await askedOf(reader!)).toEqual([])
  const bad: [body: object, http: number, code: string][] = [
    [{ ...EDITING, hours: 73 }, 400, 'field_invalid'],
    [{ ...EDITING, hours: 0 }, 400, 'field_invalid'],
    [{ ...EDITING, until: 1 }, 400, 'field_unknown'],
    [{ ...EDITING, role: 'no-such-role' }, 404, 'role_not_found'],
    [{ ...EDITING, scope: 'a//b' }, 400, 'grant_scope_invalid'],
    [{ ...EDITING, role: 'reader', environment: '*' }, 409, 'grant_held'],
  ]
  for (const [body, http, code] of bad) {
    const answer = await handIn(reader!, body)
    expect([answer.http, answer.body.err?.code], JSON.stringify(body)).toEqual([http, code])
  }
  expect((await running.anonymous.post(ASK.split(' ')[1]!, EDITING)).http).toBe(401)
})

test('whoever could give it decides; then it holds for these hours, in open pages too, and is given back early', async () => {
  const live = await openLive(running.url, reader!)
  const session = await live.open('session')
  const rightsChange = () => session.event<{ kind: string }>(({ kind }) => kind === 'rights')
  const { id, hash } = (await handIn(reader!, EDITING)).body.data
  const shown = await detailOf(id)
  expect([shown.type, shown.policy.stages.length, shown.may.approve]).toEqual(['access.temporary', 1, true])
  // Approvers read names, not codes.
  expect(JSON.stringify(shown.preview)).toMatch(/运营.*测试/)
  expect(shown.title).toMatch(/2 小时的权限角色 运营$/)
  const [facts] = shown.preview
  const rows = facts?.kind === 'facts' ? facts.rows : []
  const names = rows.find(({ label }) => label === '权限名称')?.value.split(' · ') ?? []
  expect(names).toHaveLength(20)
  expect(names.filter((name) => !/\p{Script=Han}/u.test(name))).toEqual([])
  // The reviewer may decide on requests there and could not give this role.
  const theirs = await vote(reviewer!, { id, hash })
  expect([theirs.http, theirs.body.err?.code]).toEqual([403, 'approval_not_asked'])
  const inbox = async (as: Speaker) =>
    (await as.post<{ list: { id: string }[] }>('/platform/approvals/list', { inbox: 'to_decide' })).body.data
      .list
  expect((await inbox(reviewer!)).map((each) => each.id)).not.toContain(id)
  expect((await inbox(admin!)).map((each) => each.id)).toContain(id)
  expect((await vote(reader!, { id, hash })).http).toBe(403)
  const before = Date.now()
  expect((await vote(admin!, { id, hash })).body.msg).toBe('')
  await ended(id)
  const after = Date.now()
  expect((await detailOf(id)).execution).toBe('succeeded')
  await rightsChange()
  const [held] = await askedOf(reader!)
  expect(held).toMatchObject({ ...PLACE, group: null, mayGiveBack: true })
  expect(held!.until! - 2 * HOUR_MS).toBeGreaterThanOrEqual(before)
  expect(held!.until! - 2 * HOUR_MS).toBeLessThanOrEqual(after)
  // The right works at once, and is asked for no second time.
  const edit = await reader!.post('/adjust/bulk/preview?lineId=northwind-test', {})
  expect(edit.body.err?.code).not.toBe('forbidden')
  expect((await handIn(reader!, { ...EDITING, hours: 1 })).body.err?.code).toBe('grant_held')
  const given = await reader!.post('/platform/user/rights/give-back', { role: 'operator', ...PLACE })
  expect(given.body.msg).toBe('')
  await rightsChange()
  expect(await askedOf(reader!)).toEqual([])
  expect(
    (await reader!.post('/platform/user/rights/give-back', { role: 'operator', ...PLACE })).body.err?.code,
  ).toBe('grant_not_ending')
  // One without an end is not theirs to drop.
  const reading = (await ownOf(reader!)).find(({ role }) => role === 'reader')!
  expect(reading.mayGiveBack).toBe(false)
  const { role, scope, environment } = reading
  const kept = await reader!.post('/platform/user/rights/give-back', { role, scope, environment })
  expect(kept.body.err?.code).toBe('grant_not_ending')
  live.socket.close()
})

test('an emergency gives nobody more than they could give', async () => {
  const role = { code: 'breaker', name: 'Breaker', codes: ['approvals.bypass', 'approvals.see'], version: 0 }
  expect((await admin!.post('/platform/role/save', role)).body.msg).toBe('')
  const { list } = (
    await admin!.post<{ list: { id: string; username: string }[] }>('/platform/user/list', {
      page: 1,
      pageSize: 50,
    })
  ).body.data
  const userId = list.find(({ username }) => username === 'reader')!.id
  const give = [{ role: 'breaker', scope: '*', environment: '*' }]
  const gave = await proven(admin!, () => admin!.post('/platform/user/grants', { userId, give, take: [] }))
  expect(gave.body.msg).toBe('')
  const { id, hash } = (await handIn(reader!, { role: 'admin', scope: '*', environment: '*', hours: 72 }))
    .body.data
  const override = () => reader!.post('/platform/approvals/override', { id, hash, reason: 'fire' })
  expect((await proven(reader!, override)).body.err?.code).toBe('forbidden')
  expect((await ownOf(reader!)).some((each) => each.role === 'admin')).toBe(false)
})
