import type { RouteReplyGiven } from '@qd/contract-kit'
import type { serverCard } from '@qd/scope/contract'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setServerState } from '../contract/index.ts'
import { ServerStateButton } from './server-state-button.tsx'

/** May set states of Northwind's servers, and nothing else. */
const keeper = testUser({
  roles: ['keeper'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['game-servers.state.set'] }],
})
const stranger = testUser({
  roles: ['reader'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] }],
})

const card = (capabilities: string[]): RouteReplyGiven<typeof serverCard> => ({
  server: {
    sId: 123,
    serviceName: '潮汐之门',
    lineId: 'northwind-test',
    lineName: '测试线',
    environment: 'test',
    openedAt: null,
  },
  status: 'running',
  build: null,
  configVersion: null,
  protocolMd5: null,
  clock: null,
  online: 3,
  startedAt: null,
  capabilities,
})

let api: FakeApi
const onChanged = vi.fn<() => void>()
beforeEach(() => {
  onChanged.mockReset()
  api = fakeApi([fake(setServerState, ({ body }) => ({ state: body.state, online: 2 }))], { isGuarded: true })
})

const show = (capabilities = ['server.state'], user = keeper) =>
  renderWithApp(<ServerStateButton card={card(capabilities)} onChanged={onChanged} />, {
    scope: TEST_SCOPE,
    user,
  })
async function openForm() {
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: '区服状态' }))
  return { user, form: within(await screen.findByRole('dialog')) }
}

describe('the state of a server', () => {
  it('is offered only where the server has it and the user may', async () => {
    const { unmount } = await show(['players.lookup'])
    expect(screen.queryByRole('button', { name: '区服状态' })).toBeNull()
    unmount()
    await show(['server.state'], stranger)
    expect(screen.queryByRole('button', { name: '区服状态' })).toBeNull()
  })

  it('[S2.06] is sent with the message and those who get in all the same, each once', async () => {
    const { user, form } = await openForm()
    expect(form.getByText('已经在线的会被请出，只有名单内的能进入。')).toBeTruthy()
    await user.type(form.getByLabelText('给玩家的话'), '中午回来')
    await user.type(form.getByLabelText('仍可进入的人'), ' 30123000045 {Enter}{Enter}phone-1{Enter}phone-1')
    await user.click(form.getByRole('button', { name: '修改状态' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(setServerState)[0]?.body).toEqual({
      sId: 123,
      lineId: 'northwind-test',
      state: 'maintenance',
      message: '中午回来',
      allow: ['30123000045', 'phone-1'],
    })
    expect(await screen.findByText('区服现在是：维护中，在线 2 人')).toBeTruthy()
    expect(onChanged).toHaveBeenCalledTimes(1)
  })

  it('asks nobody for a list when all may enter', async () => {
    const { user, form } = await openForm()
    await user.click(form.getByRole('radio', { name: '公告' }))
    expect(form.queryByLabelText('仍可进入的人')).toBeNull()
    await user.click(form.getByRole('radio', { name: '开放' }))
    expect(form.queryByLabelText('给玩家的话')).toBeNull()
  })

  it('asks for reason and name where the server is guarded', async () => {
    api.on(setServerState, ({ body }) =>
      body.confirm === '潮汐之门'
        ? { state: body.state, online: 0 }
        : new FakeFailure(428, 'confirm_required', '请确认', {
            err: { code: 'confirm_required', retryable: false, details: { expected: '潮汐之门' } },
          }),
    )
    const { user, form } = await openForm()
    await user.click(form.getByRole('button', { name: '修改状态' }))
    const reason = await screen.findByLabelText('原因（写入审计）')
    await user.type(reason, '维护')
    await user.type(screen.getByLabelText(/^请输入以确认：/), '潮汐之门{Enter}')
    await waitFor(() => expect(api.callsOf(setServerState)).toHaveLength(2))
    expect(api.callsOf(setServerState)[1]?.body).toMatchObject({ reason: '维护', confirm: '潮汐之门' })
  })

  it('keeps what was typed when the game refuses, and says why', async () => {
    api.on(setServerState, () => new FakeFailure(422, 'upstream_refused', '游戏服务器拒绝了'))
    const { user, form } = await openForm()
    await user.type(form.getByLabelText('给玩家的话'), '中午回来')
    await user.click(form.getByRole('button', { name: '修改状态' }))
    expect(await form.findByText(/游戏服务器拒绝了/)).toBeTruthy()
    expect(form.getByLabelText<HTMLTextAreaElement>('给玩家的话').value).toBe('中午回来')
    expect(onChanged).not.toHaveBeenCalled()
  })
})
