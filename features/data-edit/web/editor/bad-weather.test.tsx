import { defineRoute, z } from '@qd/contract-kit'
import { lookup } from '@qd/scope/contract'
import { noteGameServer, useReachability } from '@qd/web-calls'
import { FakeFailure, TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commitChanges, editHistory, getData } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, playerData } from '../testing/sample-player.ts'

const operator = testUser({
  roles: ['operator'],
  grants: [
    {
      scope: 'lantern',
      environment: '*',
      codes: ['index.player.read', 'index.data.read', 'index.data.edit'],
    },
  ],
})
const NOT_SENT = '没有发送：网络已断开。填写的内容都还在，恢复后请再试。'

let api: FakeApi

async function openPlayer() {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, user: operator })
  await screen.findByRole('region', { name: /^玩家/ })
  return user
}

const header = () => within(screen.getByRole('region', { name: /^玩家/ }))

const readyz = defineRoute({
  method: 'GET',
  path: '/readyz',
  title: 'r',
  permission: 'public',
  level: 0,
  risk: 'R0',
  reply: z.unknown(),
})

function network(isThere: boolean): void {
  api.on(readyz, () => (isThere ? 'ok' : Promise.reject(new TypeError('network'))))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

function gameServer(isAnswering: boolean): void {
  act(() =>
    noteGameServer({ lineId: 'northwind-test', sId: 123, isAnswering, answeredAtMs: 1_700_000_000_000 }),
  )
}

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  showWideScreen()
  api = fakeApi(fakePlayer())
})

afterEach(() => {
  gameServer(true)
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  useReachability.setState({ reach: 'fine' })
})

describe('a game server that does not answer', () => {
  it('[ED.172] is told above the data, and nobody is called online', async () => {
    await openPlayer()
    header().getByText('在线')
    screen.getByText('玩家在线：修改立即生效，不会断线')
    gameServer(false)
    screen.getByText(/^S123 没有应答，下面是 \d{4}年.* 的数据/)
    expect(header().queryByText('在线')).toBeNull()
    const state = header().getByText('未知')
    expect(state.textContent).toMatch(/^未知 · \d\d:\d\d:\d\d$/)
    expect(state.title).toMatch(/：在线$/)
    screen.getByText('区服没有应答：不知道玩家是否在线')
  })

  it('[ED.172] is read again when it is back, and what was typed is still there', async () => {
    await openPlayer()
    act(() =>
      draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 680 }]),
    )
    gameServer(false)
    api.on(getData, () => ({ version: 'v9', online: false, data: playerData() }))
    gameServer(true)
    await header().findByText('离线')
    expect(screen.queryByText(/没有应答/)).toBeNull()
    expect(screen.getByRole('button', { name: /提交 1 项/ })).toBeTruthy()
    expect(api.callsOf(commitChanges)).toEqual([])
  })

  it('[ED.172] another server that is gone is not told here', async () => {
    await openPlayer()
    act(() => noteGameServer({ lineId: 'northwind-test', sId: 124, isAnswering: false, answeredAtMs: null }))
    header().getByText('在线')
    expect(screen.queryByText(/没有应答/)).toBeNull()
  })
})

describe('a page without network', () => {
  it('[ED.173] says at once that nothing was sent, keeps what was typed, and sends nothing by itself', async () => {
    const user = await openPlayer()
    act(() =>
      draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 680 }]),
    )
    const reason = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '原因' })
    await user.type(reason, '补偿')
    network(false)
    header().getByText('未知')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    expect((await screen.findByText(NOT_SENT)).closest('[role=alert]')).toBeTruthy()
    expect(reason.value).toBe('补偿')

    const asked = api.callsOf(editHistory).length
    network(true)
    await waitFor(() => expect(api.callsOf(editHistory).length).toBeGreaterThan(asked))
    await waitFor(() => expect(useEditor.getState().sessions[PLAYER]?.busy).toBeNull())
    expect(api.callsOf(commitChanges)).toEqual([])
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    await waitFor(() => expect(api.callsOf(commitChanges)).toHaveLength(1))
  })

  it('[ED.173] the open player stays when a look for them fails', async () => {
    const held: { client?: QueryClient } = {}
    function Client() {
      const client = useQueryClient()
      useEffect(() => void Object.assign(held, { client }))
      return null
    }
    const page = (
      <>
        <Client />
        <PlayerPage uId={U_ID} />
      </>
    )
    await renderWithApp(page, { scope: TEST_SCOPE, user: operator })
    await screen.findByRole('region', { name: /^玩家/ })
    api.on(lookup, () => new FakeFailure(503, 'upstream_down'))
    await act(() => held.client?.invalidateQueries())
    expect(api.callsOf(lookup)).toHaveLength(2)
    header().getByText('在线')
    api.on(lookup, () => new FakeFailure(404, 'player_not_found'))
    await act(() => held.client?.invalidateQueries())
    await screen.findByText('找不到这个玩家')
  })
})
