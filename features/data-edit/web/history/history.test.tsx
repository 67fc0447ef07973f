import { queryClient } from '@qd/web-calls'
import { FakeFailure, TEST_SCOPE, fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { playerTimeline, undoEdit, undoManyPreview, undoPreview } from '../../contract/index.ts'
import type { TimelineEdit } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { commitReply, fakePlayer } from '../testing/fake-player.ts'
import { U_ID } from '../testing/sample-player.ts'
import { countChange, entryOf, levelChange, pageOf, partlyEdit } from '../testing/sample-timeline.ts'

const back = { ...countChange, value: 480, old: 680 }

let api: FakeApi

beforeEach(() => {
  queryClient.clear()
  useEditor.setState({ sessions: {} })
  api = fakeApi(fakePlayer())
  api.on(playerTimeline, () => pageOf(entryOf(partlyEdit)))
  api.on(undoPreview, () => ({ version: 'v2', changes: [back], conflicts: [] }))
})

async function openHistory() {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
  await user.click(await screen.findByRole('button', { name: '时间线' }))
  return { user, drawer: within(await screen.findByRole('dialog')) }
}

describe('undoing from the time line', () => {
  it('[ED.182] where it stands in a drawer, a field leads there and closes it', async () => {
    const { user, drawer } = await openHistory()
    await user.click(await drawer.findByRole('button', { name: /bag\[10007\]\.count/ }))
    expect(Object.values(useEditor.getState().sessions)[0]).toMatchObject({
      diff: 'Bag',
      rowKey: '10007',
      history: null,
    })
  })

  it('[ED.60] a failure can be tried again', async () => {
    api.on(playerTimeline, () => new FakeFailure(503, 'store_unavailable', '存储不可用'))
    const { user, drawer } = await openHistory()
    expect(await drawer.findByText('存储不可用')).toBeTruthy()
    api.on(playerTimeline, () => pageOf())
    await user.click(drawer.getByRole('button', { name: /重\s?试/ }))
    expect(await drawer.findByText('这段时间没有记录')).toBeTruthy()
    await user.click(drawer.getByRole('button', { name: '全部时间' }))
    expect(await drawer.findByText('还没有通过控制台修改过')).toBeTruthy()
    expect(api.callsOf(playerTimeline).at(-1)?.body).not.toHaveProperty('fromMs')
  })

  it('[ED.54] undo shows what goes back, what does not, and asks why', async () => {
    api.on(undoPreview, () => ({
      version: 'v2',
      changes: [back],
      conflicts: [{ index: 1, written: 80, current: 90, change: { ...levelChange, value: 72, old: 80 } }],
    }))
    api.on(undoEdit, () => ({ ...commitReply([back]), conflicts: [] }))
    const { user, drawer } = await openHistory()
    await user.click(await drawer.findByRole('button', { name: /^撤\s?销$/ }))
    const preview = await screen.findByText('将恢复 1 项')
    const dialog = within(preview.closest('form')!)
    expect(dialog.getByText('1 项之后又变过，不会恢复')).toBeTruthy()
    const submit = dialog.getByRole('button', { name: '撤销 1 项' })
    expect(submit.hasAttribute('disabled')).toBe(true)
    await user.type(dialog.getByRole('textbox', { name: '原因' }), '发错了')
    await user.click(submit)
    expect(await screen.findByText('已撤销 1 项')).toBeTruthy()
    expect(api.callsOf(undoEdit)[0]?.body).toMatchObject({ editId: 'e1', reason: '发错了' })
  })

  it('[ED.54] nothing can be undone when every value has changed since', async () => {
    api.on(undoPreview, () => ({ version: 'v2', changes: [], conflicts: [] }))
    const { user, drawer } = await openHistory()
    await user.click(await drawer.findByRole('button', { name: /^撤\s?销$/ }))
    expect(await screen.findByText('没有可以恢复的值。')).toBeTruthy()
  })

  it('[ED.155] several edits go back together, the newest first, and only what failed is asked for again', async () => {
    const older: TimelineEdit = {
      ...partlyEdit,
      id: 'e0',
      actor: 'lin',
      status: 'applied',
      changes: [levelChange],
      results: [],
    }
    const gone = { ...older, id: 'd9', status: 'undone' as const }
    api.on(playerTimeline, () => pageOf(entryOf(partlyEdit), entryOf(older), entryOf(gone)))
    api.on(undoManyPreview, () => ({
      edits: [
        { editId: 'e1', changes: [back], conflicts: [] },
        { editId: 'e0', changes: [{ ...levelChange, value: 72, old: 80 }], conflicts: [] },
      ],
    }))
    let isDown = true
    api.on(undoEdit, ({ body }) =>
      body.editId === 'e0' && isDown
        ? new FakeFailure(504, 'edit_unknown', '服务器没有答复')
        : { ...commitReply([back]), conflicts: [] },
    )
    const { user, drawer } = await openHistory()
    await user.click(await drawer.findByRole('button', { name: '选择多条一起撤销' }))
    await user.click(await drawer.findByRole('checkbox', { name: /mei/ }))
    expect(drawer.getAllByRole('checkbox')).toHaveLength(2)
    await user.click(drawer.getByRole('checkbox', { name: /lin/ }))
    await user.click(drawer.getByRole('button', { name: '撤销所选…' }))
    const reason = (await screen.findAllByRole('textbox', { name: '原因' })).at(-1)!
    const dialog = within(reason.closest('form')!)
    expect(dialog.getAllByText('将恢复 1 项')).toHaveLength(2)
    await user.type(reason, '发错了')
    await user.click(dialog.getByRole('button', { name: '撤销 2 项' }))
    expect(await screen.findByText('撤销:请求失败:服务器没有答复')).toBeTruthy()
    isDown = false
    await user.click(await dialog.findByRole('button', { name: /撤销 2 项/ }))
    expect(await screen.findByText('已撤销 2 项')).toBeTruthy()
    const sent = api.callsOf(undoEdit).map(({ body }) => body as { editId: string; idempotencyKey: string })
    expect(sent.map(({ editId }) => editId)).toEqual(['e1', 'e0', 'e0'])
    expect(sent[2]?.idempotencyKey).toBe(sent[1]?.idempotencyKey)
    expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey)
  })

  it('[ED.90] of a field shows what was changed there, and undoes only that', async () => {
    const applied = { ...partlyEdit, status: 'applied' as const, results: [] }
    api.on(playerTimeline, () => ({ ...pageOf(entryOf(applied)), summary: null }))
    const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
    await user.click(await screen.findByRole('button', { name: '“等级”的修改历史' }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByText('mei')).toBeTruthy()
    expect(api.callsOf(playerTimeline).at(-1)?.body).toMatchObject({
      place: { diff: 'Role', path: ['level'] },
    })
    expect(api.callsOf(playerTimeline).at(-1)?.body).not.toHaveProperty('fromMs')
    expect(drawer.queryByText('bag[10007].count')).toBeNull()
    expect(drawer.getByText('这次提交还改了另外 1 处')).toBeTruthy()
    await user.click(drawer.getByRole('button', { name: /^撤\s?销$/ }))
    await screen.findByText('将恢复 1 项')
    expect(api.callsOf(undoPreview).at(-1)?.body).toMatchObject({ editId: 'e1', indexes: [1] })
  })
})
