import { queryClient } from '@qd/web-calls'
import { FakeFailure, TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { AppOptions, FakeApi } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askEdit, playerTimeline, timelineExport } from '../../contract/index.ts'
import type { TimelineEdit } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { U_ID } from '../testing/sample-player.ts'
import { countChange, entryOf, levelChange, pageOf, partlyEdit } from '../testing/sample-timeline.ts'

const HOUR = 3_600_000
/** Noon, wherever the test runs. */
const NOW = new Date(2026, 10, 22, 12).getTime()
/** Who may read players and nothing else. */
const reader = testUser({
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.player.read', 'index.data.read'] }],
})
const own = (more: Partial<TimelineEdit>): TimelineEdit => ({
  ...partlyEdit,
  at: NOW,
  status: 'applied',
  changes: [countChange],
  results: [{ index: 0, status: 0, code: 'ok', msg: '' }],
  ...more,
})

const edited = entryOf(own({ id: 'e5', reason: '航行补发' }))
const ran = entryOf(own({ id: 'e4', at: NOW - HOUR }), {
  id: 'r4',
  kind: 'function',
  run: {
    title: '发放道具',
    status: 'done',
    jobId: null,
    steps: [
      { kind: 'command', title: 'addItem ×200', status: 'done', text: '增加 200', editId: null },
      { kind: 'patch', title: '改数量', status: 'done', text: '', editId: 'e4' },
    ],
  },
})
const undone = entryOf(own({ id: 'e3', at: NOW - 2 * HOUR, undoOf: 'e0', undoneAt: NOW - 15 * HOUR }), {
  kind: 'undo',
})
const bulk = entryOf(own({ id: 'e2', at: NOW - 26 * HOUR, jobId: '0198-aa-d30c05' }), { kind: 'bulk' })
const lost = entryOf(own({ id: 'e6', status: 'unknown', results: [] }))

let api: FakeApi

beforeEach(() => {
  queryClient.clear()
  useEditor.setState({ sessions: {} })
  api = fakeApi(fakePlayer())
  api.on(playerTimeline, () => pageOf(edited, ran, undone, bulk))
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  showWideScreen()
})
afterEach(() => vi.useRealTimers())

async function open(options: AppOptions = {}) {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, ...options })
  await user.click(await screen.findByRole('radio', { name: '时间线' }))
  return { user, panel: within(await screen.findByRole('region', { name: '时间线' })) }
}
const entryWith = (text: string | RegExp) => within(screen.getByText(text).closest('li')!)
const lastBody = () => api.callsOf(playerTimeline).at(-1)?.body

describe('time line of a player', () => {
  it('[ED.182] tells edits, functions, jobs and undos by day, in the place of the pending changes', async () => {
    const { user, panel } = await open()
    expect(await panel.findByText('修改 背包')).toBeTruthy()
    const heads = panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(heads).toEqual([expect.stringMatching(/^今天.*3 条$/), expect.stringMatching(/^昨天.*1 条$/)])
    const run = entryWith('发放道具')
    for (const text of ['增加 200', 'bag[10007].count', '成功']) expect(run.getByText(text)).toBeTruthy()
    expect(panel.getByText('撤销 昨天 21:00 的 1 项')).toBeTruthy()
    expect(panel.getByText(/^区服时区未知，时间按本机时区/)).toBeTruthy()
    const job = entryWith('批量修改').getByRole('link', { name: 'd30c05' })
    expect(job.getAttribute('href')).toBe('/jobs/0198-aa-d30c05')
    // Who may not see the job is told nothing of it.
    expect(entryWith('批量修改').queryByTitle(/^整个作业/)).toBeNull()
    await user.click(screen.getByRole('radio', { name: '待提交' }))
    expect(screen.queryByRole('region', { name: '时间线' })).toBeNull()
    expect(screen.getByRole('region', { name: '待提交' })).toBeTruthy()
  })

  it('[ED.182] what came of each field stands beside it, and a change taken back says so', async () => {
    const two = { ...own({ id: 'e7', changes: [countChange, levelChange] }), takenBack: [0] }
    const partly = { ...partlyEdit, at: NOW, id: 'e8', reason: '另一次' }
    api.on(playerTimeline, () => pageOf(entryOf(two), entryOf(partly)))
    await open()
    const first = within((await screen.findByText('补偿活动')).closest('li')!)
    expect(first.getByText('已撤销')).toBeTruthy()
    // Only what still stands is struck and coloured, and can go back alone.
    expect(first.getAllByRole('button', { name: '只撤销这一项' })).toHaveLength(1)
    expect(first.getByText('72').tagName).toBe('DEL')
    expect(first.getByText('480 → 680')).toBeTruthy()
    const second = entryWith('另一次')
    for (const text of ['部分生效', '等级不够', '72 → 80']) expect(second.getByText(text)).toBeTruthy()
  })

  it('[ED.182] is narrowed by kind, period, person and outcome', async () => {
    const { user, panel } = await open()
    await panel.findByText('修改 背包')
    expect(lastBody()).toMatchObject({ fromMs: NOW - 7 * 24 * HOUR })
    expect(lastBody()).not.toHaveProperty('kinds')
    await user.click(panel.getByRole('button', { name: '功能 1' }))
    expect(lastBody()).toMatchObject({ kinds: ['edit', 'bulk', 'undo'] })
    api.on(playerTimeline, () => pageOf())
    await user.click(panel.getByRole('button', { name: /^批量/ }))
    expect(await panel.findByText('没有符合条件的修改')).toBeTruthy()
    api.on(playerTimeline, () => pageOf(edited, lost))
    await user.click(panel.getByRole('button', { name: '清除筛选' }))
    await user.click(await panel.findByRole('button', { name: '1 项结果未知' }))
    expect(lastBody()).toMatchObject({ status: 'unknown' })
    await user.click(panel.getByRole('combobox', { name: '操作人' }))
    await user.click(await screen.findByTitle('mei'))
    expect(lastBody()).toMatchObject({ actorId: 'u-mei', status: 'unknown' })
    await user.click(panel.getByRole('combobox', { name: '时间范围' }))
    await user.click(await screen.findByTitle('近 30 天'))
    expect(lastBody()).toMatchObject({ fromMs: NOW - 30 * 24 * HOUR })
  })

  it('[ED.182] more entries come by the cursor of the page before', async () => {
    api.on(playerTimeline, ({ body }) =>
      body.before === undefined
        ? { ...pageOf(edited), next: 'cursor-1' }
        : { list: [undone], next: null, summary: null },
    )
    const { user, panel } = await open()
    expect(await panel.findByRole('heading', { name: /1 条以上/ })).toBeTruthy()
    await user.click(panel.getByRole('button', { name: '加载更多' }))
    expect(await panel.findByRole('heading', { name: /2 条$/ })).toBeTruthy()
    expect(lastBody()).toMatchObject({ before: 'cursor-1' })
  })

  it('[ED.183] an unknown outcome can only be asked for, and the answer turns the entry in its place', async () => {
    api.on(playerTimeline, () => pageOf(lost, undone))
    api.on(askEdit, () => new FakeFailure(504, 'edit_unknown', '区服仍未答复'))
    const { user, panel } = await open()
    const entry = within((await panel.findByText('结果未知')).closest('li')!)
    expect(entry.queryByRole('button', { name: /^撤\s?销$/ })).toBeNull()
    expect(entry.getByText('未答复')).toBeTruthy()
    await user.click(entry.getByRole('button', { name: '询问结果' }))
    expect(await entry.findByText('仍没有结果：区服仍未答复')).toBeTruthy()
    const { undoneAt: _at, takenBack: _back, ...known } = edited.edits[0]!
    api.on(askEdit, () => ({ edit: { ...known, id: 'e6' } }))
    api.on(playerTimeline, () => pageOf(entryOf(own({ id: 'e6' })), undone))
    await user.click(entry.getByRole('button', { name: '询问结果' }))
    expect(await entry.findByRole('button', { name: /^撤\s?销$/ })).toBeTruthy()
    expect(entry.queryByRole('button', { name: '询问结果' })).toBeNull()
    expect(api.callsOf(askEdit).at(-1)?.body).toEqual({ editId: 'e6' })
  })

  it('[ED.182] a chosen entry leads the editor to its row; J, K and Z walk and undo', async () => {
    const { user, panel } = await open()
    await user.click(await panel.findByText('修改 背包'))
    const session = () => Object.values(useEditor.getState().sessions)[0]
    expect(session()).toMatchObject({ diff: 'Bag', rowKey: '10007', column: 'count', mode: 'table' })
    panel.getByRole('group', { name: '时间线' }).focus()
    await user.keyboard('j')
    expect(screen.getByText('发放道具').closest('li')!.getAttribute('aria-current')).toBe('true')
    await user.keyboard('k')
    expect(screen.getByText('修改 背包').closest('li')!.getAttribute('aria-current')).toBe('true')
    await user.keyboard('z')
    expect(await screen.findByText('撤销这次修改')).toBeTruthy()
  })

  it('[ED.184] a link opens exactly this entry, and the whole is one step away', async () => {
    api.on(playerTimeline, ({ body }) =>
      body.entry === 'r4' ? { ...pageOf(ran), summary: null } : pageOf(edited, ran),
    )
    const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, {
      scope: TEST_SCOPE,
      path: `/index/${U_ID}?uId=${U_ID}&game=lantern&edit=r4`,
    })
    expect(await screen.findByText('仅显示这一条')).toBeTruthy()
    expect(await screen.findByText('发放道具')).toBeTruthy()
    expect(screen.queryByText('修改 背包')).toBeNull()
    expect(Object.values(useEditor.getState().sessions)[0]).toMatchObject({ diff: 'Bag', rowKey: '10007' })
    await user.click(screen.getByRole('button', { name: '查看全部' }))
    expect(await screen.findByText('修改 背包')).toBeTruthy()
  })

  it('[ED.184] an entry that is gone, or not for its reader, says so', async () => {
    api.on(playerTimeline, () => ({ list: [], next: null, summary: null }))
    await renderWithApp(<PlayerPage uId={U_ID} />, {
      scope: TEST_SCOPE,
      path: `/index/${U_ID}?uId=${U_ID}&edit=nobody`,
    })
    expect(await screen.findByText('没有这条记录，或你无权查看')).toBeTruthy()
  })
})

describe('the whole time line', () => {
  it('[ED.187] an entry of a job says how the whole of it stands', async () => {
    api.on(playerTimeline, () => pageOf({ ...bulk, job: { done: 38, total: 1_240 } }))
    await open()
    const entry = within((await screen.findByText('批量修改')).closest('li')!)
    const standing = entry.getByTitle('整个作业已完成的玩家：38 / 1,240')
    expect(standing.textContent).toBe('38/1,240')
  })

  it('[ED.186] exports what the filter shows, and the button gives it up meanwhile', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    URL.createObjectURL = () => 'blob:test'
    URL.revokeObjectURL = () => undefined
    const file = () => new Response('time\r\n', { headers: { 'content-type': 'text/csv' } })
    const first = Promise.withResolvers<Response>()
    api.on(timelineExport, () => first.promise)
    const { user, panel } = await open()
    await user.click(await panel.findByRole('button', { name: '功能 1' }))
    await user.click(panel.getByRole('button', { name: '导出时间线' }))
    await user.click(screen.getByRole('menuitem', { name: 'JSON 行（含明细）' }))
    await user.click(await panel.findByRole('button', { name: /取消导出/ }))
    first.resolve(file())
    await user.click(await panel.findByRole('button', { name: '导出时间线' }))
    expect(saved).not.toHaveBeenCalled()
    api.on(timelineExport, file)
    await user.click(screen.getByRole('menuitem', { name: 'CSV 表格' }))
    expect(await screen.findAllByText('已导出')).not.toHaveLength(0)
    expect(saved).toHaveBeenCalledTimes(1)
    const filter = { kinds: ['edit', 'bulk', 'undo'], fromMs: NOW - 7 * 24 * HOUR }
    expect(api.callsOf(timelineExport).map(({ body }) => body)).toEqual([
      { ...filter, fileType: 'jsonl' },
      { ...filter, fileType: 'csv' },
    ])
  })

  it('[ED.182] who may only read sees what was done, and can change nothing of it', async () => {
    api = fakeApi(fakePlayer(), { isGuarded: true })
    api.on(playerTimeline, () => pageOf(lost, undone))
    const { panel } = await open({ user: reader })
    expect(await panel.findByText('结果未知')).toBeTruthy()
    for (const name of [/^撤\s?销$/, '询问结果', '选择多条一起撤销']) {
      expect(panel.queryByRole('button', { name })).toBeNull()
    }
    expect(panel.queryByRole('link', { name: '查看审计' })).toBeNull()
    expect(panel.getAllByRole('button', { name: '链接' })).toHaveLength(2)
  })
})
