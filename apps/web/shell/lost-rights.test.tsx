import { readUsers } from '@qd/access/contract'
import { userList } from '@qd/accounts/contract'
import { gameList } from '@qd/scope/contract'
import { getUserInfo, ticket } from '@qd/session/contract'
import { useSession } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { useMessageLog } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
import { FakeFailure, fake, fakeApi, liveServer, renderWithApp, testUser } from '@qd/web-testing'
import type { LiveServer } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AppRoutes } from '../router.tsx'

function People(): ReactNode {
  return <input aria-label="typed" />
}

/** Three parts of a page ask at once. */
const askThrice = () =>
  act(() =>
    Promise.allSettled(
      [1, 2, 3].map((page) =>
        call(userList, { body: { page, pageSize: 10 } }, { tag: 'kit:retry', told: 'toast' }),
      ),
    ),
  )

const demo: WebFeature = {
  name: 'accounts',
  pages: [
    {
      path: 'users',
      titleKey: 'users.title',
      component: People,
      level: 0,
      permission: readUsers,
      menu: { order: 1 },
    },
  ],
}
vi.mock('../features.ts', () => ({ FEATURES: [demo] }))

const held = ['users.user.read', 'users.user.edit', 'audit.entry.read']
function someone(codes: readonly string[]) {
  const permissions = codes.map((key) => {
    const at = key.indexOf('.')
    return { routerName: key.slice(0, at), functionList: [{ code: key.slice(at + 1), type: 'button' }] }
  })
  return testUser({ roles: [], grants: [{ scope: '*', environment: '*', codes: [...codes] }], permissions })
}

beforeAll(() => import('./shell.tsx'))
let live: LiveServer
beforeEach(() => void (live = liveServer()))
afterEach(() => void vi.useRealTimers())

async function open() {
  const api = fakeApi([
    fake(getUserInfo, () => someone(held) as never),
    fake(ticket, () => ({ ticket: 't', expiresAt: 1 })),
    fake(gameList, () => []),
    fake(userList, () => ({ list: [], total: 0 })),
  ])
  const app = await renderWithApp(<AppRoutes />, { path: '/users', features: [demo], user: someone(held) })
  await app.user.type(await screen.findByLabelText('typed'), '守夜人')
  expect(screen.getAllByRole('link', { name: '用户' })).toHaveLength(2)
  useMessageLog.getState().clear()
  return { ...app, api }
}

const told = () => useMessageLog.getState().messages.map(({ text }) => text)

it('[S6.03] a right taken away while its page is open: one sentence, and what was typed waits', async () => {
  const { api } = await open()
  api.on(getUserInfo, () => someone(['audit.entry.read']) as never)
  api.on(userList, () => new FakeFailure(403, 'forbidden', '没有该操作的权限，请联系管理员'))
  await askThrice()

  await screen.findByText('需要权限“查看用户”，请联系管理员。')
  await waitFor(() => expect(told()).toEqual(['你的权限已变更。已失去：用户。']))
  expect(screen.getByLabelText('typed').closest('[style*="display: none"]')).not.toBeNull()
  // The entry of the menu is gone; the tab is still theirs to close.
  expect(screen.getAllByRole('link', { name: '用户' })).toHaveLength(1)

  // Given back, told by the server: the page is as it was left.
  api.on(getUserInfo, () => someone(held) as never)
  live.ready()
  live.tell('session', { kind: 'rights' })
  await waitFor(() => expect(told()).toContain('你的权限已变更。新增：用户。'))
  expect(screen.queryByText(/需要权限/)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('守夜人')
  expect(screen.getByLabelText('typed').closest('[style*="display: none"]')).toBeNull()
})

it('[S6.03] a preview is told of no change of rights: what a role sees is nobody’s own', async () => {
  const inPreview = (codes: readonly string[]) => ({
    ...someone(codes),
    session: { ...someone(codes).session, kind: 'preview' as const },
    preview: { label: 'reader' },
  })
  const api = fakeApi([
    fake(getUserInfo, () => inPreview(held) as never),
    fake(ticket, () => ({ ticket: 't', expiresAt: 1 })),
    fake(gameList, () => []),
    fake(userList, () => ({ list: [], total: 0 })),
  ])
  const user = inPreview(held)
  await renderWithApp(<AppRoutes />, { path: '/users', features: [demo], user })
  await screen.findByLabelText('typed')
  useMessageLog.getState().clear()
  api.on(getUserInfo, () => inPreview(['users.user.read']) as never)
  const before = api.callsOf(getUserInfo).length
  live.ready()
  live.tell('session', { kind: 'rights' })
  await waitFor(() => expect(api.callsOf(getUserInfo).length).toBeGreaterThan(before))
  await waitFor(() => expect(useSession.getState().userInfo?.permissions).toHaveLength(1))
  expect(told()).toEqual([])
})

it('refusals without a change of rights are told once', async () => {
  const { api } = await open()
  const refusals: (() => void)[] = []
  api.on(userList, () => new FakeFailure(403, 'forbidden', '没有该操作的权限，请联系管理员'))
  api.on(getUserInfo, async () => {
    await new Promise<void>((resolve) => refusals.push(resolve))
    return someone(held) as never
  })
  await askThrice()
  await waitFor(() => expect(refusals).toHaveLength(1))
  act(() => refusals[0]!())
  await waitFor(() => expect(told()).toEqual(['重试:请求失败:没有该操作的权限，请联系管理员']))
  expect(useMessageLog.getState().messages[0]!.count).toBe(1)
})

it('[S8.06] rights that somebody changed are told in the corner for 3 s', async () => {
  const { api } = await open()
  api.on(getUserInfo, () => someone([...held, 'audit.entry.export']) as never)
  live.ready()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  live.tell('session', { kind: 'rights' })
  const corner = within(screen.getByRole('log'))
  await corner.findByText(/^你的权限已变更。新增/)
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  corner.getByText(/^你的权限已变更。新增/)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(corner.queryByText(/^你的权限已变更/)).toBeNull()
})
