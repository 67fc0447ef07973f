import { TabContext } from '@qd/web-frame'
import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { getData } from '../../contract/index.ts'
import { useEditor } from '../state/editor-store.ts'
import { lookup } from '@qd/scope/contract'
import { fakePlayer } from '../testing/fake-player.ts'
import { U_ID, playerData } from '../testing/sample-player.ts'
import { PlayerPage } from './player-page.tsx'

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

beforeEach(() => useEditor.setState({ sessions: {} }))

const told = {
  id: U_ID,
  sId: 123,
  name: '岚夜听潮',
  level: 72,
  online: true,
  channel: 'taptap',
  game: 'lantern',
  partnerCode: 'northwind',
  lineId: 'northwind-test',
}

it('[S3.08] the tab takes the new name once it is committed, not while it is typed', async () => {
  showWideScreen()
  const api = fakeApi(fakePlayer(), { isGuarded: true })
  const rename = vi.fn()
  const tab = { id: 'index/:uId?|uId=1', isShown: true, rename }
  const page = (
    <TabContext value={tab}>
      <PlayerPage uId={U_ID} game="lantern" />
    </TabContext>
  )
  const { user } = await renderWithApp(page, { scope: TEST_SCOPE, user: operator })
  const name = await screen.findByRole('textbox', { name: '昵称 name' })
  await user.clear(name)
  await user.type(name, '新名{Enter}')
  await user.type(screen.getByRole('textbox', { name: '原因' }), 'ticket 7')
  expect(rename.mock.calls).toEqual([['岚夜听潮']])
  // After the commit the player is loaded again.
  const { role, ...modules } = playerData()
  const data = { ...modules, role: { ...(role as object), name: '新名' } }
  api.on(getData, () => ({ version: 'v2', online: true, data }))
  api.on(lookup, () => ({ ...told, name: '新名' }))
  await user.click(screen.getByRole('button', { name: '提交 1 项' }))
  await waitFor(() => expect(rename).toHaveBeenLastCalledWith('新名'))
})
