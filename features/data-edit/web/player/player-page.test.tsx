import { startLive } from '@qd/web-calls'
import { TEST_SCOPE, fakeApi, liveServer, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { act, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PlayerPage } from './player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { U_ID } from '../testing/sample-player.ts'

const holding = (...codes: string[]) =>
  testUser({
    username: 'lin',
    roles: ['reader'],
    grants: [{ scope: 'lantern/northwind', environment: '*', codes }],
  })
const user = holding('index.player.read', 'index.data.read')

const OPENED = { path: `/index/${U_ID}` }

function Page(): ReactNode {
  return (
    <Routes>
      <Route path="/index/:uId?" element={<PlayerPage uId={U_ID} />} />
    </Routes>
  )
}

let stop = () => {}
beforeEach(() => useEditor.setState({ sessions: {} }))
afterEach(() => {
  stop()
  vi.useRealTimers()
})

async function openPlayer() {
  const live = liveServer()
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
  fakeApi(fakePlayer(), { isGuarded: true })
  showWideScreen()
  await renderWithApp(<Page />, { ...OPENED, scope: TEST_SCOPE, user, language: 'en' })
  await screen.findByRole('region', { name: /^Player/ })
  live.ready()
  const commit = (actor: string, editId: string) =>
    live.tell('player-edits', {
      editId,
      actor,
      at: 5,
      version: 'v9',
      c: [{ d: 'bag', change: '{"10007":{"count":500}}' }],
    })
  return commit
}

const corner = () => within(screen.getByRole('log'))
const TOLD = `mei changed player ${U_ID}`

it("[S8.06] another person's change of the player is told in the corner for 3 s", async () => {
  const commit = await openPlayer()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  commit('mei', 'e9')
  await corner().findByText(TOLD)
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  corner().getByText(TOLD)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(corner().queryByText(TOLD)).toBeNull()
})

it("one's own change in another tab is not told", async () => {
  const commit = await openPlayer()
  commit('lin', 'e8')
  commit('mei', 'e9')
  await corner().findByText(TOLD)
  expect(corner().queryByText(/^lin changed/)).toBeNull()
})

it('[S6.05] who may read data and not find players is told which right is missing', async () => {
  fakeApi(fakePlayer(), { isGuarded: true })
  const reader = holding('index.data.read')
  await renderWithApp(<Page />, { ...OPENED, scope: TEST_SCOPE, user: reader, language: 'tr' })
  expect(await screen.findByText(/“Oyuncu bulma ve açma”/)).toBeTruthy()
})
