import { FRAME_PRESETS } from '@qd/game-frame'
import type { JobDetail } from '@qd/jobs/contract'
import { fake, testUser } from '@qd/web-testing'
import { botsRuns, scenarioGet, scenarioList } from '../../contract/index.ts'
import type { BotsReport, BotsRun, BotsTick } from '../../contract/index.ts'

/* What the tests of the page of bots stand on: a developer, a run with its report, a saved scenario. */

export const developer = testUser({
  roles: ['developer'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['mock.simulator.bots'] }],
})
const load: BotsRun['load'] = {
  model: 'closed',
  clients: 20,
  rampMs: 0,
  thinkMs: { from: 0, to: 0 },
  stop: { afterMs: 60_000 },
}
export const run = (more: Partial<BotsRun> = {}): BotsRun => ({
  jobId: 'job-1',
  title: '登录洪峰',
  hash: 'h',
  sId: 123,
  record: '',
  lineId: 'northwind-test',
  environment: 'test',
  owner: 'lin',
  isMine: true,
  load,
  startedAt: 1,
  ended: 'time',
  state: 'succeeded',
  ...more,
})
export const figures = (p99: number) => ({
  cmd: 1401,
  name: 'BagList',
  count: 1_200,
  errors: 3,
  perSecond: 20,
  p50: 2,
  p95: 5,
  p99,
  max: 9,
})
export const report = (p99: number, more: Partial<BotsReport> = {}): BotsReport => ({
  ended: 'time',
  text: '',
  startedAt: 1,
  durationMs: 60_000,
  passed: 1_197,
  failed: 3,
  requests: 1_200,
  errors: [{ code: 'status 1/2004', step: '2', count: 3, text: '1/2004' }],
  commands: [figures(p99)],
  series: [1, 2, 3].map((t) => ({ t, online: 20, perSecond: 20, p50: 2, p99, errors: 0 })),
  ...more,
})
export const tick = (online: number): BotsTick => ({
  type: 'tick',
  t: 1,
  online,
  late: 0,
  sentPerSecond: 40,
  receivedPerSecond: 40,
  passed: 4,
  failed: 0,
  errors: 0,
  requests: 8,
  p50: 1,
  p95: 2,
  p99: 3,
  commands: [figures(3)],
  at: [{ step: '2.1', clients: online }],
})
export const job = (more: Partial<JobDetail>): JobDetail => ({
  id: 'job-1',
  kind: 'simulator.bots',
  kindTitle: '机器人',
  name: '登录洪峰',
  state: 'running',
  why: '',
  counters: { total: 1, done: 0, failed: 0, skipped: 0, unknown: 0 },
  isPreparing: false,
  stage: 0,
  ownerId: 'u1',
  owner: 'lin',
  isMine: true,
  scope: 'lantern/northwind/northwind-test/123',
  placeName: ['Northwind'],
  environment: 'test',
  createdAt: 1,
  startedAt: 1,
  endedAt: null,
  updatedAt: 1,
  reason: '',
  requestId: 'aaaaaaaaaa-1',
  fault: '',
  stopPercent: 100,
  nextTryAt: null,
  expectedRows: null,
  stages: [],
  places: [],
  lostPlaces: [],
  facts: [],
  may: { pause: false, resume: false, cancel: true, goOn: false, retryFailed: false, askUnknown: false },
  ...more,
})
export const saved = {
  scenarioId: 's1',
  name: '登录',
  groups: [],
  owner: 'lin',
  isMine: true,
  revision: 2,
  updatedAt: 1,
}

/** A game record of the line. */
export const RECORD = {
  recordId: 'r1',
  lineId: 'northwind-test',
  name: '外服',
  url: 'ws://127.0.0.1:9000',
  layout: FRAME_PRESETS.get('leaf'),
  enter: null,
  messages: 1,
  commands: 1,
  definitionHash: '',
  revision: 1,
  changedBy: 'lin',
  changedAt: 0,
}

/** Runs and the saved scenario of the line. */
export const pageFakes = (runs: readonly BotsRun[] = []) => [
  fake(botsRuns, () => ({ list: [...runs], most: 20_000, running: 0 })),
  fake(scenarioList, () => ({ list: [saved], groups: [] })),
  fake(scenarioGet, () => ({
    saved,
    scenario: { version: 1, name: '登录', vars: {}, steps: [{ do: 'sleep', ms: 7 }], parts: {} },
    versions: [
      { revision: 2, at: 2, by: 'lin' },
      { revision: 1, at: 1, by: 'lin' },
    ],
  })),
]
