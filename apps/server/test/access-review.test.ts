import type { ReviewItem, ReviewView } from '@qd/access/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* The review of a quarter over the real audit, by the built-in role meant for it; what is to go goes by those who may. */

const REVIEWS = '/platform/user/reviews'

let running: TestConsole
let [admin, reviewer, operator, reader]: Speaker[] = []
beforeAll(async () => {
  running = await startTestConsole({ QD_SANDBOX_APPROVALS: 'on' })
  ;[admin, reviewer, operator, reader] = await Promise.all(
    ['admin', 'reviewer', 'operator', 'reader'].map((name) => running.signIn(name)),
  )
})
afterAll(() => running.dispose())

const data = async <T>(as: Speaker, path: string, body: object): Promise<T> => {
  const answer = await as.post<T>(path, body)
  expect([path, answer.http, answer.body.msg]).toEqual([path, 200, ''])
  return answer.body.data
}
const itemsOf = (as: Speaker, reviewId: string, filter: object = {}) =>
  data<{ list: ReviewItem[] }>(as, `${REVIEWS}/items`, { reviewId, page: 1, pageSize: 100, ...filter })

test('a reviewer goes through a quarter; what is to go goes by the calls of the grants, gated as ever', async () => {
  // Something the operator needs their role for.
  const player = '?uId=30123000045'
  const loaded = { diffs: ['SettingsInfo'] }
  const { version, data: known } = await data<{ version: string; data: { settings: { music: number } } }>(
    operator!,
    `/adjust/get${player}`,
    loaded,
  )
  const { music } = known.settings
  const change = { diff: 'SettingsInfo', path: ['music'], op: 'set', value: (music + 1) % 9, old: music }
  const edit = { version, changes: [change], idempotencyKey: 'access-review', reason: 'ticket 7' }
  await data(operator!, `/adjust/api/change${player}`, edit)
  for (const as of [operator!, reader!]) {
    const refused = await as.post(`${REVIEWS}/list`, {})
    expect([refused.http, refused.body.err?.code]).toEqual([403, 'forbidden'])
  }
  const { reviewId } = await data<{ reviewId: string }>(reviewer!, `${REVIEWS}/open`, { scope: '*' })
  const { list } = await itemsOf(reviewer!, reviewId)
  const of = (username: string) => list.find(({ user }) => user?.username === username)!
  expect(of('admin').grants[0]?.role).toMatch(/^(ROLE_ADMIN|admin)$/)
  const own = list.filter(({ isOwn }) => isOwn)
  expect(own.map(({ user }) => user?.username)).toEqual(own.map(() => 'reviewer'))
  expect(own.length).toBeGreaterThan(0)
  const rest = list.filter(({ isOwn, user }) => !isOwn && user?.username !== 'reader').map(({ item }) => item)
  const decide = (as: Speaker, items: number[], decision: string, reason = '') =>
    data(as, `${REVIEWS}/decide`, { reviewId, items, decision, reason })
  await decide(reviewer!, rest, 'keep')
  await decide(reviewer!, [of('reader').item], 'remove', 'has left')
  await decide(
    admin!,
    own.map(({ item }) => item),
    'keep',
  )
  await data(reviewer!, `${REVIEWS}/sign`, { reviewId })
  // The reviewer takes nothing from anybody: that is the administrators', and asks for its approval on this line.
  const { user, grants } = of('reader')
  const { roleName: _roleName, ...grant } = grants[0]!
  const take = { userId: user!.id, give: [], take: [{ ...grant }] }
  expect((await reviewer!.post('/platform/user/grants', take)).body.err?.code).toBe('forbidden')
  const gated = await admin!.post('/platform/user/grants', take)
  expect([200, 428]).toContain(gated.http)
  const { list: reviews } = await data<{ list: ReviewView[] }>(reviewer!, `${REVIEWS}/list`, {})
  expect(reviews[0]).toMatchObject({ undecided: 0, removed: 1, left: gated.http === 200 ? 0 : 1 })
  expect(reviews[0]?.signedBy?.name).toBe('沈岸')
  const file = await reviewer!.post<string>(`${REVIEWS}/export`, { reviewId })
  expect(file.body.data).toContain('has left')
})

test('the audit tells when a right was last needed', async () => {
  // The operator has edited a player; that the reader reads leaves no row.
  const { list } = await data<{ list: ReviewView[] }>(admin!, `${REVIEWS}/list`, {})
  await data(admin!, '/platform/role/save', { code: 'seen', name: 'Seen', codes: [], version: 0 }).catch(
    () => null,
  )
  const { reviewId } = await data<{ reviewId: string }>(admin!, `${REVIEWS}/open`, {
    scope: 'lantern/northwind',
  })
  const { list: items } = await itemsOf(admin!, reviewId)
  expect(
    items.every(({ grants }) => grants.every(({ scope }) => scope.startsWith('lantern/northwind'))),
  ).toBe(true)
  const uses = Object.fromEntries(
    items.map(({ user, grants, use }) => [`${user?.username} ${grants[0]?.role}`, use]),
  )
  expect(uses['reader reader']).toBe('unknown')
  expect(uses['operator operator']).toBe('used')
  expect(list).toHaveLength(1)
})
