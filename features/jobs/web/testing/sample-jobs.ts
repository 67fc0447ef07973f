import { testUser } from '@qd/web-testing'
import type { JobDetail, JobView } from '../../contract/index.ts'

/** A job that is half done. */
export const aJob = (rest: Partial<JobView> = {}): JobView => ({
  id: '019a-job-1',
  kind: 'test.tally',
  kindTitle: '批量修改',
  name: '发放金币',
  state: 'running',
  why: '',
  counters: { total: 200, done: 90, failed: 10, skipped: 0, unknown: 0 },
  isPreparing: false,
  stage: 0,
  ownerId: 'u1',
  owner: 'lin',
  isMine: true,
  scope: 'lantern/northwind/nw-test',
  placeName: ['Northwind', '测试线'],
  environment: 'test',
  createdAt: Date.UTC(2026, 10, 21),
  startedAt: Date.UTC(2026, 10, 21, 1),
  endedAt: null,
  updatedAt: 0,
  ...rest,
})

/** The same as its page reads it. */
export const aJobInFull = (rest: Partial<JobDetail> = {}): JobDetail => ({
  ...aJob(),
  reason: '补偿',
  requestId: 'aaaaaaaaaa-1',
  fault: '',
  stopPercent: 5,
  nextTryAt: null,
  expectedRows: null,
  stages: [],
  places: [],
  lostPlaces: [],
  facts: [{ label: '字段', value: 'coin' }],
  may: { pause: true, resume: false, cancel: true, goOn: false, retryFailed: false, askUnknown: false },
  ...rest,
})

/** Somebody who may follow and steer jobs, and nothing else. */
export const jobKeeper = testUser({
  roles: ['operator'],
  permissions: [
    {
      routerName: 'jobs',
      functionList: [
        { code: 'read', type: 'menu' },
        { code: 'control', type: 'button' },
      ],
    },
  ],
  grants: [{ scope: 'lantern', environment: '*', codes: ['jobs.read', 'jobs.control'] }],
})
