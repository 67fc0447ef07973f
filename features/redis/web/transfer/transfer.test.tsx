import { jobGet } from '@qd/jobs/contract'
import type { JobDetail } from '@qd/jobs/contract'
import { startLive, useScope } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import { FakeFailure, fakeApi, liveServer, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  exportFile,
  exportKeys,
  listConnections,
  previewImport,
  previewKeys,
  startExport,
  startImport,
  startKeysJob,
} from '../../contract/index.ts'
import type { RedisConnection } from '../../contract/index.ts'
import RedisPage from '../page/redis-page.tsx'
import { databaseIn, fakeKeys } from '../testing/fake-keys.ts'
import { JOB } from '../testing/sample-job.ts'
import { sampleConnection } from '../testing/sample-connection.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import { ExportJobButton } from './export-job-button.tsx'
import { formatOfText } from './save-export.ts'

let api: FakeApi
let ready: () => void
let stop: () => void

beforeEach(() => {
  forgetKept()
  window.localStorage.clear()
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  api = fakeApi([])
  const live = liveServer()
  fakeKeys(live, { 'game:1': {}, 'game:2': {}, tick: {} })
  ready = live.ready
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
  api.on(listConnections, () => [
    sampleConnection(),
    sampleConnection({ id: 'c2', name: 'rank' }),
    sampleConnection({ id: 'c3', name: 'locked', readOnly: true }),
  ])
  api.on(previewKeys, () => ({ keys: 2, isExact: true, sample: ['game:1', 'game:2'], isKept: true }))
  api.on(startKeysJob, () => ({ jobId: 'j1', replayed: false, keys: 2 }))
  api.on(jobGet, () => new FakeFailure(503, 'unavailable', 'later'))
})
afterEach(() => {
  act(() => useWorkspace.setState({ databases: [], active: null, keys: [], key: null }))
  stop()
  vi.restoreAllMocks()
})

const sender = {
  name: 'files',
  pages: [],
  slots: {
    fileUpload: ({ file, use, onDone }: { file: File; use: string; onDone: (id: string) => void }) => (
      <button type="button" onClick={() => onDone('file-1')}>{`${use} ${file.name}`}</button>
    ),
  },
}

async function show(change: Partial<RedisConnection> = {}) {
  const database = databaseIn(change)
  const shown = await renderWithApp(<RedisPage />, { features: [sender] })
  ready()
  await act(async () => {
    useScope.setState({ game: 'lantern' })
    useWorkspace.setState({ databases: [database], active: database.id })
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  })
  return shown
}
const line = (name: string) => screen.findByRole('treeitem', { name })
const openDialog = async () => within(await screen.findByRole('dialog'))
const spaced = (name: string) => new RegExp(`^${[...name].join('\\s?')}$`)

async function choose(user: Awaited<ReturnType<typeof show>>['user'], name: string, item: string) {
  await user.pointer({ keys: '[MouseRight]', target: await line(name) })
  await user.click(screen.getByRole('menuitem', { name: item }))
  return openDialog()
}

it('a folder is duplicated under a name that is proposed; the job and what it touches are shown', async () => {
  const { user } = await show()
  const dialog = await choose(user, 'game', '创建副本…')
  expect(await dialog.findByText('涉及 2 个键')).toBeTruthy()
  const prefix = dialog.getByRole('textbox', { name: '替换文件夹前缀为' })
  expect((prefix as HTMLInputElement).value).toBe('game-copy:')
  await user.click(dialog.getByRole('button', { name: '创建副本' }))
  expect(await screen.findByText('创建副本：0 / 2')).toBeTruthy()
  expect(api.callsOf(startKeysJob)[0]?.body).toMatchObject({
    selection: { kind: 'prefix', prefix: 'game:' },
    action: {
      kind: 'copy',
      to: { lineId: 'northwind-test', connectionId: 'c1', db: 0 },
      prefix: 'game-copy:',
      conflict: 'skip',
    },
  })
})

it('a key is moved to another connection that may be written; without one nothing is sent', async () => {
  const { user } = await show()
  const dialog = await choose(user, 'tick', '移动到…')
  await user.click(await dialog.findByRole('button', { name: '移动键' }))
  expect(api.callsOf(startKeysJob)).toEqual([])
  await user.click(dialog.getByRole('combobox', { name: /目标连接/ }))
  const options = (await screen.findAllByRole('option')).map((each) => each.textContent)
  expect(options.join()).not.toContain('locked')
  await user.click(screen.getByTitle('rank · northwind-test'))
  const name = dialog.getByRole('textbox', { name: '副本的键名' })
  await user.clear(name)
  await user.type(name, 'tock')
  api.on(startKeysJob, () => new FakeFailure(403, 'scope_forbidden', '没有权限'))
  await user.click(dialog.getByRole('button', { name: '移动键' }))
  expect(await dialog.findByText(/没有权限/)).toBeTruthy()
  expect((name as HTMLInputElement).value).toBe('tock')
  expect(api.callsOf(startKeysJob)[0]?.body).toMatchObject({
    action: { kind: 'move', to: { connectionId: 'c2', db: 0 }, name: 'tock' },
  })
})

it('a key is copied within its own connection unless another is chosen', async () => {
  const { user } = await show()
  const dialog = await choose(user, 'tick', '复制到…')
  const name = await dialog.findByRole('textbox', { name: '副本的键名' })
  await user.clear(name)
  await user.type(name, 'tock')
  api.on(startKeysJob, () => new FakeFailure(403, 'scope_forbidden', '没有权限'))
  await user.click(dialog.getByRole('button', { name: '复制键' }))
  expect(await dialog.findByText(/没有权限/)).toBeTruthy()
  expect(api.callsOf(startKeysJob)[0]?.body).toMatchObject({
    action: { kind: 'copy', to: { connectionId: 'c1', db: 0 }, name: 'tock' },
  })
})

it('[S5.05] a read-only connection offers copies to others and exports, and no import', async () => {
  const { user } = await show({ readOnly: true })
  await user.pointer({ keys: '[MouseRight]', target: await line('game') })
  const items = screen.getAllByRole('menuitem').map((each) => each.textContent)
  expect(items).toEqual(expect.arrayContaining(['复制到…', '导出…']))
  expect(items).not.toContain('移动到…')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '导入与导出键' }))
  expect(screen.queryByRole('menuitem', { name: '导入键…' })).toBeNull()
})

it('all keys of a pattern are saved as a file of the chosen format', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  api.on(exportKeys, () => new Response('SET a 1\n', { headers: { 'content-type': 'text/plain' } }))
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: '导入与导出键' }))
  await user.click(screen.getByRole('menuitem', { name: '导出键…' }))
  const dialog = await openDialog()
  const pattern = await dialog.findByRole('textbox', { name: /模式/ })
  await user.clear(pattern)
  await user.type(pattern, 'game:*')
  await user.click(dialog.getByRole('combobox', { name: '格式' }))
  await user.click(await screen.findByTitle('Redis 命令'))
  expect(dialog.getByText('redis-cli 可直接读取的文本')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: spaced('导出') }))
  expect(await screen.findByText('文件已保存')).toBeTruthy()
  expect(saved).toHaveBeenCalled()
  expect(api.callsOf(exportKeys)[0]?.body).toMatchObject({
    format: 'commands',
    selection: { kind: 'pattern', pattern: 'game:*' },
  })
})

it('an export becomes a job that is followed; its file is fetched when it is whole', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  api.on(startExport, () => ({ jobId: 'j3', replayed: false, keys: 2 }))
  api.on(exportFile, () => new Response('{"key":"a","pttl":-1,"dump":""}\n'))
  const counters = { total: 2, done: 2, failed: 0, skipped: 0, unknown: 0 }
  let state: 'running' | 'succeeded' = 'running'
  api.on(jobGet, () => ({ ...JOB, id: 'j3', state, counters }))
  const { user } = await show()
  await user.pointer({ keys: '[MouseRight]', target: await line('game') })
  await user.click(screen.getByRole('menuitem', { name: '导出…' }))
  const dialog = await openDialog()
  await user.click(dialog.getByRole('combobox', { name: '方式' }))
  await user.click(await screen.findByTitle('作为作业'))
  expect(dialog.getByText('离开页面后仍继续，可暂停；文件保留 24 小时')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: spaced('导出') }))
  expect(await screen.findByText('导出键：0 / 2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '下载导出文件' })).toBeNull()
  expect(api.callsOf(startExport)[0]?.body).toMatchObject({
    format: 'jsonl',
    selection: { kind: 'prefix', prefix: 'game:' },
  })
  state = 'succeeded'
  await user.click(await screen.findByRole('button', { name: '下载导出文件' }, { timeout: 30_000 }))
  await vi.waitFor(() => expect(saved).toEqual([expect.stringMatching(/^.+-db0-.*\.dump\.jsonl$/)]))
  expect(api.callsOf(exportFile)[0]?.body).toEqual({ lineId: sampleConnection().lineId, jobId: 'j3' })
})

it('the page of an export job has its file for its owner, once it is whole', async () => {
  api.on(exportFile, () => new FakeFailure(404, 'file_not_found', '文件不存在'))
  const job = { ...JOB, id: 'j3', kind: 'redis.export', state: 'succeeded' } as const
  const shown = (change: Partial<JobDetail>) => <ExportJobButton job={{ ...job, ...change }} />
  const { user, rerender } = await renderWithApp(shown({ state: 'running' }))
  expect(screen.queryByRole('button')).toBeNull()
  rerender(shown({ isMine: false }))
  expect(screen.queryByRole('button')).toBeNull()
  rerender(shown({ kind: 'redis.keys' }))
  expect(screen.queryByRole('button')).toBeNull()
  rerender(shown({}))
  await user.click(await screen.findByRole('button', { name: '下载导出文件' }))
  await vi.waitFor(() =>
    expect(api.callsOf(exportFile)[0]?.body).toEqual({ lineId: 'northwind-test', jobId: 'j3' }),
  )
})

it('the format of a fetched file is told by how it begins', () => {
  expect(
    [
      '\uFEFFkey,type,ttl,value',
      '{"key":"a","type":"hash"',
      '{"key":"a","pttl":5,"dump":"AA"}',
      'SET a 1',
      '',
    ].map(formatOfText),
  ).toEqual(['csv', 'jsonl', 'dump', 'commands', 'commands'])
})

it('a file is sent, looked at, and imported by what is chosen; its faulty lines are named', async () => {
  api.on(previewImport, () => ({
    keys: 2,
    types: [{ type: 'hash', keys: 2 }],
    existing: 1,
    ending: 0,
    sample: ['a', 'b'],
    faults: [{ line: 3, reason: '不是 JSON 对象' }],
    faultCount: 1,
  }))
  api.on(startImport, () => ({ jobId: 'j2', replayed: false, keys: 3 }))
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: '导入与导出键' }))
  await user.click(screen.getByRole('menuitem', { name: '导入键…' }))
  const dialog = await openDialog()
  fireEvent.change(dialog.getByLabelText('选择文件', { selector: 'input' }), {
    target: { files: [new File(['key,type,ttl,value\r\n'], 'keys.csv')] },
  })
  await user.click(await dialog.findByRole('button', { name: 'redis.import keys.csv' }))
  expect(await dialog.findByText('文件中有 2 个键')).toBeTruthy()
  expect(dialog.getByText('已存在 1')).toBeTruthy()
  expect(dialog.getByText('第 3 行：不是 JSON 对象')).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: '键已存在时' }))
  await user.click(await screen.findByTitle('替换'))
  await user.click(dialog.getByRole('button', { name: spaced('导入') }))
  expect(await screen.findByText('导入键：0 / 3')).toBeTruthy()
  expect(api.callsOf(startImport)[0]?.body).toMatchObject({
    fileId: 'file-1',
    format: 'csv',
    conflict: 'replace',
    ttl: 'keep',
  })
})
