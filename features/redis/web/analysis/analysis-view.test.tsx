import { startLive } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import { fakeApi, liveServer, renderWithApp } from '@qd/web-testing'
import type { LiveServer } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetAllOpen } from '../connections/openings.ts'
import RedisPage from '../page/redis-page.tsx'
import { ANALYSIS, fakeAnalysis, keptResult, sums } from '../testing/fake-analysis.ts'
import type { FakeAnalysis } from '../testing/fake-analysis.ts'
import { databaseIn, fakeKeys } from '../testing/fake-keys.ts'
import { useWorkspace } from '../workspace/workspace.ts'

const CLOSED = { databases: [], active: null, keys: [], key: null, view: 'keys' }

let live: LiveServer
let run: FakeAnalysis
let stop: () => void
beforeEach(() => {
  forgetKept()
  window.localStorage.clear()
  useWorkspace.setState(CLOSED)
  fakeApi([])
  live = liveServer()
  fakeKeys(live, { 'game:eu:1': { type: 'hash' }, blob: {} })
  run = fakeAnalysis(live)
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => {
  act(() => forgetAllOpen())
  act(() => useWorkspace.setState(CLOSED))
  stop()
})

/** Does something outside of the user's hands, and waits for what comes of it at once. */
const settled = (happens: () => void) =>
  act(async () => {
    happens()
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  })

/** Opens the page on a database and its analysis. */
async function open() {
  const database = databaseIn()
  const page = await renderWithApp(<RedisPage />)
  live.ready()
  await settled(() => useWorkspace.setState({ databases: [database], active: database.id, view: 'keys' }))
  // The keys are read to their facts: nothing of them comes later.
  await within(await screen.findByRole('treeitem', { name: 'blob' })).findByText('∞')
  await page.user.click(screen.getByRole('radio', { name: '分析' }))
  await screen.findByText('还没有分析')
  return page
}

const panel = () => within(screen.getByRole('region', { name: '内存分析' }))
const tiles = () =>
  within(screen.getByRole('group', { name: '按占用大小排列的前缀' }))
    .getAllByRole('button')
    .map((each) => each.getAttribute('aria-label'))
const cells = (name: string) =>
  within(screen.getByRole('grid', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    )

/** Begins a run and tells of its end. */
async function analysed() {
  const page = await open()
  await page.user.click(panel().getByRole('button', { name: '开始分析' }))
  await settled(() => run.tell({ state: 'done', examined: 1_000, matched: 1_000, measured: 1_000 }))
  await screen.findByRole('group', { name: '按占用大小排列的前缀' })
  return page
}

it('a run is begun with its options, shows how far it is, and is paused, resumed and cancelled', async () => {
  const { user } = await open()
  await user.type(panel().getByRole('textbox', { name: '匹配模式' }), 'game')
  await user.click(panel().getByRole('checkbox', { name: '统计元素数' }))
  await user.click(panel().getByRole('button', { name: '开始分析' }))
  expect(run.begun).toMatchObject([
    { pattern: '*game*', share: 1, withElements: false, withFrequency: false, separators: [':'] },
  ])
  const bar = await panel().findByRole('progressbar', { name: '内存分析进度' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  expect(panel().getByText(/已测量 300 \/ 400/)).toBeTruthy()
  await user.click(panel().getByRole('button', { name: '暂停分析' }))
  expect(await panel().findByRole('button', { name: '继续分析' })).toBeTruthy()
  await user.click(panel().getByRole('button', { name: '继续分析' }))
  await user.click(await panel().findByRole('button', { name: '取消分析' }))
  await waitFor(() => expect(bar.dataset['state']).toBe('cancelled'))
  expect(panel().getByRole('button', { name: '重新分析' })).toBeTruthy()
})

it('prefixes are rectangles and rows, are opened one in another and lead to the keys', async () => {
  const { user } = await analysed()
  expect(tiles()).toEqual(['game:, 7.8 MB, 80.0 %', 'mail:, 1000 KB, 10.0 %', '此层的键, 1000 KB, 10.0 %'])
  expect(cells('前缀')[0]).toEqual(['game:', '900', '7.8 MB', '80.0 %'])
  screen.getByRole('button', { name: /^game:, / }).focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^mail:/)
  await user.keyboard('{Home}{Enter}')
  await waitFor(() => expect(tiles()).toEqual(['eu:, 7.8 MB, 100.0 %']))
  const path = within(screen.getByRole('navigation', { name: '前缀路径' }))
  expect(path.getAllByRole('button').map((each) => each.textContent)).toEqual(['全部', 'game:'])
  await user.click(path.getByRole('button', { name: '全部' }))
  await waitFor(() => expect(tiles()).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'game:' }))
  await user.click(await screen.findByRole('button', { name: '在键列表中查看' }))
  await waitFor(() => expect(live.asked('redis.keys', 'scan').at(-1)).toMatchObject({ pattern: 'game:*' }))
  expect(await screen.findByRole('treeitem', { name: /game/ })).toBeTruthy()
  await settled(() => undefined)
})

it('the largest keys are listed by memory or elements and open in the keys view', async () => {
  const { user } = await analysed()
  await user.click(panel().getByRole('radio', { name: '大键' }))
  expect(cells('大键').map(([name, bytes, elements]) => [name, bytes, elements])).toEqual([
    ['Sblob', '8.8 MB', '—'],
    ['Hgame:eu:1', '4.0 KB', '12'],
  ])
  await user.click(panel().getByRole('radio', { name: '按元素数' }))
  await waitFor(() => expect(cells('大键')).toMatchObject([['Hgame:eu:2', '1.0 KB', '6,000', '∞']]))
  expect(panel().getByRole<HTMLButtonElement>('radio', { name: '按访问频率' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'game:eu:2' }))
  expect(useWorkspace.getState()).toMatchObject({
    view: 'keys',
    key: { databaseId: 'c1/0', key: 'game:eu:2' },
  })
})

it('types, times and sizes are told, a sample with its error, and what the server refuses', async () => {
  const { user } = await analysed()
  await user.click(panel().getByRole('radio', { name: '分布' }))
  const table = (name: string) => within(screen.getByRole('table', { name }))
  const rows = (name: string) =>
    table(name)
      .getAllByRole('row')
      .map((each) => each.textContent)
  expect(rows('按类型')).toContain('Sstring8008.8 MB90.0 %')
  expect(rows('按剩余时间')).toContain('1 小时内1001.2 MB12.1 %')
  expect(rows('大键')).toEqual(['字符串 ≥ 10.0 KB7', '字符串 ≥ 1.0 MB1', '集合类 ≥ 5,000 个元素3'])
  run.report = {
    ...run.report,
    types: [{ type: 'set', keys: { value: 500, error: 12 }, bytes: { value: 2_048, error: 1_024 } }],
  }
  await settled(() => run.tell({ run: 2, measured: 100 }))
  await waitFor(() => expect(rows('按类型')).toContain('Uset500 ± 122.0 KB ± 1.0 KB100.0 %'))
  await settled(() => run.tell({ run: 3, hasBytes: false, frequency: 'notLfu' }))
  expect(await panel().findByText(/服务器不允许 MEMORY USAGE/)).toBeTruthy()
  await user.click(panel().getByRole('radio', { name: '大键' }))
  expect(await panel().findByText(/未采用 LFU/)).toBeTruthy()
  expect(panel().getByRole<HTMLButtonElement>('radio', { name: '按占用' }).disabled).toBe(true)
})

/** Files that the page hands to the browser. */
function savedFiles(): { name: string; text: Promise<string> }[] {
  const files: { name: string; text: Promise<string> }[] = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:it'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blobs.at(-1)!.text() })
  })
  return files
}

it('two results are compared without a run, by prefix and type, and saved', async () => {
  run.kept = [
    keptResult('new', 9, { keys: 1_040, bytes: { value: 30_720, error: 0 } }),
    keptResult('mid', 8),
    keptResult('old', 7, { by: 'bob' }),
  ]
  run.folders = [
    { prefix: 'game:', before: sums(10, 1_024), after: sums(60, 21_504) },
    { prefix: 'mail:', before: sums(20, 2_048), after: sums(10, 1_024) },
    { prefix: 'new:', before: null, after: sums(1, 512) },
  ]
  const { user } = await open()
  await user.click(panel().getByRole('button', { name: '比较' }))
  await screen.findByRole('grid', { name: '前缀' })
  expect(live.asked(ANALYSIS, 'compare').at(-1)).toMatchObject({ before: 'mid', after: 'new', from: 2 })
  expect(cells('前缀')).toEqual([
    ['game:', '1.0 KB', '21.0 KB', '+20.0 KB', '+50'],
    ['mail:', '2.0 KB', '1.0 KB', '−1.0 KB', '−10'],
    ['new:', '—', '512 B', '≤ +512 B', '≤ +1'],
  ])
  expect(panel().getByRole('status', { name: '合计变化' }).textContent).toBe(
    '10.0 KB → 30.0 KB +20.0 KB · 1,000 → 1,040 个键 +40',
  )
  expect(panel().queryByText(/可能来自选项/)).toBeNull()
  const files = savedFiles()
  await user.click(panel().getByRole('button', { name: '导出比较' }))
  await user.click(screen.getByRole('menuitem', { name: '前缀（CSV）' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(files[0]!.name).toMatch(/^memory-.*-db0-compared-.*\.csv$/)
  expect((await files[0]!.text).split('\r\n').slice(1, 4)).toEqual([
    'game:,1024,21504,20480,10,60,50',
    'mail:,2048,1024,-1024,20,10,-10',
    'new:,,512,,,1,',
  ])
  await user.click(panel().getByRole('radio', { name: '按类型' }))
  expect(cells('按类型')).toEqual([['Hhash', '0 B', '3.0 KB', '+3.0 KB', '+3']])
})

it('a comparison says what makes it unsure, and follows a run that ends', async () => {
  const { user } = await analysed()
  await user.click(panel().getByRole('button', { name: '比较' }))
  await panel().findByText('还没有可比较的两次分析')
  const sample = { ...keptResult('x', 1).options, share: 10 as const, type: 'hash' }
  run.kept = [
    keptResult('new', 9, { options: sample, bytes: { value: 10_752, error: 1_024 } }),
    keptResult('old', 8),
  ]
  run.folders = [{ prefix: 'game:', before: sums(10, 1_024), after: sums(10, 1_024) }]
  await settled(() => run.tell({ run: 2, state: 'running' }))
  await settled(() => run.tell({ run: 2, state: 'done' }))
  await panel().findByText(/可能来自选项/)
  expect(panel().getByText(/抽样的估计值；/)).toBeTruthy()
  expect(panel().getByText('+512 B ± 1.0 KB').dataset['unsure']).toBe('true')
  live.answer(ANALYSIS, 'compare', () => ({
    error: { status: 404, msg: '没有该分析结果', err: { code: 'redis_analysis_not_found' } },
  }))
  await user.click(panel().getByRole('combobox', { name: '较早' }))
  await user.click(await screen.findByText(/hash/, { selector: '.ant-select-item-option-content' }))
  expect(await panel().findByText('没有该分析结果')).toBeTruthy()
  expect(live.asked(ANALYSIS, 'compare').at(-1)).toMatchObject({ before: 'new', after: 'new' })
  await user.click(panel().getByRole('button', { name: /^重\s?试/ }))
})

it('results are saved as CSV and JSON', async () => {
  const { user } = await analysed()
  const files = savedFiles()
  const save = async (name: string) => {
    const before = files.length
    await user.click(panel().getByRole('button', { name: '导出' }))
    await user.click(screen.getByRole('menuitem', { name }))
    await waitFor(() => expect(files).toHaveLength(before + 1))
    return { name: files.at(-1)!.name, text: await files.at(-1)!.text }
  }
  const keys = await save('大键（CSV）')
  expect(keys.name).toMatch(/^memory-.*-db0-.*-keys\.csv$/)
  expect(keys.text.split('\r\n')[1]).toBe('blob,string,9216000,,,')
  expect((await save('当前层的前缀（CSV）')).text.split('\r\n')[1]).toBe('game:,900,8192000,0')
  expect(JSON.parse((await save('全部结果（JSON）')).text)).toMatchObject({
    db: 0,
    report: { keys: 1_000 },
    top: { bytes: [{ key: 'blob' }, {}] },
  })
})

it('what refuses the channel is told, and asked again', async () => {
  const { user } = await open()
  await settled(() => live.refuse(ANALYSIS, 'redis_auth_failed', '密码错误'))
  expect(await panel().findByText('密码错误')).toBeTruthy()
  await user.click(panel().getByRole('button', { name: /^重\s?试/ }))
  await screen.findByText('还没有分析')
})
