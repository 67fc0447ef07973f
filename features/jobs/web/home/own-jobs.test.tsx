import { setNavigator } from '@qd/web-base'
import { startLive } from '@qd/web-calls'
import { FakeFailure, fake, fakeApi, liveServer, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { jobList } from '../../contract/index.ts'
import type { JobView } from '../../contract/index.ts'
import { aJob } from '../testing/sample-jobs.ts'
import { OwnJobs } from './own-jobs.tsx'

/** May edit in bulk, and see nobody else's jobs. */
const operator = testUser({
  roles: ['operator'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.data.bulk'] }],
})
const counters = { total: 2000, done: 1272, failed: 12, skipped: 0, unknown: 0 }
const running = aJob({ counters })
const listOf = (list: JobView[]) => ({ list, next: null, kinds: [] })
const show = () => renderWithApp(<OwnJobs />, { user: operator })

it('[jobs.home] shows the five newest own jobs, how far they are, and leads to each and to all', async () => {
  const ended = Array.from({ length: 6 }, (_job, index) =>
    aJob({ counters, id: `019a-old-${index}`, name: `旧任务${index}`, state: 'succeeded', endedAt: 1 }),
  )
  const api = fakeApi([fake(jobList, () => listOf([running, ...ended]))])
  const gone: string[] = []
  setNavigator((path) => void gone.push(path))
  const { user } = await show()
  const rows = await screen.findAllByRole('link')
  expect(rows).toHaveLength(5)
  const first = within(rows[0]!)
  expect(rows[0]?.getAttribute('href')).toBe('/jobs/019a-job-1')
  for (const text of ['发放金币', '运行中', '1,284 / 2,000', '失败 12']) {
    expect(first.getByText(text)).toBeTruthy()
  }
  expect(first.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('64')
  expect(within(rows[1]!).queryByRole('progressbar')).toBeNull()
  expect(api.callsOf(jobList)).toMatchObject([{ body: { owner: 'mine' } }])
  await user.click(screen.getByRole('button', { name: /全\s?部/ }))
  expect(gone).toEqual(['/jobs?owner=mine'])
})

it('[jobs.home] follows a job while it runs', async () => {
  const live = liveServer()
  const stop = startLive(
    async () => 'ticket',
    () => {},
  )
  fakeApi([fake(jobList, () => listOf([running]))])
  await show()
  await screen.findByText('1,284 / 2,000')
  await waitFor(() => live.ready())
  const later = { ...counters, done: 1500 }
  const news = {
    jobId: '019a-job-1',
    name: '发放金币',
    state: 'running',
    why: '',
    counters: later,
    isMine: true,
  }
  await waitFor(() => live.tell('jobs', news))
  await screen.findByText('1,512 / 2,000')
  stop()
})

it('without any it says what jobs are for', async () => {
  fakeApi([fake(jobList, () => listOf([]))])
  await show()
  await screen.findByText('还没有作业')
  screen.getByText(/^批量操作以作业方式运行/)
})

it('jobs that cannot be read say so and are asked for again', async () => {
  const api = fakeApi([fake(jobList, () => new FakeFailure(503, 'store_unavailable', '数据库不可用'))])
  const { user } = await show()
  await screen.findByText('数据库不可用')
  api.on(jobList, () => listOf([running]))
  await user.click(screen.getByRole('button', { name: /重\s?试/ }))
  await screen.findByText('发放金币')
})
