import { printChangeSet } from '@qd/player-diff'
import { queryClient } from '@qd/web-calls'
import { TEST_SCOPE, fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  askEdit,
  editHistory,
  getData,
  snapshotGet,
  snapshotList,
  snapshotTake,
} from '../../contract/index.ts'
import type { Edit } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, playerData } from '../testing/sample-player.ts'

let api: FakeApi
beforeEach(() => {
  useEditor.setState({ sessions: {} })
  queryClient.clear()
  api = fakeApi(fakePlayer())
  // jsdom measures nothing, and a list of no height draws no lines.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(34)
})

const snapshot = {
  id: 's1',
  name: '活动前',
  note: '',
  actor: 'lin',
  at: 5,
  version: 'v0',
  md5: 'a41f0000000000009c2e',
  bytes: 90,
}

async function openMenu(item: RegExp) {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(screen.getByRole('menuitem', { name: item }))
  return user
}
const pending = () => useEditor.getState().sessions[PLAYER]!.draft.changes

describe('comparing', () => {
  it('[ED.91] a snapshot shows what differs by module, and one value is taken over as a pending change', async () => {
    api.on(snapshotList, () => ({ list: [snapshot] }))
    api.on(snapshotGet, () => ({
      ...snapshot,
      data: { ...playerData(300), role: { name: '岚夜听潮', level: 71, tags: ['old'] } },
    }))
    const user = await openMenu(/对比/)
    const item = (await screen.findByText('活动前')).closest('li')!
    await user.click(within(item).getByRole('button', { name: '对比' }))
    expect(await screen.findByText('与 活动前 相比有 2 处不同')).toBeTruthy()
    const count = screen.getByText('bag[10007].count').closest('[data-index]')!
    await user.click(within(count as HTMLElement).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: '采用所选 1 项' }))
    expect(pending()).toMatchObject([{ diff: 'Bag', key: '10007', path: ['count'], old: 480, value: 300 }])
    expect(screen.getByText('与 活动前 相比有 1 处不同')).toBeTruthy()
  })

  it('[ED.91] a field the other side does not have is shown, and not offered to be taken over', async () => {
    api.on(snapshotList, () => ({ list: [snapshot] }))
    api.on(snapshotGet, () => ({
      ...snapshot,
      data: { ...playerData(300), role: { name: '岚夜听潮', tags: ['old'] } },
    }))
    const user = await openMenu(/对比/)
    const item = (await screen.findByText('活动前')).closest('li')!
    await user.click(within(item).getByRole('button', { name: '对比' }))
    const level = (await screen.findByText('role.level')).closest('[data-index]')!
    expect(within(level as HTMLElement).getByRole('checkbox')).toHaveProperty('disabled', true)
    within(level as HTMLElement).getByText('对方没有这个字段，不能采用')
    await user.click(screen.getByRole('button', { name: '全部采用' }))
    expect(pending()).toMatchObject([{ diff: 'Bag', key: '10007', path: ['count'], value: 300 }])
  })

  it('[ED.91] another player is compared with too, all of it taken over at once', async () => {
    const user = await openMenu(/对比/)
    await user.type(await screen.findByRole('textbox', { name: '另一个玩家的 uId' }), '30123000046{Enter}')
    expect(await screen.findByText(/没有不同/)).toBeTruthy()
    expect(api.calls.some(({ path }) => path.endsWith(getData.path))).toBe(true)
  })

  it('[ED.91] of very many differences only those in view are drawn, and a module is closed by hand', async () => {
    const far = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [String(20_000 + at), { itemId: 20_000 + at, count: at }]),
    )
    api.on(snapshotList, () => ({ list: [snapshot] }))
    api.on(snapshotGet, () => ({ ...snapshot, data: { ...playerData(), bag: far } }))
    const user = await openMenu(/对比/)
    const item = (await screen.findByText('活动前')).closest('li')!
    await user.click(within(item).getByRole('button', { name: '对比' }))
    const module = await screen.findByRole('button', { name: '背包', expanded: true })
    const drawn = () => screen.getAllByText(/^bag\[/).length
    expect(drawn()).toBeGreaterThan(5)
    expect(drawn()).toBeLessThan(60)
    await user.type(screen.getByRole('textbox', { name: '按位置筛选' }), '24999')
    expect(await screen.findByText('bag[24999]')).toBeTruthy()
    expect(drawn()).toBe(1)
    await user.click(module)
    expect(screen.queryByText('bag[24999]')).toBeNull()
  })

  it('[ED.87] a snapshot is saved as a file', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const blobs: Blob[] = []
    URL.createObjectURL = (blob: Blob) => `blob:${blobs.push(blob)}`
    URL.revokeObjectURL = () => {}
    api.on(snapshotList, () => ({ list: [snapshot] }))
    api.on(snapshotGet, () => ({ ...snapshot, data: playerData() }))
    const user = await openMenu(/对比/)
    await user.click(await screen.findByRole('button', { name: '导出快照 活动前' }))
    await expect.poll(() => saved).toHaveBeenCalled()
    const file = JSON.parse(await blobs[0]!.text()) as object
    expect(file).toMatchObject({
      format: 'quarterdeck-snapshot',
      uId: U_ID,
      name: '活动前',
      data: playerData(),
    })
  })

  it('[ED.87] a snapshot is taken under a name', async () => {
    const taken = vi.fn(() => snapshot)
    api.on(snapshotTake, ({ body }) => {
      taken(...([body] as unknown as []))
      return snapshot
    })
    const user = await openMenu(/保存快照/)
    await user.type(await screen.findByRole('textbox', { name: /名称/ }), '活动前')
    await user.click(screen.getByRole('button', { name: /保\s?存/ }))
    await expect.poll(() => taken).toHaveBeenCalledWith({ name: '活动前', note: '' })
  })
})

describe('importing', () => {
  const change = { diff: 'Bag', key: '10007', path: ['count'], op: 'set' as const, old: 480, value: 300 }
  const file = (text: string) => new File([text], 'changes.json', { type: 'application/json' })
  const set = (changes: (typeof change)[], game = 'lantern') =>
    printChangeSet({
      format: 'quarterdeck-change-set',
      version: 1,
      game,
      protocolMd5: 'other',
      changes,
      note: 'ticket 7',
      made: { at: 5, by: 'lin' },
    })

  it('[ED.92] what fits becomes pending, what has no place is told and left out', async () => {
    const user = await openMenu(/导入/)
    const text = set([change, { ...change, diff: 'Ghost' }, { ...change, key: '99' }])
    await user.upload(await screen.findByLabelText('选择文件…', { selector: 'input' }), file(text))
    expect(await screen.findByText('可以采用：1')).toBeTruthy()
    expect(screen.getByText('没有位置，将略过：2')).toBeTruthy()
    expect(screen.getByText(/协议已不同/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '采用 1 项' }))
    expect(pending()).toEqual([change])
  })

  it('[ED.92] a file of another game is not taken, and a fault is told with its line', async () => {
    const user = await openMenu(/导入/)
    await user.upload(
      await screen.findByLabelText('选择文件…', { selector: 'input' }),
      file('{\n "format": 5,\n}'),
    )
    expect(await screen.findByText(/第 3 行.*不是有效的 JSON/)).toBeTruthy()
    await user.upload(
      await screen.findByLabelText('选择文件…', { selector: 'input' }),
      file(set([change], 'other')),
    )
    expect(await screen.findByText('它属于另一个游戏')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '采用 1 项' }).disabled).toBe(true)
  })
})

describe('an unknown outcome', () => {
  const edit: Edit = {
    id: 'e7',
    at: 5,
    actor: 'mei',
    reason: 'r',
    status: 'unknown',
    undoOf: null,
    jobId: null,
    changes: [],
    results: [],
    versionBefore: 'v1',
    versionAfter: '',
  }

  it('[ED.88] is said above the page and asked for until it is known', async () => {
    let isKnown = false
    api.on(editHistory, () => ({ list: isKnown ? [] : [edit], more: false }))
    api.on(askEdit, () => {
      isKnown = true
      return { edit: { ...edit, status: 'applied' as const } }
    })
    const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
    expect(await screen.findByText(/1 次修改结果未知（mei/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '立即询问' }))
    await expect.poll(() => screen.queryByText(/结果未知/)).toBeNull()
  })
})
