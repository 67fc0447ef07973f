import { startLive } from '@qd/web-calls'
import { TabContext } from '@qd/web-frame'
import { fake, fakeApi, liveServer, renderWithApp } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { jobCancel, jobGet, jobList, jobPause, jobRetry, jobRows } from '../contract/index.ts'
import type { JobRowView } from '../contract/index.ts'
import JobsPage from './jobs-page.tsx'
import { aJob, aJobInFull, jobKeeper } from './testing/sample-jobs.ts'

const row = (seq: number, rest: Partial<JobRowView> = {}): JobRowView => ({
  seq,
  key: `3012300${seq}`,
  state: 'done',
  code: '',
  msg: '',
  field: '',
  ...rest,
})

const page = (
  <Routes>
    <Route path="/jobs/:jobId?" element={<JobsPage />} />
  </Routes>
)
const none = { list: [], next: null, kinds: [] }
const open = (path: string) => renderWithApp(page, { path, user: jobKeeper })

describe('the page of jobs', () => {
  it('shows what runs, how far it is and in whose name', async () => {
    fakeApi([fake(jobList, () => ({ ...none, list: [aJob()] }))])
    await open('/jobs')
    const found = await screen.findByRole('row', { name: /发放金币/ })
    expect(within(found).getByText('运行中')).toBeTruthy()
    expect(within(found).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    expect(within(found).getByText('lin')).toBeTruthy()
    expect(within(found).getByText('Northwind / 测试线')).toBeTruthy()
  })

  it('says what jobs are for while there are none', async () => {
    fakeApi([fake(jobList, () => none)])
    await open('/jobs')
    expect(await screen.findByText('还没有作业')).toBeTruthy()
  })

  it('[jobs.page] asks for the own ones only', async () => {
    const asked: unknown[] = []
    fakeApi([
      fake(jobList, ({ body }) => {
        asked.push(body.owner)
        return none
      }),
    ])
    const { user } = await open('/jobs')
    await user.click(await screen.findByRole('radio', { name: '我的' }))
    await screen.findByText('没有符合筛选条件的内容')
    expect(asked).toContain('mine')
  })

  it('[jobs.page] narrows to the state in its address, and asks for any again', async () => {
    const asked: unknown[] = []
    fakeApi([
      fake(jobList, ({ body }) => {
        asked.push(body.states)
        return none
      }),
    ])
    const { user } = await open('/jobs?state=running')
    await user.click(await screen.findByRole('button', { name: '状态: 运行中' }))
    await user.click(screen.getByRole('option', { name: '不限' }))
    await screen.findByText('还没有作业')
    await user.click(screen.getByRole('button', { name: '状态' }))
    // What is not chosen needs no way back.
    expect(screen.queryByRole('option', { name: '不限' })).toBeNull()
    await user.click(screen.getByRole('option', { name: '已暂停' }))
    await screen.findByText('没有符合筛选条件的内容')
    expect(asked).toEqual([['running'], undefined, ['paused']])
  })
})

describe('one job', () => {
  it('shows counters, facts and rows, and pauses', async () => {
    const paused: string[] = []
    fakeApi([
      fake(jobGet, () => aJobInFull()),
      fake(jobRows, () => ({
        list: [row(1), row(2, { state: 'failed', msg: '超过上限', field: 'coin' })],
        next: null,
      })),
      fake(jobPause, ({ body }) => {
        paused.push(body.jobId)
        return aJobInFull({ state: 'pausing' })
      }),
    ])
    const { user } = await open('/jobs/019a-job-1')
    expect(await screen.findByText('超过上限')).toBeTruthy()
    expect(screen.getByText('补偿')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '继续' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '暂停' }))
    expect(paused).toEqual(['019a-job-1'])
  })

  it('shows the end that came while the first answer was on its way', async () => {
    const live = liveServer()
    const stop = startLive(
      async () => 'ticket',
      () => {},
    )
    const first = Promise.withResolvers<void>()
    let isOver = false
    fakeApi([
      fake(jobGet, async () => {
        if (isOver) return aJobInFull({ state: 'succeeded', reason: '第二次读取' })
        await first.promise
        return aJobInFull()
      }),
      fake(jobRows, () => ({ list: [], next: null })),
    ])
    await open('/jobs/019a-job-1')
    await waitFor(() => live.ready())
    isOver = true
    const { counters } = aJob()
    const news = {
      jobId: '019a-job-1',
      name: '发放金币',
      state: 'succeeded',
      why: '',
      counters,
      isPreparing: false,
      stage: 0,
      isMine: true,
    }
    await waitFor(() => live.tell('jobs', news))
    first.resolve()
    // No news holds all of a job: it was asked for again, and the old answer does not count.
    await screen.findByText('第二次读取')
    expect(screen.queryByText('运行中')).toBeNull()
    stop()
  })

  it('[jobs.cancel] says what stays done before it cancels', async () => {
    const cancelled: string[] = []
    fakeApi([
      fake(jobGet, () => aJobInFull()),
      fake(jobRows, () => ({ list: [], next: null })),
      fake(jobCancel, ({ body }) => {
        cancelled.push(body.jobId)
        return aJobInFull({ state: 'cancelling' })
      }),
    ])
    const { user } = await open('/jobs/019a-job-1')
    await user.click(await screen.findByRole('button', { name: '取消作业' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/已处理的 100 行保持不变，剩余 100 行/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: '取消作业' }))
    expect(cancelled).toEqual(['019a-job-1'])
  })

  it('[jobs.owner] tells who takes over a job of somebody else', async () => {
    const retried: unknown[] = []
    const may = {
      pause: false,
      resume: false,
      cancel: false,
      goOn: false,
      retryFailed: true,
      askUnknown: false,
    }
    fakeApi([
      fake(jobGet, () => aJobInFull({ state: 'partly_failed', isMine: false, may })),
      fake(jobRows, () => ({ list: [], next: null })),
      fake(jobRetry, ({ body }) => {
        retried.push(body.which)
        return aJobInFull()
      }),
    ])
    const { user } = await open('/jobs/019a-job-1')
    await user.click(await screen.findByRole('button', { name: '重试失败行' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/目前属于 lin，之后以你的名义运行/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: '重试失败行' }))
    await waitFor(() => expect(retried).toEqual(['failed']))
  })

  it('[jobs.title] names its tab by its title, shows the end of its id, and leads to the job it speaks of', async () => {
    const facts = [{ label: '撤销的作业', value: '语音 → 61', jobId: '019a-job-0' }]
    const named: string[] = []
    fakeApi([
      fake(jobGet, () => aJobInFull({ name: '撤销：语音 → 61', facts })),
      fake(jobRows, () => ({ list: [], next: null })),
    ])
    const tab = { id: 'tab', isShown: true, rename: (name: string) => void named.push(name) }
    await renderWithApp(<TabContext value={tab}>{page}</TabContext>, {
      path: '/jobs/019a-job-1',
      user: jobKeeper,
    })
    const link = await screen.findByRole('link', { name: '语音 → 61' })
    expect(link.getAttribute('href')).toBe('/jobs/019a-job-0')
    expect(screen.getByTitle('019a-job-1').textContent).toBe('-job-1')
    expect(named).toContain('撤销：语音 → 61')
  })
})
