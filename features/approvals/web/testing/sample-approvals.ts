import { testUser } from '@qd/web-testing'
import type { ApprovalDetail, ApprovalView } from '../../contract/index.ts'

const AT = Date.UTC(2026, 10, 20, 10)
const HASH = '9f3c41d7'.repeat(8)

/** A request that waits for the reader. */
export const aRequest = (rest: Partial<ApprovalView> = {}): ApprovalView => ({
  id: 'r1',
  number: 41,
  type: 'bulk-edit.start',
  typeTitle: '批量修改',
  route: 'POST /adjust/bulk/start',
  title: '停服补偿',
  status: 1,
  execution: 'none',
  risk: 'R4',
  scope: 'lantern/harbour',
  placeName: ['灯海', 'Harbour'],
  environment: 'production',
  author: { id: 'u2', name: '周帆' },
  value: {
    rows: 12_480,
    hasMoreRows: false,
    worth: { atLeast: '0', isComplete: true },
    isSensitive: false,
  },
  effects: { known: ['items', 'many'], isComplete: true },
  revision: 2,
  stage: { at: 1, of: 1, have: 0, need: 1 },
  myVote: null,
  isMine: false,
  isToDecide: true,
  voice: { id: 'u1', name: '林夕' },
  hash: HASH,
  isOverride: false,
  conflicts: 0,
  createdAt: AT,
  updatedAt: AT,
  decidedAt: null,
  expiresAt: null,
  ...rest,
})

/** The same as its page reads it. */
export const aRequestInFull = (rest: Partial<ApprovalDetail> = {}): ApprovalDetail => ({
  ...aRequest(),
  reason: '按公告补偿',
  ticket: 'OPS-4718',
  window: { from: null, to: null, auto: true },
  routeTitle: '开始批量修改',
  preview: [
    { kind: 'facts', rows: [{ label: '方式', value: '指定玩家' }] },
    { kind: 'changes', rows: [{ what: '钻石', before: '100', after: '300' }], more: 0 },
    { kind: 'checks', rows: [{ state: 'warn', text: '今日已用到 83%' }] },
  ],
  bases: [],
  objects: [],
  places: [],
  conflicting: [],
  policy: {
    name: '正式线',
    stages: [{ name: '制作人', need: 1, have: 0, groups: [], state: 'current' }],
  },
  votes: [],
  comments: [],
  timeline: [],
  revisions: [],
  watchers: [],
  excluded: [],
  may: {
    approve: true,
    reject: true,
    veto: false,
    revise: false,
    withdraw: false,
    execute: false,
    stop: false,
    override: false,
    comment: true,
    review: false,
  },
  voices: [{ id: 'u1', name: '林夕' }],
  whyNot: null,
  isWatched: false,
  asksProof: true,
  run: { startedAt: null, endedAt: null, jobId: null, message: '', code: '' },
  override: null,
  hint: '',
  ...rest,
})

/** Somebody who decides, with a second factor, and has no other right. */
export const reviewer = testUser({
  roles: ['reviewer'],
  hasSecondFactor: true,
  grants: [{ scope: '*', environment: '*', codes: ['approvals.see', 'approvals.decide'] }],
})
