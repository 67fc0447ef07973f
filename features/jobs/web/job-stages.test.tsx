import { fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { jobGet, jobGoOn, jobRows } from '../contract/index.ts'
import JobsPage from './jobs-page.tsx'
import { aJobInFull, jobKeeper } from './testing/sample-jobs.ts'

const page = (
  <Routes>
    <Route path="/jobs/:jobId?" element={<JobsPage />} />
  </Routes>
)
const open = () => renderWithApp(page, { path: '/jobs/019a-job-1', user: jobKeeper })
const noRows = fake(jobRows, () => ({ list: [], next: null }))
const stages = [
  { rows: 100, waitMs: 0, needsGo: true, mostFailedPercent: 5 },
  { rows: null, waitMs: 0, needsGo: false, mostFailedPercent: null },
]
const may = {
  pause: false,
  resume: false,
  cancel: true,
  goOn: true,
  retryFailed: false,
  askUnknown: false,
}

describe('stages of a job', () => {
  it('says what it waits for, where it is, and goes on from the stage that was seen', async () => {
    const asked: unknown[] = []
    let job = aJobInFull({ state: 'paused', why: 'stage_go', stages, may })
    fakeApi([
      fake(jobGet, () => job),
      noRows,
      fake(jobGoOn, ({ body }) => {
        asked.push(body)
        job = aJobInFull({ state: 'queued', stage: 1, stages, may: { ...may, goOn: false } })
        return job
      }),
    ])
    const { user } = await open()
    expect(await screen.findByText(/请检查结果，再进入下一阶段/)).toBeTruthy()
    const [first, rest] = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(first?.textContent).toContain('100 行')
    expect(first?.textContent).toContain('失败不超过 5% · 然后等待确认')
    expect(first?.getAttribute('aria-current')).toBe('step')
    expect(rest?.textContent).toBe('其余全部')
    await user.click(screen.getByRole('button', { name: '进入下一阶段' }))
    expect(asked).toEqual([{ jobId: '019a-job-1', stage: 0 }])
    expect(await screen.findByText('已完成')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '进入下一阶段' })).toBeNull()
  })

  it('tells until when it waits, and no button goes on for who may not steer it', async () => {
    fakeApi([
      fake(jobGet, () =>
        aJobInFull({
          state: 'queued',
          why: 'stage_wait',
          nextTryAt: Date.UTC(2026, 10, 21, 3),
          stages: [{ ...stages[0]!, needsGo: false, waitMs: 90_000 }, stages[1]!],
          may: { ...may, goOn: false },
        }),
      ),
      noRows,
    ])
    await open()
    expect(await screen.findByText(/自动继续时间/)).toBeTruthy()
    expect(screen.getByText(/然后等待 1:30/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '进入下一阶段' })).toBeNull()
  })

  it('a list that is still being read, and places whose rows cannot be worked on', async () => {
    const counters = { total: 1_200, done: 0, failed: 0, skipped: 0, unknown: 0 }
    fakeApi([
      fake(jobGet, () =>
        aJobInFull({
          isPreparing: true,
          expectedRows: 2_000_000,
          counters,
          places: [
            { scope: 'lantern/northwind/nw-test/1', name: ['Northwind', '测试线', 'S1'] },
            { scope: 'lantern/southwind/sw-live/2', name: ['Southwind', '正式线', 'S2'] },
          ],
          lostPlaces: [['Southwind', '正式线', 'S2']],
        }),
      ),
      noRows,
    ])
    await open()
    expect(await screen.findByText('正在读取名单：已读 1,200 行，共约 2,000,000 行')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByText('目前无法处理：Southwind / 正式线 / S2')).toBeTruthy()
    expect(screen.getByText('Northwind / 测试线 / S1')).toBeTruthy()
    expect(screen.getByText('Southwind / 正式线 / S2')).toBeTruthy()
  })
})
