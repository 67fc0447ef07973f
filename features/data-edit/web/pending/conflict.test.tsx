import { queryClient } from '@qd/web-calls'
import { FakeFailure, TEST_SCOPE, fakeApi, renderWithApp, showWideScreen } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { askEdit, commitChanges, editHistory, getData } from '../../contract/index.ts'
import type { Edit } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { commitReply, fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, playerData } from '../testing/sample-player.ts'

let api: FakeApi
beforeEach(() => {
  useEditor.setState({ sessions: {} })
  queryClient.clear()
  api = fakeApi(fakePlayer())
  showWideScreen()
})

const count = { diff: 'Bag', key: '10007', path: ['count'], op: 'set' as const }
const type = (value: number): void => act(() => draftActions.edit(PLAYER, [{ ...count, old: 480, value }]))

/** The open player with one pending change and a reason. */
async function openPending() {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
  await screen.findByRole('region', { name: /^玩家/ })
  type(680)
  await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
  return user
}
async function findDialog(title: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(title)).toBeTruthy()
  return dialog
}
const submit = () => screen.getByRole('button', { name: /提交 1 项/ })
const sent = () =>
  api.callsOf(commitChanges).map(({ body }) => body as { idempotencyKey: string; version: string })

describe('a conflict', () => {
  it('[ED.153] is decided by a third value too, which is checked as it is typed', async () => {
    let isFirst = true
    api.on(commitChanges, ({ body }) => {
      if (!isFirst) return commitReply(body.changes)
      isFirst = false
      api.on(getData, () => ({ version: 'v2', online: true, data: playerData(500) }))
      const details = { version: 'v2', conflicts: [{ index: 0, loaded: 480, current: 500, mine: 680 }] }
      return new FakeFailure(409, 'edit_conflict', '数据已被改动', {
        err: { code: 'edit_conflict', retryable: false, details },
      })
    })
    const user = await openPending()
    await user.click(submit())
    const dialog = within(await findDialog('数据已被改动'))
    await user.click(dialog.getByRole('radio', { name: '其他值' }))
    const input = dialog.getByRole('textbox')
    await user.clear(input)
    await user.type(input, '12x')
    const apply = dialog.getByRole('button', { name: '应用选择' })
    await user.click(apply)
    expect(dialog.getByRole('alert')).toBeTruthy()
    await user.clear(input)
    await user.type(input, '99999')
    await user.click(apply)
    expect(dialog.getByRole('alert').textContent).toBe('不能大于 9,999')
    expect(document.activeElement).toBe(input)
    await user.clear(input)
    await user.type(input, '700')
    await user.click(apply)
    await user.click(submit())
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).toMatchObject({ changes: [{ value: 700, old: 500 }], version: 'v2' })
  })
})

describe('an edit of unknown outcome', () => {
  const edit: Edit = {
    id: 'e7',
    at: 5,
    actor: 'mei',
    reason: '换届',
    status: 'unknown',
    undoOf: null,
    jobId: null,
    changes: [{ ...count, old: 480, value: 600 }],
    results: [],
    versionBefore: 'v1',
    versionAfter: '',
  }
  const unknowns = (list: Edit[]): void => api.on(editHistory, () => ({ list, more: false }))

  it('[ED.154] is asked for before another commit to the same place, and nothing is sent meanwhile', async () => {
    unknowns([edit])
    const user = await openPending()
    await user.click(submit())
    const dialog = within(await findDialog('同一处有结果未知的修改'))
    expect(dialog.getByText(/mei/)).toBeTruthy()
    api.on(askEdit, () => new FakeFailure(504, 'edit_unknown', '区服没有答复'))
    await user.click(dialog.getByRole('button', { name: /先询问结果/ }))
    expect(await dialog.findByText('仍没有结果：区服没有答复')).toBeTruthy()
    api.on(askEdit, () => {
      unknowns([])
      return { edit: { ...edit, status: 'applied' as const } }
    })
    await user.click(dialog.getByRole('button', { name: /先询问结果/ }))
    await waitFor(() => expect(screen.queryByText('同一处有结果未知的修改')).toBeNull())
    expect(sent()).toEqual([])
    await user.click(submit())
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('[ED.154] is looked for once, however often the button is pressed', async () => {
    const user = await openPending()
    await user.tripleClick(submit())
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(await screen.findByText('已生效 1 项')).toBeTruthy()
    expect(screen.queryByText(/没有重复执行/)).toBeNull()
    expect(sent()).toHaveLength(1)
  })

  it('[ED.154] can be overridden, and elsewhere it stops nobody', async () => {
    unknowns([edit])
    const user = await openPending()
    await user.click(submit())
    await user.click(await screen.findByRole('button', { name: '仍然提交' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    unknowns([{ ...edit, changes: [{ ...count, key: '10001', old: 1, value: 2 }] }])
    type(690)
    await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(submit())
    await waitFor(() => expect(sent()).toHaveLength(2))
  })

  it('[ED.154] of our own goes again under its key and version while nothing was changed, else it is asked for', async () => {
    api.on(commitChanges, () => {
      unknowns([{ ...edit, changes: [{ ...count, old: 480, value: 680 }] }])
      const details = { editId: 'e7', outcome: 'unknown' }
      const err = { code: 'edit_unknown', retryable: false, details }
      return new FakeFailure(504, 'edit_unknown', '服务器没有答复', { err })
    })
    const user = await openPending()
    await user.click(submit())
    expect(await screen.findByText(/再次提交会使用同一请求/)).toBeTruthy()
    act(() => useEditor.getState().patch(PLAYER, { version: 'v9' }))
    await user.click(submit())
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).toMatchObject({ idempotencyKey: sent()[0]!.idempotencyKey, version: 'v1' })
    type(681)
    await user.click(submit())
    expect(await findDialog('同一处有结果未知的修改')).toBeTruthy()
    expect(sent()).toHaveLength(2)
  })
})
