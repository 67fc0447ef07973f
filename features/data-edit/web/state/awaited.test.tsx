import { getConfig } from '@qd/system/contract'
import { FakeFailure, TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { queryClient } from '@qd/web-calls'
import { EditorView } from '@codemirror/view'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { askEdit, commitChanges, editHistory } from '../../contract/index.ts'
import type { Edit } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID } from '../testing/sample-player.ts'
import { countChange } from '../testing/sample-timeline.ts'
import { draftActions, useEditor } from './editor-store.ts'

const DAY_MS = 86_400_000
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
const WAITS = /^结果未知：mei 在 .* 的修改还没有得到答复，答复前不能再改$/
const lost = (more: Partial<Edit> = {}): Edit => ({
  id: 'e7',
  at: Date.now() - 60_000,
  actor: 'mei',
  reason: '航行补发',
  status: 'unknown',
  undoOf: null,
  jobId: null,
  changes: [{ ...countChange, value: 720, old: 480 }],
  results: [],
  versionBefore: 'v1',
  versionAfter: '',
  ...more,
})

let api: FakeApi
const unknowns = (...list: Edit[]): void => api.on(editHistory, () => ({ list, more: false }))

async function open(view: string) {
  const page = (
    <Routes>
      <Route path="/index/:uId?" element={<PlayerPage uId={U_ID} />} />
    </Routes>
  )
  const path = `/index/${U_ID}?uId=${U_ID}&game=lantern&module=Bag&view=${view}`
  const { user } = await renderWithApp(page, { scope: TEST_SCOPE, path, user: operator })
  await screen.findByRole('region', { name: /^玩家/ })
  return user
}
const sent = () => api.callsOf(commitChanges)

beforeEach(() => {
  queryClient.clear()
  useEditor.setState({ sessions: {} })
  showWideScreen()
  api = fakeApi(fakePlayer(), { isGuarded: true })
  unknowns(lost())
})

describe('what an edit of unknown outcome touches', () => {
  it('[ED.185] is a cell with the wish and no input, until the answer is there', async () => {
    const user = await open('table')
    const grid = within(await screen.findByRole('grid'))
    const cell = await grid.findByTitle(WAITS)
    expect(cell.textContent).toBe('720?480')
    within(cell).getByRole('img', { name: '结果未知' })
    expect(cell.getAttribute('aria-readonly')).toBe('true')
    await user.dblClick(cell)
    expect(grid.queryByRole('textbox')).toBeNull()
    const status = await screen.findByText(/答复前不能再改$/, { selector: '[role=status]' })
    expect(status.textContent).toMatch(/^count: 结果未知/)
    api.on(askEdit, () => {
      unknowns()
      return { edit: lost({ status: 'refused' }) }
    })
    await user.click(screen.getByRole('button', { name: '立即询问' }))
    await waitFor(() => expect(grid.queryByTitle(WAITS)).toBeNull())
    await user.dblClick(grid.getByRole('gridcell', { name: /480/ }))
    await grid.findByRole('textbox')
  })

  it('[ED.185] stays locked when the server still does not know', async () => {
    const user = await open('table')
    const grid = within(await screen.findByRole('grid'))
    await grid.findByTitle(WAITS)
    api.on(askEdit, () => new FakeFailure(504, 'edit_unknown', '区服仍未答复'))
    await user.click(screen.getByRole('button', { name: '立即询问' }))
    await screen.findByText(/区服仍未答复/)
    expect(grid.getByTitle(WAITS).textContent).toBe('720?480')
  })

  it('[ED.185] is a field without input that says why; its neighbours have one', async () => {
    const user = await open('form')
    await screen.findByText(WAITS)
    expect(screen.queryByRole('textbox', { name: /count/ })).toBeNull()
    expect(screen.getByTitle(WAITS).textContent).toMatch(/^720\?\s*480$/)
    await user.click(screen.getByRole('button', { name: '下一行' }))
    await screen.findByRole('textbox', { name: /count/ })
  })

  it('[ED.185] no way round: its row stays, and a paste names the cell', async () => {
    const user = await open('table')
    const grid = within(await screen.findByRole('grid'))
    await user.click(await grid.findByTitle(WAITS))
    await user.click(screen.getByRole('button', { name: '删除行 10007' }))
    await screen.findByText(WAITS, { selector: '[role=alert] *, [role=alert]' })
    const clipboardData = { getData: () => '900' }
    const paste = new Event('paste', { bubbles: true })
    Object.assign(paste, { clipboardData })
    act(() => void screen.getByRole('grid').dispatchEvent(paste))
    await screen.findByText('这里有结果未知的修改，答复前不能再改')
    expect(useEditor.getState().sessions[PLAYER]?.draft.changes).toEqual([])
  })

  it('[ED.185] JSON with a change there is refused by name, and the text stays', async () => {
    const settings = { status: 0, msg: '', data: { jsonDeep: 2, jsonExpand: 3 }, requestId: 'r' }
    api.on(getConfig, () => Response.json(settings))
    const user = await open('json')
    await screen.findByText(/1 次修改结果未知/)
    await waitFor(() => expect(document.querySelector('.cm-editor')).not.toBeNull())
    const view = EditorView.findFromDOM(document.querySelector<HTMLElement>('.cm-editor')!)!
    const insert = view.state.doc.toString().replace('480', '900')
    act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }))
    await user.click(screen.getByRole('button', { name: /应\s?用$/ }))
    await screen.findByText('这些字段的修改结果未知，答复前不能再改：Bag.10007.count')
    expect(view.state.doc.toString()).toContain('900')
    expect(useEditor.getState().sessions[PLAYER]?.draft.changes).toEqual([])
  })

  it('[ED.185] a commit elsewhere goes without a question', async () => {
    const user = await open('table')
    await within(await screen.findByRole('grid')).findByTitle(WAITS)
    act(() =>
      draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10020', path: ['count'], op: 'set', value: 1300 }]),
    )
    await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(screen.getByRole('button', { name: /提交 1 项/ }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(screen.queryByText('同一处有结果未知的修改')).toBeNull()
  })

  it('[ED.185] what the game has forgotten locks nothing', async () => {
    unknowns(lost({ at: Date.now() - 8 * DAY_MS }))
    await open('form')
    await screen.findByText(/1 次修改结果未知/)
    await screen.findByRole('textbox', { name: /count/ })
  })
})
