import { getConfig } from '@qd/system/contract'
import { TEST_SCOPE, fake, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { AppOptions } from '@qd/web-testing'
import { EditorView } from '@codemirror/view'
import { startCompletion, currentCompletions } from '@codemirror/autocomplete'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { jsonTexts } from './json-texts.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { U_ID } from '../testing/sample-player.ts'

const READ_ONLY = testUser({
  roles: [],
  grants: [{ scope: '*', environment: '*', codes: ['index.data.read'] }],
})

function editor(): EditorView {
  const view = EditorView.findFromDOM(document.querySelector<HTMLElement>('.cm-editor')!)
  if (!view) throw new Error('no text editor')
  return view
}

const text = (): string => editor().state.doc.toString()

function retype(change: (now: string) => string): void {
  const view = editor()
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: change(text()) } }))
}

async function openJson(module: RegExp, options: AppOptions = {}) {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, ...options })
  await screen.findByRole('region', { name: /^玩家/ })
  await user.click(screen.getByRole('button', { name: module }))
  await user.click(screen.getByRole('radio', { name: 'JSON' }))
  await waitFor(() => expect(document.querySelector('.cm-editor')).not.toBeNull())
  return user
}

const apply = () => screen.getByRole('button', { name: /应\s?用$/ })

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  jsonTexts.clear()
  const settings = { status: 0, msg: '', data: { jsonDeep: 2, jsonExpand: 3 }, requestId: 'r' }
  fakeApi([...fakePlayer(), fake(getConfig, () => Response.json(settings))])
  showWideScreen()
})

describe('JSON as text', () => {
  it('[ED.125] becomes pending changes by its difference', async () => {
    const user = await openJson(/背包/)
    expect(apply().hasAttribute('disabled')).toBe(true)
    retype((now) => now.replace('480', '680'))
    expect(screen.getByText('尚未应用')).toBeTruthy()
    await user.click(apply())
    const pending = within(await screen.findByRole('list', { name: '待提交' }))
    expect(pending.getByText('bag[10007].count')).toBeTruthy()
    expect(pending.getByText('+200')).toBeTruthy()
    expect(screen.queryByText('尚未应用')).toBeNull()
  })

  it('[ED.121] digits beyond 2^53 stay, and text and number are the same int', async () => {
    const user = await openJson(/货币/)
    retype((now) => now.replace('"9007199254740993"', '9007199254740993'))
    await user.click(apply())
    expect(await screen.findByText(/没有产生修改/)).toBeTruthy()
    retype((now) => now.replace('9007199254740993', '9007199254740995'))
    await user.click(apply())
    expect(within(await screen.findByRole('list', { name: '待提交' })).getByText('敏感')).toBeTruthy()
  })

  it('[ED.122][ED.123] faults are told with line and column, and nothing is applied', async () => {
    const user = await openJson(/背包/)
    retype((now) => now.replace('"count": 480', '"count": 10000,\n      "count": 1'))
    expect(await screen.findByText('键 count 重复')).toBeTruthy()
    expect(screen.getByText('第 5 行，第 7 列')).toBeTruthy()
    retype((now) => now.replace(',\n      "count": 1', ''))
    expect(await screen.findByText(/数量：不能大于 9,999/)).toBeTruthy()
    await user.click(apply())
    expect(await screen.findByText('文本有错误，请先修正')).toBeTruthy()
    expect(screen.queryByText('bag[10007].count')).toBeNull()
    expect(text()).toContain('10000')
  })

  it('[S6.02] a change of a field that needs another right is refused by name, and the text stays', async () => {
    const editing = testUser({
      roles: ['operator'],
      grants: [{ scope: '*', environment: '*', codes: ['index.data.read', 'index.data.edit'] }],
    })
    const user = await openJson(/货币/, { user: editing })
    retype((now) => now.replace('9007199254740993', '9007199254740995'))
    await user.click(apply())
    const told = '这些字段不能修改：Currency.diamond。需要权限：修改敏感字段（货币、订单、等级）'
    expect(await screen.findByText(told)).toBeTruthy()
    expect(text()).toContain('9007199254740995')
    expect(Object.values(useEditor.getState().sessions)[0]?.draft.changes).toEqual([])
  })

  it('[ED.126] a text that was typed is still there after a look at the table', async () => {
    const user = await openJson(/背包/)
    retype((now) => now.replace('480', '481'))
    await user.click(screen.getByRole('radio', { name: '表格' }))
    await user.click(screen.getByRole('radio', { name: 'JSON' }))
    await waitFor(() => expect(text()).toContain('481'))
    await user.click(screen.getByRole('button', { name: '放弃文本修改' }))
    await waitFor(() => expect(text()).toContain('480'))
  })

  it('[ED.127] offers the fields a row does not have, and the choices of a field', async () => {
    await openJson(/背包/)
    retype(() => '{\n  "10007": {"itemId": 10007, }\n}')
    const view = editor()
    act(() => {
      view.dispatch({ selection: { anchor: text().indexOf(', }') + 2 } })
      view.focus()
      startCompletion(view)
    })
    await waitFor(() => expect(currentCompletions(view.state).map(({ label }) => label)).toEqual(['"count"']))
    expect(currentCompletions(view.state)[0]).toMatchObject({ detail: '数量 · int', info: '数量的说明' })
  })

  it('[ED.128] a paste above the limit is refused and told', async () => {
    await openJson(/背包/)
    const before = text()
    const huge = 'x'.repeat(50 * 1024 * 1024)
    fireEvent.paste(document.querySelector('.cm-content')!, { clipboardData: { getData: () => huge } })
    expect(await screen.findByText(/50\.0 MB，超过 20 MB/)).toBeTruthy()
    expect(text()).toBe(before)
  })

  it('[ED.110] hidden characters are asked about before they become a change', async () => {
    const user = await openJson(/角色/)
    retype((now) => now.replace('岚夜', '岚\u200b夜'))
    await user.click(apply())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/U\+200B/)).toBeTruthy()
    expect(screen.queryByText('role.name')).toBeNull()
    await user.click(dialog.getByRole('button', { name: /保留并应用/ }))
    expect(await screen.findByText('role.name')).toBeTruthy()
  })

  it('[ED.47] without data.edit it is only read', async () => {
    await openJson(/背包/, { user: READ_ONLY })
    expect(editor().state.readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: /应\s?用$/ })).toBeNull()
  })

  it('is a tree as well', async () => {
    const user = await openJson(/背包/)
    await user.click(screen.getByRole('radio', { name: '树' }))
    expect(screen.getByRole('button', { name: /^10007/ })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: '文本' }))
  })
})
