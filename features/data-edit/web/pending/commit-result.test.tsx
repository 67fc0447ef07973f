import { TEST_SCOPE, fake, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { commitChanges, getData, undoPreview } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { commitReply, fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, playerData } from '../testing/sample-player.ts'

const OPERATOR = ['index.player.read', 'index.data.read', 'index.data.edit', 'index.data.undo']
const operator = (...more: string[]) =>
  testUser({
    roles: ['operator'],
    grants: [{ scope: 'lantern', environment: '*', codes: [...OPERATOR, ...more] }],
  })

let api: FakeApi

const setCount = (value: number) =>
  act(() => draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value }]))

async function commitCount(user = operator(), after = 680) {
  const app = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, user })
  await screen.findByRole('region', { name: /^玩家/ })
  setCount(680)
  await app.user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
  api.on(getData, () => ({ version: 'v2', online: true, data: playerData(after) }))
  await app.user.click(screen.getByRole('button', { name: /提交 1 项/ }))
  const result = await screen.findByRole('region', { name: '提交结果' })
  return { user: app.user, result: within(result) }
}

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  showWideScreen()
  api = fakeApi([
    ...fakePlayer(),
    fake(undoPreview, () => ({
      version: 'v2',
      changes: [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set' as const, value: 480, old: 680 }],
      conflicts: [],
    })),
  ])
})

it('[ED.170] a commit says what took effect, and leads to the undo of exactly this edit', async () => {
  const { user, result } = await commitCount()
  const made = within(result.getByText('潮汐晶石 · 数量').closest('li')!)
  expect([made.getByText('480').tagName, made.getByText('680').tagName]).toEqual(['DEL', 'INS'])
  await user.click(result.getByRole('button', { name: /撤\s?销/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('480')
  expect(api.callsOf(undoPreview)).toMatchObject([{ query: { uId: U_ID }, body: { editId: 'e1' } }])
})

it('[ED.170] who may see the audit is led to the row of this commit, nobody else', async () => {
  const { result } = await commitCount(operator('audit.entry.read'))
  expect(result.getByRole('link', { name: /审计/ }).getAttribute('href')).toBe(
    '/audit?requestId=test-request',
  )
})

it('[ED.170] without that right no link is offered, and without the right to undo no undo', async () => {
  const reader = testUser({
    roles: ['operator'],
    grants: [{ scope: 'lantern', environment: '*', codes: OPERATOR.slice(0, 3) }],
  })
  const { result } = await commitCount(reader)
  expect(result.queryByRole('link')).toBeNull()
  expect(result.queryByRole('button', { name: /撤\s?销/ })).toBeNull()
})

it('[ED.170] it stays until the next change or until it is closed', async () => {
  const { user } = await commitCount()
  await waitFor(() => expect(useEditor.getState().sessions[PLAYER]?.busy).toBeNull())
  await user.click(screen.getByRole('button', { name: '刷新' }))
  screen.getByRole('region', { name: '提交结果' })
  setCount(700)
  expect(screen.queryByRole('region', { name: '提交结果' })).toBeNull()
})

it('[ED.170] what somebody took back since is offered no undo any more', async () => {
  const { result } = await commitCount()
  const session = () => useEditor.getState().sessions[PLAYER]!
  const { uId, game, md5, draft, isOnline } = session()
  const back = { version: 'v3', online: isOnline, data: playerData(480), loadedAtMs: Date.now() + 1_000 }
  act(() => useEditor.getState().load({ uId, game, md5, protocol: draft.protocol, ...back }))
  expect(result.queryByRole('button', { name: /撤\s?销/ })).toBeNull()
  expect(result.getByText('已生效 1 项')).toBeTruthy()
})

it('[ED.170] refused changes are listed with their reason, and can be closed away', async () => {
  api.on(commitChanges, ({ body }) => ({
    ...commitReply(body.changes),
    c: [],
    results: [{ index: 0, status: 422, code: '2004', msg: '背包已满' }],
  }))
  const { user, result } = await commitCount(operator(), 480)
  expect(result.getByText('背包已满')).toBeTruthy()
  expect(result.queryByRole('button', { name: /撤\s?销/ })).toBeNull()
  await user.click(result.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('region', { name: '提交结果' })).toBeNull()
})
