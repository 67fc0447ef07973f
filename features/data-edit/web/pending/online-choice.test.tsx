import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { checkChanges } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID } from '../testing/sample-player.ts'

const EDITOR = testUser({
  roles: [],
  grants: [{ scope: '*', environment: '*', codes: ['index.data.read', 'index.data.edit'] }],
})
const REFUSED = '玩家在线：提交会被拒绝'

let api: FakeApi

const reply = () => ({
  actions: [],
  warnings: [{ code: 'player_online', text: REFUSED }],
  refused: [],
  risk: 'R2' as const,
})

async function openWithChange() {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, user: EDITOR })
  await screen.findByRole('region', { name: /^玩家/ })
  act(() =>
    draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 680 }]),
  )
  const choose = async (label: string) => {
    await user.click(screen.getByRole('combobox', { name: '玩家在线时：' }))
    await user.click(await screen.findByTitle(label))
  }
  const check = () => user.click(screen.getByRole('button', { name: /^检\s?查$/ }))
  return { choose, check }
}

beforeEach(() => {
  localStorage.clear()
  useEditor.setState({ sessions: {} })
  showWideScreen()
  api = fakeApi(fakePlayer())
})

it('[ED.152] what was checked by another choice is no longer told', async () => {
  api.on(checkChanges, reply)
  const { choose, check } = await openWithChange()
  await choose('在线则拒绝')
  await check()
  await screen.findByText(REFUSED)
  await choose('踢下线后生效')
  expect(screen.queryByText(REFUSED)).toBeNull()
})

it('[ED.152] an answer that comes after another choice is not told', async () => {
  const late = Promise.withResolvers<ReturnType<typeof reply>>()
  api.on(checkChanges, () => late.promise)
  const { choose, check } = await openWithChange()
  await choose('在线则拒绝')
  await check()
  await waitFor(() => expect(api.callsOf(checkChanges)).toHaveLength(1))
  await choose('踢下线后生效')
  late.resolve(reply())
  await waitFor(() => expect(useEditor.getState().sessions[PLAYER]?.busy).toBeNull())
  expect(screen.queryByText(REFUSED)).toBeNull()
})
