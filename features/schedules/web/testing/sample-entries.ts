import { testUser } from '@qd/web-testing'
import type { ScheduleDetail, ScheduleRunView, ScheduleView } from '../../contract/index.ts'

/** A Monday at nine in Berlin: eight in UTC. */
export const NEXT = Date.UTC(2026, 10, 30, 8)

export const aRun = (rest: Partial<ScheduleRunView> = {}): ScheduleRunView => ({
  id: '019a-run-1',
  dueAt: Date.UTC(2026, 10, 23, 8),
  state: 'done',
  isLate: false,
  by: null,
  startedAt: Date.UTC(2026, 10, 23, 8),
  endedAt: Date.UTC(2026, 10, 23, 8, 1),
  jobId: '019a-job-1',
  msg: '作业已结束：共 2 行，完成 2，失败 0',
  ...rest,
})

/** A function on two players, every Monday. */
export const anEntry = (rest: Partial<ScheduleView> = {}): ScheduleView => ({
  id: '019a-entry-1',
  kind: 'custom-function.run',
  kindTitle: '定时执行功能',
  name: '清理旧邮件',
  state: 'active',
  why: '',
  timing: {
    rule: { kind: 'weekly', days: [1], at: '09:00' },
    zone: 'Europe/Berlin',
    overlap: 'skip',
    missed: 'once',
  },
  nextAt: NEXT,
  lastRun: aRun(),
  isSystem: false,
  owner: 'lin',
  isMine: true,
  scope: 'lantern/northwind/nw-test/123',
  placeName: ['Northwind', '测试线', 'S123 潮汐之门'],
  environment: 'test',
  createdAt: Date.UTC(2026, 10, 1),
  ...rest,
})

/** The same as its page reads it. */
export const anEntryInFull = (rest: Partial<ScheduleDetail> = {}): ScheduleDetail => ({
  ...anEntry(),
  reason: '每周清理',
  fault: '',
  revision: 3,
  upcoming: [NEXT],
  mayOverlap: true,
  facts: [{ label: '执行对象', value: '2 名玩家' }],
  may: { pause: true, resume: false, runNow: true, edit: true, delete: true },
  ...rest,
})

/** Somebody who may follow and manage entries, and nothing else. */
export const scheduleKeeper = testUser({
  roles: ['operator'],
  permissions: [
    {
      routerName: 'schedules',
      functionList: [
        { code: 'read', type: 'menu' },
        { code: 'manage', type: 'button' },
      ],
    },
  ],
  grants: [{ scope: 'lantern', environment: '*', codes: ['schedules.read', 'schedules.manage'] }],
})
