import { linkedPlace, playerSearch } from '@qd/scope/contract'
import { getConfig } from '@qd/system/contract'
import { forgetKept } from '@qd/web-frame'
import { TEST_SCOPE, fake, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { U_ID } from '../testing/sample-player.ts'
import { FirstSteps } from './first-steps.tsx'

const READ = ['index.player.read', 'index.data.read']
const holding = (codes: string[], scope = 'lantern/northwind') =>
  testUser({ roles: ['operator'], grants: [{ scope, environment: '*', codes }] })
const EDIT = ['index.data.edit', 'index.data.undo']
const operator = holding([...READ, ...EDIT])

/** The selection has asked for the games. */
const games = [{ id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }]

function world(isSandbox = true) {
  const found = { level: 72, online: true, sId: 123, serviceName: '潮汐之门', lineId: 'northwind-test' }
  const config = { status: 0, msg: '', data: { sandbox: isSandbox }, requestId: 'r' }
  const api = fakeApi(
    [
      ...fakePlayer(),
      fake(playerSearch, () => ({
        players: [
          { ...found, uId: '30123000999', name: '岚夜听潮二', game: 'lantern', matchedBy: 'name' as const },
          { ...found, uId: U_ID, name: '岚夜听潮', game: 'lantern', matchedBy: 'name' as const },
        ],
        hasMore: false,
        unanswered: [],
        unusable: [],
      })),
      fake(linkedPlace, () => ({
        game: 'lantern',
        partnerCode: 'northwind',
        lineId: 'northwind-test',
        sId: 123,
      })),
    ],
    { isGuarded: true },
  )
  api.on(getConfig, () => Response.json(config))
  return api
}

async function open(user: typeof operator) {
  showWideScreen()
  const page = (
    <>
      <FirstSteps />
      <Routes>
        <Route path="/index/:uId?" element={<PlayerPage uId={U_ID} />} />
      </Routes>
    </>
  )
  return renderWithApp(page, { scope: { ...TEST_SCOPE, games }, path: `/index/${U_ID}?module=Bag`, user })
}
const ticked = () => screen.queryAllByRole('img', { name: '已完成' }).length

beforeEach(() => {
  forgetKept()
  useEditor.setState({ sessions: {} })
})

describe('the first steps in the sandbox', () => {
  it('each step ticks itself when it is done, and it is put away for good', async () => {
    world()
    const { user, unmount } = await open(operator)
    await screen.findByRole('heading', { name: '沙盒入门' })
    await waitFor(() => expect(ticked()).toBe(1))
    await user.dblClick(await screen.findByRole('gridcell', { name: /1,250/ }))
    await user.keyboard('{Control>}a{/Control}7{Enter}')
    await waitFor(() => expect(ticked()).toBe(2))
    await user.click(screen.getByRole('button', { name: '检查' }))
    await waitFor(() => expect(ticked()).toBe(3))
    act(() => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }))
    await waitFor(() => expect(ticked()).toBe(4))
    await user.click(screen.getByRole('button', { name: '完成' }))
    expect(screen.queryByRole('heading', { name: '沙盒入门' })).toBeNull()
    unmount()
    const again = world()
    await open(operator)
    await screen.findByRole('region', { name: /^玩家/ })
    expect(screen.queryByRole('heading', { name: '沙盒入门' })).toBeNull()
    expect(again.callsOf(playerSearch)).toEqual([])
  })

  it.each([
    ['an editor of another publisher', holding([...READ, ...EDIT], 'lantern/harbour')],
    ['who may not undo', holding([...READ, 'index.data.edit'])],
  ])('%s is not offered what they cannot do', async (_who, user) => {
    const api = world()
    await open(user)
    await waitFor(() => expect(api.callsOf(linkedPlace)).toHaveLength(1))
    // The answer is drawn after this one, which is asked for later.
    await act(() => new Promise((resolve) => void requestAnimationFrame(resolve)))
    expect(screen.queryByRole('heading', { name: '沙盒入门' })).toBeNull()
  })

  it('a reader is not offered them, and nothing is asked for them', async () => {
    const api = world()
    await open(holding(READ))
    await screen.findByRole('region', { name: /^玩家/ })
    expect(screen.queryByRole('heading', { name: '沙盒入门' })).toBeNull()
    expect(api.callsOf(playerSearch)).toEqual([])
  })

  it('there is none where there is no sandbox', async () => {
    const api = world(false)
    await open(operator)
    await screen.findByRole('region', { name: /^玩家/ })
    expect(screen.queryByRole('heading', { name: '沙盒入门' })).toBeNull()
    expect(api.callsOf(playerSearch)).toEqual([])
  })
})
