import { setNavigator } from '@qd/web-base'
import type { JobDetail } from '@qd/jobs/contract'
import { fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bulkEditJob, bulkUndo, bulkUndoPreview } from '../contract/index.ts'
import { JobUndo } from './job-undo.tsx'

const job: JobDetail = {
  id: 'job-9',
  kind: bulkEditJob.name,
  kindTitle: '批量修改玩家数据',
  name: '批量修改 设置 · 语音 → 61',
  state: 'succeeded',
  why: '',
  counters: { total: 30, done: 29, failed: 0, skipped: 1, unknown: 0 },
  ownerId: 'u7',
  owner: 'lin',
  isMine: false,
  scope: 'lantern/northwind/nw-test',
  placeName: ['Northwind', '测试线'],
  environment: 'test',
  createdAt: 1,
  startedAt: 2,
  endedAt: 3,
  updatedAt: 3,
  reason: '补偿',
  requestId: 'r-1',
  fault: '',
  stopPercent: 5,
  isPreparing: false,
  stage: 0,
  expectedRows: null,
  stages: [],
  places: [],
  lostPlaces: [],
  nextTryAt: null,
  facts: [],
  may: { pause: false, resume: false, cancel: false, goOn: false, retryFailed: false, askUnknown: false },
}

const holding = (scope: string, ...codes: string[]) =>
  testUser({ roles: ['bulk'], grants: [{ scope, environment: '*', codes }] })
const LINE = 'lantern/northwind/nw-test'
const undoer = holding(LINE, 'index.data.bulk', 'index.data.undo')
const seen = {
  name: '设置 · 语音 → 61',
  players: 29,
  samples: [{ uId: '30123000045', changes: [{ place: '设置 · 语音', written: 61, back: 80 }] }],
  undoneBy: [],
}
const takeBack = () => screen.queryByRole('button', { name: /撤销…/ })

it('[jobs.undo] shows what would come back before it asks why, then leads to the job that does it', async () => {
  const api = fakeApi([
    fake(bulkUndoPreview, () => seen),
    fake(bulkUndo, () => ({ jobId: 'job-10', players: 29, replayed: false })),
  ])
  const gone: string[] = []
  setNavigator((path) => void gone.push(path))
  const { user } = await renderWithApp(<JobUndo job={job} />, { user: undoer })
  await user.click(takeBack()!)
  const dialog = within(await screen.findByRole('dialog'))
  const list = within(await dialog.findByRole('list', { name: '部分玩家' }))
  expect(list.getByText('30123000045').closest('li')?.textContent).toContain('设置 · 语音 61 → 80')
  dialog.getByText(/将撤销 29 名玩家的修改/)
  await user.type(dialog.getByRole('textbox', { name: '原因' }), '发错了')
  await user.click(dialog.getByRole('button', { name: /^撤\s?销$/ }))
  await screen.findByText(/已开始撤销/)
  expect(api.callsOf(bulkUndo)).toMatchObject([
    { query: { lineId: 'nw-test' }, body: { jobId: 'job-9', reason: '发错了' } },
  ])
  expect(gone).toEqual(['/jobs/job-10'])
})

it('[jobs.undo] with nothing left to take back it says so and starts nothing', async () => {
  fakeApi([fake(bulkUndoPreview, () => ({ ...seen, players: 0, samples: [], undoneBy: ['job-10'] }))])
  const gone: string[] = []
  setNavigator((path) => void gone.push(path))
  const { user } = await renderWithApp(<JobUndo job={job} />, { user: undoer })
  await user.click(takeBack()!)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/没有可以撤销的内容/)
  await user.type(dialog.getByRole('textbox', { name: '原因' }), '发错了')
  expect(dialog.getByRole('button', { name: /^撤\s?销$/ }).hasAttribute('disabled')).toBe(true)
  await user.click(dialog.getByRole('button', { name: '打开之前的撤销作业' }))
  expect(gone).toEqual(['/jobs/job-10'])
})

it.each([
  ['no right to undo', holding(LINE, 'index.data.bulk'), job],
  [
    'the right on another line',
    holding('lantern/northwind/other', 'index.data.bulk', 'index.data.undo'),
    job,
  ],
  ['a job that still runs', undoer, { ...job, state: 'running' as const }],
  ['a job of another kind', undoer, { ...job, kind: 'custom-function.run' }],
  ['a job that has changed nothing', undoer, { ...job, counters: { ...job.counters, done: 0 } }],
])('[jobs.undo] is not offered with %s', async (_why, user, shown) => {
  fakeApi([])
  await renderWithApp(<JobUndo job={shown} />, { user })
  expect(takeBack()).toBeNull()
})
