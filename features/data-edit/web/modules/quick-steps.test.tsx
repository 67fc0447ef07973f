import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PlayerPage } from '../player/player-page.tsx'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID } from '../testing/sample-player.ts'

const READ = ['index.player.read', 'index.data.read']
const user = (codes: readonly string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: 'lantern', environment: '*', codes: [...codes] }] })

async function openBag(codes: readonly string[] = [...READ, 'index.data.edit']) {
  const app = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, user: user(codes) })
  await screen.findByRole('region', { name: /^玩家/ })
  await app.user.click(screen.getByRole('button', { name: /背包/ }))
  await screen.findByRole('grid', { name: '背包' })
  return app.user
}

const cell = (column: number) =>
  within(screen.getByRole('grid')).getAllByRole('row')[1]!.querySelectorAll<HTMLElement>('[role=gridcell]')[
    column
  ]!
const pending = () => useEditor.getState().sessions[PLAYER]!.draft.changes.map(({ value }) => value)
const steps = () => within(screen.getByRole('group', { name: '快捷增减：数量' }))

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  fakeApi(fakePlayer())
  showWideScreen()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
})

it('[ED.175] a quantity under the cursor is changed by steps, each one step of undo', async () => {
  const operator = await openBag()
  await operator.click(cell(3).firstElementChild!)
  expect(steps().getByRole('button', { name: '×2' }).title).toBe('= 960')
  await operator.click(steps().getByRole('button', { name: '+100' }))
  await operator.click(steps().getByRole('button', { name: '×2' }))
  expect(pending()).toEqual([1160])
  act(() => draftActions.undo(PLAYER))
  expect(pending()).toEqual([580])
})

it('[ED.175] a step counts from what is being typed', async () => {
  const operator = await openBag()
  await operator.dblClick(cell(3).firstElementChild!)
  await operator.clear(within(cell(3)).getByRole('textbox'))
  await operator.type(within(cell(3)).getByRole('textbox'), '7')
  await operator.click(steps().getByRole('button', { name: '+1k' }))
  expect(pending()).toEqual([1007])
})

it('[ED.175] a step beyond the upper limit is refused in words, as typing is', async () => {
  const operator = await openBag()
  act(() =>
    draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 4900 }]),
  )
  await operator.click(cell(3).firstElementChild!)
  await operator.click(steps().getByRole('button', { name: '+1k' }))
  expect(screen.getByText('超过线路上限 5,000')).toBeTruthy()
  expect(cell(3).getAttribute('aria-invalid')).toBe('true')
})

it('[ED.175] stands in the form too', async () => {
  const operator = await openBag()
  await operator.click(screen.getByRole('button', { name: /角色/ }))
  await operator.click(screen.getByRole('textbox', { name: '等级 level' }))
  await operator.click(
    within(screen.getByRole('group', { name: '快捷增减：等级' })).getByRole('button', { name: '+100' }),
  )
  expect(pending()).toEqual([172])
  expect(screen.getAllByText('不能大于 120').length).toBeGreaterThan(0)
})

it('[ED.175] ids, texts and readers have none', async () => {
  const operator = await openBag()
  await operator.click(cell(1).firstElementChild!)
  expect(screen.queryByRole('group', { name: /^快捷增减/ })).toBeNull()
  await operator.click(screen.getByRole('button', { name: /角色/ }))
  await operator.click(screen.getByRole('textbox', { name: '昵称 name' }))
  expect(screen.queryByRole('group', { name: /^快捷增减/ })).toBeNull()
})

it('[ED.175] who may only read is offered none', async () => {
  const reader = await openBag(READ)
  await reader.click(cell(3).firstElementChild!)
  expect(screen.queryByRole('group', { name: /^快捷增减/ })).toBeNull()
})
