import { jobGet } from '@qd/jobs/contract'
import { startLive } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import { FakeFailure, fakeApi, liveServer, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { previewKeys, startKeysJob } from '../../contract/index.ts'
import type { RedisConnection } from '../../contract/index.ts'
import { databaseIn, fakeKeys } from '../testing/fake-keys.ts'
import type { FakeKeys } from '../testing/fake-keys.ts'
import { JOB } from '../testing/sample-job.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import RedisPage from '../page/redis-page.tsx'

let api: FakeApi
let server: FakeKeys
let ready: () => void
let stop: () => void

beforeEach(() => {
  forgetKept()
  window.localStorage.clear()
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  api = fakeApi([])
  const live = liveServer()
  server = fakeKeys(live, { 'game:1': {}, 'game:2': {}, tick: {} })
  ready = live.ready
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => {
  act(() => useWorkspace.setState({ databases: [], active: null, keys: [], key: null }))
  stop()
})

async function show(change: Partial<RedisConnection> = {}) {
  const database = databaseIn(change)
  const shown = await renderWithApp(<RedisPage />)
  ready()
  await act(async () => {
    useWorkspace.setState({ databases: [database], active: database.id })
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  })
  return shown
}
const line = (name: string) => screen.findByRole('treeitem', { name })
const names = () => screen.queryAllByRole('treeitem').map((item) => item.getAttribute('aria-label'))

it('a folder is deleted as a job: first what it touches, then how far it is, then the tree without it', async () => {
  api.on(previewKeys, () => ({ keys: 2, isExact: true, sample: ['game:1', 'game:2'], isKept: false }))
  api.on(startKeysJob, () => ({ jobId: 'j1', replayed: false, keys: 2 }))
  const counters = { total: 2, done: 2, failed: 0, skipped: 0, unknown: 0 }
  api.on(jobGet, () => {
    server.keys = { tick: {} }
    return { ...JOB, id: 'j1', state: 'succeeded' as const, counters }
  })
  const { user } = await show()
  await user.pointer({ keys: '[MouseRight]', target: await line('game') })
  await user.click(screen.getByRole('menuitem', { name: '删除文件夹…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('涉及 2 个键')).toBeTruthy()
  expect(dialog.getByText('game:2')).toBeTruthy()
  expect(dialog.getByText(/删除后无法恢复/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '删除键' }))
  expect(await screen.findByText('删除键：0 / 2')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看作业' }).getAttribute('href')).toBe('/jobs/j1')
  expect(api.callsOf(startKeysJob)[0]?.body).toMatchObject({
    selection: { kind: 'prefix', prefix: 'game:' },
    action: { kind: 'delete' },
  })
  await screen.findByText('删除键：已结束，2 / 2', undefined, { timeout: 30_000 })
  await waitFor(() => expect(names()).toEqual(['tick']), { timeout: 30_000 })
})

it('a job that breaks off says that it is not completed', async () => {
  api.on(previewKeys, () => ({ keys: 2, isExact: true, sample: ['game:1'], isKept: true }))
  api.on(startKeysJob, () => ({ jobId: 'j1', replayed: false, keys: 2 }))
  const counters = { total: 2, done: 0, failed: 0, skipped: 0, unknown: 0 }
  api.on(jobGet, () => ({ ...JOB, id: 'j1', state: 'failed' as const, counters }))
  const { user } = await show()
  await user.pointer({ keys: '[MouseRight]', target: await line('game') })
  await user.click(screen.getByRole('menuitem', { name: '删除文件夹…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: '删除键' }))
  expect(await screen.findByText('删除键：未完成，0 / 2', undefined, { timeout: 30_000 })).toBeTruthy()
})

it('chosen keys get an end by their names; what the server refuses stands in the dialog', async () => {
  api.on(previewKeys, () => ({ keys: 1, isExact: true, sample: ['tick'], isKept: true }))
  api.on(startKeysJob, () => new FakeFailure(403, 'redis_read_only', '只读连接'))
  const { user } = await show()
  await user.keyboard('{Control>}')
  await user.click(await line('tick'))
  await user.keyboard('{/Control}')
  await user.click(await screen.findByRole('button', { name: '设定过期时间' }))
  const dialog = within(await screen.findByRole('dialog'))
  const box = await dialog.findByRole('textbox', { name: /过期时间/ })
  await user.clear(box)
  await user.type(box, '2{Enter}')
  expect(await dialog.findByText(/只读连接/)).toBeTruthy()
  expect(api.callsOf(startKeysJob)[0]?.body).toMatchObject({
    selection: { kind: 'keys', keys: ['tick'] },
    action: { kind: 'expire', seconds: 7_200 },
  })
})

it('[S5.05] a read-only connection offers neither', async () => {
  const { user } = await show({ readOnly: true })
  await user.pointer({ keys: '[MouseRight]', target: await line('game') })
  expect(screen.getByRole('menuitem', { name: '只加载此文件夹' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: '删除文件夹…' })).toBeNull()
})
