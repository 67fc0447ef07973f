import { recentPlayers } from '@qd/players/contract'
import { serverCard, serverList } from '@qd/scope/contract'
import { TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import HomePage from './home-page.tsx'

/* What the page of a server makes of the forms an answer may have. */

const card = {
  server: {
    sId: 123,
    serviceName: '潮汐之门',
    lineId: 'northwind-test',
    lineName: '测试线',
    environment: 'test' as const,
    openedAt: null,
  },
  status: 'running' as const,
  build: '1.4.2',
  configVersion: null,
  protocolMd5: null,
  clock: null,
  online: 12_345,
  startedAt: null,
  capabilities: [],
}
/** May look at Northwind's servers, and nothing else. */
const user = testUser({
  roles: ['reader'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] }],
})

let api: FakeApi
beforeEach(() => {
  api = fakeApi([fake(recentPlayers, () => []), fake(serverList, () => [])])
})
afterEach(() => void vi.useRealTimers())

const answer = (body: object) => api.on(serverCard, () => Response.json({ requestId: 'r-1', ...body }))
const open = () => renderWithApp(<HomePage />, { scope: TEST_SCOPE, user })

it.each(['status', 's'])('[S8.01] 0 under "%s" is success', async (name) => {
  answer({ [name]: 0, msg: '', data: card })
  await open()
  expect(await screen.findByText('12,345')).toBeTruthy()
})

it.each(['status', 's'])(
  '[S8.01] anything else under "%s" is a failure, also with HTTP 200',
  async (name) => {
    answer({ [name]: 7, msg: '区服维护中', data: card })
    await open()
    expect(await screen.findByText(/区服维护中$/)).toBeTruthy()
    expect(screen.queryByText('12,345')).toBeNull()
  },
)

it.each([
  ['with a status of failure', { status: 7, msg: '区服维护中', data: card }],
  ['without any status', { msg: '区服维护中', data: card }],
])('[S8.03] an answer with doc is a success, %s', async (_form, body) => {
  answer({ ...body, doc: { title: '角色' } })
  await open()
  expect(await screen.findByText('12,345')).toBeTruthy()
  expect(screen.queryByText(/区服维护中/)).toBeNull()
})

it('[S9.01] no answer within 90 s is none', async () => {
  // The platform's own timer, which fake timers do not reach.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const aborter = new AbortController()
    setTimeout(() => aborter.abort(new DOMException('over', 'TimeoutError')), ms)
    return aborter.signal
  })
  api.on(serverCard, () => new Promise<never>(() => {}))
  const answered = fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const over = new Promise<never>((_resolve, reject) =>
      init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error)),
    )
    return Promise.race([answered(address, init), over])
  })
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await open()
  await act(() => vi.advanceTimersByTimeAsync(85_000))
  expect(api.callsOf(serverCard)).toHaveLength(1)
  expect(screen.queryByText(/连接到服务器失败$/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(await screen.findByText(/连接到服务器失败$/)).toBeTruthy()
})

it('[S8.03] what comes with a success as notification stays under 通知信息 until it is closed', async () => {
  answer({ status: 0, msg: '', data: card, notification: '维护将在 20:00 开始' })
  const app = await open()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await screen.findByText('通知信息')
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  screen.getByText('维护将在 20:00 开始')
  await app.user.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByText('维护将在 20:00 开始')).toBeNull()
})
