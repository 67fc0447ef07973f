import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  reviewDecide,
  reviewItems,
  reviewList,
  reviewOpen,
  reviewSign,
  roleOptions,
  userGrants,
} from '../../contract/index.ts'
import type { ReviewItem, ReviewView } from '../../contract/index.ts'
import ReviewsPage from './reviews-page.tsx'

const holding = (...codes: string[]) =>
  testUser({ roles: [], grants: [{ scope: '*', environment: '*', codes }] })
/** Who reviews and takes nothing from anybody. */
const reviewer = holding('reviews.access.review', 'users.user.read')
const admin = holding('reviews.access.review', 'users.user.read', 'users.grant.assign')

const review: ReviewView = {
  id: 'r1',
  quarter: '2026-Q4',
  scope: '*',
  openedAt: 1_790_000_000_000,
  openedBy: { id: 'a', name: '沈岸' },
  signedAt: null,
  signedBy: null,
  items: 2,
  kept: 0,
  removed: 0,
  left: 0,
  undecided: 2,
  unused: 1,
}
const grant = { role: 'operator', roleName: '运营', scope: '*', environment: 'test' as const }
const entry: ReviewItem = {
  item: 1,
  kind: 'grant',
  user: { id: 'u1', name: '周帆', username: 'operator', state: 'active' },
  group: null,
  grants: [grant],
  use: 'unused',
  usedAt: null,
  lastLoginAt: null,
  decision: 'open',
  reason: '',
  decidedBy: null,
  decidedAt: null,
  isHeld: true,
  isOwn: false,
}
const own: ReviewItem = {
  ...entry,
  item: 2,
  user: { id: 'u2', name: '沈岸', username: 'reviewer', state: 'active' },
  isOwn: true,
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi([
    fake(reviewList, () => ({ list: [review], quarter: '2026-Q4', openable: [] })),
    fake(reviewItems, () => ({ list: [entry, own], total: 2 })),
    fake(reviewDecide, () => null),
    fake(reviewSign, () => null),
    fake(reviewOpen, () => ({ reviewId: 'r1', items: 2 })),
    fake(userGrants, () => null),
    fake(roleOptions, () => []),
    fake(gameList, () => []),
    fake(operatorList, () => []),
    fake(lineList, () => []),
    fake(serverList, () => []),
  ])
})

const rowOf = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('[role="row"]')!

it('a decision that is refused is told once, and the entry stays as it was', async () => {
  api.on(reviewDecide, () => new FakeFailure(503, 'store_unavailable', '数据库不可用'))
  const { user } = await renderWithApp(<ReviewsPage />, { path: '/reviews', user: reviewer })
  await rowOf('周帆')
  for (const box of screen.getAllByRole('checkbox').slice(-2)) await user.click(box)
  await user.click(screen.getByRole('button', { name: /^保\s?留$/ }))
  expect(await screen.findAllByText(/数据库不可用/)).toHaveLength(1)
})

it('an entry is said to stay or, with a reason, to go; nobody decides on their own', async () => {
  const { user } = await renderWithApp(<ReviewsPage />, { path: '/reviews', user: reviewer })
  const row = await rowOf('周帆')
  expect(row.textContent).toContain('90 天未使用')
  expect((await rowOf('沈岸')).textContent).toContain('你自己的')
  for (const box of screen.getAllByRole('checkbox').slice(-2)) await user.click(box)
  await user.click(screen.getByRole('button', { name: /^保\s?留$/ }))
  await waitFor(() => expect(api.callsOf(reviewDecide)).toHaveLength(1))
  expect(api.callsOf(reviewDecide)[0]?.body).toEqual({
    reviewId: 'r1',
    items: [1],
    decision: 'keep',
    reason: '',
  })
  await user.click(within(await rowOf('周帆')).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: /^移\s?除$/ }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox'), '已离职')
  await user.click(within(dialog).getByRole('button', { name: /^移\s?除$/ }))
  await waitFor(() =>
    expect(api.callsOf(reviewDecide)[1]?.body).toMatchObject({ decision: 'remove', reason: '已离职' }),
  )
})

it('is signed once all is decided', async () => {
  const { user, unmount } = await renderWithApp(<ReviewsPage />, { path: '/reviews', user: reviewer })
  const button = await screen.findByRole('button', { name: /^签\s?署$/ })
  expect(button.hasAttribute('disabled')).toBe(true)
  const cause = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(cause?.textContent).toBe('还有 2 项未决定，请先决定')
  unmount()
  const decided = { ...review, undecided: 0, kept: 1, removed: 1, left: 1 }
  api.on(reviewList, () => ({ list: [decided], quarter: '2026-Q4', openable: [] }))
  await renderWithApp(<ReviewsPage />, { path: '/reviews', user: reviewer })
  await screen.findByText('尚未收回 1 项')
  expect(screen.queryByText(/请先决定/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^签\s?署$/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^签\s?署$/ }))
  await waitFor(() => expect(api.callsOf(reviewSign)[0]?.body).toEqual({ reviewId: 'r1' }))
})

it('what is to go is taken by who may, by the call of the page of users; the others are not offered it', async () => {
  const toGo: ReviewItem = { ...entry, decision: 'remove', reason: '已离职' }
  api.on(reviewItems, () => ({ list: [toGo], total: 1 }))
  const { user, unmount } = await renderWithApp(<ReviewsPage />, { path: '/reviews', user: reviewer })
  expect(within(await rowOf('周帆')).getByText('已离职')).toBeTruthy()
  await user.click(within(await rowOf('周帆')).getByRole('checkbox'))
  expect(screen.queryByRole('button', { name: '立即收回' })).toBeNull()
  unmount()
  await renderWithApp(<ReviewsPage />, { path: '/reviews', user: admin })
  await user.click(within(await rowOf('周帆')).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: '立即收回' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '立即收回' }))
  const { roleName: _roleName, ...taken } = grant
  await waitFor(() =>
    expect(api.callsOf(userGrants)[0]?.body).toEqual({ userId: 'u1', give: [], take: [taken] }),
  )
})

it('the first review is opened from the empty page; a failure says so and is tried again', async () => {
  api.on(reviewList, () => new FakeFailure(503, 'storage_unavailable', '暂时不可用'))
  const { user } = await renderWithApp(<ReviewsPage />, { path: '/reviews', user: reviewer })
  await screen.findByText(/暂时不可用/)
  api.on(reviewList, () => ({ list: [], quarter: '2026-Q4', openable: ['*'] }))
  await user.click(screen.getByRole('button', { name: /重\s?试/ }))
  await screen.findByText('还没有复核')
  await user.click(screen.getByRole('button', { name: /开始 2026-Q4/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '开始复核' }))
  await waitFor(() => expect(api.callsOf(reviewOpen)[0]?.body).toEqual({ scope: '*' }))
})
