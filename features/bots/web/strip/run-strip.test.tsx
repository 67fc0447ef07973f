import type { RouteReplyGiven } from '@qd/contract-kit'
import { jobCancel, jobGet, jobPause } from '@qd/jobs/contract'
import type { JobDetail } from '@qd/jobs/contract'
import { recordList } from '@qd/simulator/contract'
import type { ConnectionTarget } from '@qd/simulator/contract'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { botsLive, botsReportOf, botsRuns } from '../../contract/index.ts'
import type { BotsRun } from '../../contract/index.ts'
import { RECORD, developer, job, report, run, tick } from '../testing/sample-runs.ts'
import { RunStrip } from './run-strip.tsx'

const SERVER: ConnectionTarget = { kind: 'server', sId: 123, lineId: 'northwind-test' }
const ON_RECORD: ConnectionTarget = { kind: 'record', lineId: 'northwind-test', recordId: 'r1' }
const going = (more: Partial<BotsRun> = {}) => run({ ended: null, state: 'running', ...more })

let api: FakeApi
let asked: number
let runs: BotsRun[]
let live: RouteReplyGiven<typeof botsLive>
let given: RouteReplyGiven<typeof botsReportOf>
let may: Partial<JobDetail['may']>
beforeEach(() => {
  asked = 0
  may = {}
  runs = [going()]
  live = { ticks: [{ ...tick(17), t: 134_000 }], next: 1, end: 1, state: 'running', isOpen: true }
  given = { run: going(), report: null, before: null }
  api = fakeApi([
    fake(botsRuns, () => {
      asked += 1
      return { list: runs, most: 20_000, running: 0 }
    }),
    fake(botsLive, () => live),
    fake(botsReportOf, () => given),
    fake(jobGet, () => job({ may: { ...job({}).may, ...may } })),
    fake(recordList, () => ({ list: [RECORD] })),
  ])
})

const open = (target: ConnectionTarget | null = SERVER, user = developer) =>
  renderWithApp(<RunStrip target={target} />, { path: '/mock', user, scope: TEST_SCOPE })
const strip = () => screen.findByRole('region', { name: '机器人 · 登录洪峰' })
const stripNow = () => screen.queryByRole('region', { name: /^机器人/ })
const figure = (part: HTMLElement, name: string) =>
  within(part).getByText(name, { selector: 'dt' }).parentElement!.textContent

it('shows the run that goes on, with its figures, a small curve and the way to its report', async () => {
  live = { ...live, ticks: [tick(15), { ...tick(17), t: 134_000 }] }
  await open()
  const part = await strip()
  expect(await within(part).findByText('运行中 02:14')).toBeTruthy()
  expect(figure(part, '在线')).toBe('在线17 / 20')
  expect(figure(part, '消息/秒')).toBe('消息/秒40')
  expect(['p50', 'p95', 'p99'].map((name) => figure(part, name))).toEqual([
    'p501.0 ms',
    'p952.0 ms',
    'p993.0 ms',
  ])
  expect(figure(part, '失败率')).toBe('失败率0.00 %')
  expect(part.querySelector('[data-part="spark"] path')).toBeTruthy()
  expect(
    within(part)
      .getByRole('link', { name: /^打\s?开$/ })
      .getAttribute('href'),
  ).toBe('#/mock/bots/job-1')
  expect(within(part).queryByRole('button', { name: '关闭' })).toBeNull()
})

it('draws nothing without a run there, and asks nothing for whoever may not run bots', async () => {
  runs = [run(), going({ jobId: 'job-2', sId: 124 }), going({ jobId: 'job-3', sId: 0, record: '外服' })]
  const { unmount } = await open()
  await waitFor(() => expect(asked).toBe(1))
  expect(stripNow()).toBeNull()
  unmount()
  runs = [going()]
  const grants = [{ scope: 'lantern/northwind', environment: '*', codes: ['mock.simulator.connect'] }]
  const connects = testUser({ roles: ['developer'], grants })
  for (const [target, user] of [
    [SERVER, connects],
    [ON_RECORD, connects],
    [null, developer],
    [{ ...SERVER, lineId: 'harbour-dev' }, developer],
  ] as const) {
    const shown = await open(target, user)
    expect(stripNow()).toBeNull()
    shown.unmount()
  }
  expect(asked).toBe(1)
})

it('shows the run against the game record the page is about', async () => {
  runs = [going({ jobId: 'job-2' }), going({ sId: 0, record: '外服' })]
  const grants = [
    {
      scope: 'lantern/northwind',
      environment: '*',
      codes: ['mock.simulator.bots', 'mock.simulator.connect'],
    },
  ]
  await open(ON_RECORD, testUser({ roles: ['developer'], grants }))
  expect(
    within(await strip())
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('#/mock/bots/job-1')
})

it('pauses and stops what the caller may, and says how the run stands', async () => {
  may = { pause: true, cancel: true }
  const sent: string[] = []
  api.on(jobPause, () => {
    sent.push('pause')
    may = { resume: true, cancel: false }
    live = { ...live, state: 'paused' }
    return job({})
  })
  api.on(jobCancel, () => {
    sent.push('cancel')
    return job({})
  })
  const { user } = await open()
  const part = within(await strip())
  await user.click(await part.findByRole('button', { name: /^暂\s?停$/ }))
  expect(await part.findByText('已暂停', undefined, { timeout: 5_000 })).toBeTruthy()
  expect(await part.findByRole('button', { name: /^继\s?续$/ })).toBeTruthy()
  expect(part.queryByRole('button', { name: /^停\s?止$/ })).toBeNull()
  expect(sent).toEqual(['pause'])
  // Somebody else lets it go on.
  may = { cancel: true }
  live = { ...live, state: 'running' }
  expect(await part.findByRole('button', { name: /^停\s?止$/ }, { timeout: 5_000 })).toBeTruthy()
})

it('stays with its end until it is dismissed, or another run goes on', async () => {
  const { user } = await open()
  const part = within(await strip())
  // The list may be older than the end.
  given = { run: run(), report: report(30), before: null }
  live = { ...live, ticks: [], isOpen: false, state: 'succeeded' }
  expect(await part.findByText('时间已到 01:00', undefined, { timeout: 5_000 })).toBeTruthy()
  expect(part.getByRole('link', { name: /^报\s?告$/ })).toBeTruthy()
  await waitFor(() => expect(asked).toBe(2))
  expect(stripNow()).not.toBeNull()
  await user.click(part.getByRole('button', { name: '关闭' }))
  expect(stripNow()).toBeNull()
})

it('says why a run or its figures cannot be read, and asks again', async () => {
  api.on(botsReportOf, () => new FakeFailure(503, 'upstream', '没有答复'))
  const { user, unmount } = await open()
  const part = within(await strip())
  expect(await part.findByText('读取不到数据：没有答复')).toBeTruthy()
  api.on(botsReportOf, () => given)
  await user.click(part.getByRole('button', { name: /^重\s?试$/ }))
  await waitFor(() => expect(part.queryByText(/没有答复/)).toBeNull())
  api.on(botsLive, () => new FakeFailure(503, 'upstream', '数据没有答复'))
  expect(await part.findByText('读取不到数据：数据没有答复', undefined, { timeout: 5_000 })).toBeTruthy()
  api.on(botsLive, () => live)
  await waitFor(() => expect(part.queryByText(/没有答复/)).toBeNull(), { timeout: 5_000 })
  unmount()
  api.on(botsRuns, () => new FakeFailure(503, 'upstream', '列表没有答复'))
  const again = await open()
  expect(await screen.findByText('列表没有答复')).toBeTruthy()
  api.on(botsRuns, () => ({ list: runs, most: 20_000, running: 0 }))
  await again.user.click(screen.getByRole('button', { name: /^重\s?试$/ }))
  expect(await strip()).toBeTruthy()
})
