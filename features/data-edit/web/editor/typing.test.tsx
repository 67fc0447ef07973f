import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID } from '../testing/sample-player.ts'

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

async function openPlayer() {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, user: operator })
  await screen.findByRole('region', { name: /^玩家/ })
  return user
}

const draft = () => useEditor.getState().sessions[PLAYER]!.draft
const pending = () => draft().changes.map(({ value }) => value)
const level = () => screen.getByRole<HTMLInputElement>('textbox', { name: '等级 level' })

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  fakeApi(fakePlayer())
  showWideScreen()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
})

describe('typing in the form', () => {
  it('[ED.174] is pending before the field is left, and one step of undo', async () => {
    const user = await openPlayer()
    await user.clear(level())
    await user.type(level(), '7')
    await waitFor(() => expect(pending()).toEqual([7]))
    await user.type(level(), '3')
    const list = within(await screen.findByRole('list', { name: '待提交' }))
    await list.findByText('73')
    expect(document.activeElement).toBe(level())
    await user.keyboard('{Enter}')
    await user.click(document.body)
    await user.keyboard('{Control>}z{/Control}')
    expect(pending()).toEqual([])
    expect(level().value).toBe('72')
  })

  it('[ED.174] what cannot be read says so at its field and is no change', async () => {
    const user = await openPlayer()
    await user.clear(level())
    await user.type(level(), '73')
    await waitFor(() => expect(pending()).toEqual([73]))
    await user.type(level(), 'x')
    expect(screen.getByText('请输入整数')).toBeTruthy()
    await waitFor(() => expect(pending()).toEqual([]))
    await user.tab()
    expect(level().value).toBe('73x')
    expect(pending()).toEqual([])
  })

  it('[ED.174] no key waits for what follows from it', async () => {
    const user = await openPlayer()
    await user.clear(level())
    const changed = vi.fn()
    const stop = useEditor.subscribe((now, before) => {
      if (now.sessions[PLAYER]?.draft !== before.sessions[PLAYER]?.draft) changed()
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const text of ['1', '10', '101']) fireEvent.change(level(), { target: { value: text } })
    expect(changed).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(200))
    expect(changed).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
    stop()
    expect(pending()).toEqual([101])
  })
})

describe('typing in the grid', () => {
  it('[ED.174] is pending while the cell is open; Esc takes it back', async () => {
    const user = await openPlayer()
    await user.click(screen.getByRole('button', { name: /背包/ }))
    const grid = within(await screen.findByRole('grid', { name: '背包' }))
    const cell = grid.getAllByRole('row')[1]!.querySelectorAll<HTMLElement>('[role=gridcell]')[3]!
    await user.dblClick(cell.firstElementChild!)
    const box = within(cell).getByRole('textbox')
    await user.clear(box)
    await user.type(box, '+20')
    await waitFor(() => expect(pending()).toEqual([500]))
    expect(within(cell).getByRole('textbox')).toBe(box)
    await user.keyboard('{Escape}')
    expect(pending()).toEqual([])
    expect(draft().past).toEqual([])
  })
})
