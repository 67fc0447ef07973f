import { readProtocol } from '@qd/player-edit'
import { recentPlayers } from '@qd/players/contract'
import { setNavigator } from '@qd/web-base'
import { TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { listDrafts } from '../state/draft-database.ts'
import type { KeptDraft } from '../state/draft-database.ts'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { PLAYER, U_ID, playerData, protocol } from '../testing/sample-player.ts'
import { OwnDrafts } from './own-drafts.tsx'
import { UnsentChanges } from './unsent-changes.tsx'

// What the browser keeps: there is no such database here.
vi.mock('../state/draft-database.ts', async (original) => ({
  ...(await original<typeof import('../state/draft-database.ts')>()),
  listDrafts: vi.fn<typeof listDrafts>(),
}))

const parsed = readProtocol(protocol)
if (!parsed.ok) throw new Error(parsed.reason)
const definition = parsed.protocol
const OTHER = '30123000188'

const operator = testUser({
  roles: ['operator'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.data.read', 'index.data.edit'] }],
})
const reader = testUser({
  roles: ['reader'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] }],
})

const count = (value: number) =>
  ({ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value, old: 480 }) as const
const kept = (uId: string, more: Partial<KeptDraft> = {}): KeptDraft => ({
  userId: 'u1',
  game: 'lantern',
  uId,
  md5: 'a',
  reason: '',
  savedAtMs: Date.now() - 3_600_000,
  base: {},
  changes: [count(1), { diff: 'Role', path: ['level'], op: 'set', value: 80, old: 72 }].map((change) => ({
    ...change,
    path: [...change.path],
  })) as KeptDraft['changes'],
  ...more,
})
/** A player open in this window, as their page loads them. */
function openPlayer(bag: number, loadedAtMs: number): void {
  const loaded = { uId: U_ID, game: 'lantern', md5: 'a', version: `v${loadedAtMs}`, online: true, loadedAtMs }
  useEditor.getState().load({ ...loaded, protocol: definition, data: playerData(bag) })
  useEditor.getState().patch(PLAYER, { isDraftRead: true })
}
const show = (user = operator) => renderWithApp(<OwnDrafts />, { user, scope: TEST_SCOPE })

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  vi.mocked(listDrafts).mockReset().mockResolvedValue([])
  const named = { uId: OTHER, name: '不系舟', level: 80, sId: 123, lineId: 'x', game: 'lantern', at: 0 }
  fakeApi([fake(recentPlayers, () => [named])])
})

it('[ED.164] lists what the browser keeps of this user, by name, and leads there', async () => {
  const stale = kept('30123000001', { savedAtMs: Date.now() - 40 * 86_400_000 })
  vi.mocked(listDrafts).mockResolvedValue([kept(OTHER), stale, { bent: true }])
  const gone: string[] = []
  setNavigator((path) => void gone.push(path))
  const { user } = await show()
  await screen.findByText('不系舟')
  screen.getByText('2 处')
  screen.getByText(/^30123000188 · 1\s?小时前$/)
  await user.click(screen.getByRole('button', { name: '继续编辑 不系舟' }))
  expect(gone).toEqual([`/index/${OTHER}?uId=${OTHER}&game=lantern`])
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(vi.mocked(listDrafts)).toHaveBeenCalledWith('u1')
})

it('[ED.164] of an open player it tells what is pending now, and that values moved on the server', async () => {
  vi.mocked(listDrafts).mockResolvedValue([kept(U_ID)])
  openPlayer(480, 1)
  await show()
  // The page has the player open without changes: what was kept before is over.
  await screen.findByText('没有未提交的修改')
  act(() => draftActions.edit(PLAYER, [{ ...count(680), path: ['count'] }]))
  await screen.findByText('1 处')
  expect(screen.queryByText('区服上已变动')).toBeNull()
  act(() => openPlayer(500, 2))
  await screen.findByText('区服上已变动')
})

it('says what to do while there is none, and what failed', async () => {
  vi.mocked(listDrafts).mockRejectedValue(new Error('no database'))
  const { user } = await show()
  await screen.findByText('草稿读取失败')
  vi.mocked(listDrafts).mockResolvedValue([])
  await user.click(screen.getByRole('button', { name: /重\s?试/ }))
  await screen.findByText('没有未提交的修改')
  screen.getByText('打开一个玩家并修改，未提交的内容会保留在这里。')
})

it('[ED.164] is not there for somebody who may edit nobody', async () => {
  await show(reader)
  await waitFor(() => expect(vi.mocked(listDrafts)).toHaveBeenCalled())
  expect(screen.queryByRole('region')).toBeNull()
})

it('[ED.164] tells of one player how much is unsent, and nothing of a namesake in another game', async () => {
  vi.mocked(listDrafts).mockResolvedValue([kept(OTHER)])
  const both = (
    <>
      <UnsentChanges uId={OTHER} game="lantern" />
      <UnsentChanges uId={OTHER} game="ember" />
    </>
  )
  await renderWithApp(both, { user: operator, scope: TEST_SCOPE })
  expect(await screen.findAllByText('2 处未提交')).toHaveLength(1)
})
