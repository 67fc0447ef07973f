import type { RouteReplyGiven } from '@qd/contract-kit'
import { fake, fakeApi, testUser } from '@qd/web-testing'
import { auditChain, auditChoices, auditGet, auditList } from '../../contract/index.ts'
import type { AuditListEntry } from '../../contract/index.ts'

/** May read, export and verify the audit, and nothing else. */
export const auditor = testUser({
  roles: ['auditor'],
  grants: [
    { scope: '*', environment: '*', codes: ['audit.entry.read', 'audit.entry.export', 'audit.chain.verify'] },
  ],
})

type Chain = RouteReplyGiven<typeof auditChain>

/** One edit of a player, as the list has it. */
export const entry = (seq: number, rest: Partial<AuditListEntry> = {}): AuditListEntry => ({
  seq,
  at: Date.UTC(2026, 10, 21, 12, 0, seq),
  actorId: 'u7',
  actor: 'lin',
  action: 'data-edit.commit',
  actionTitle: '修改玩家数据',
  scope: 'lantern/northwind/nw-test/123',
  placeName: ['灯塔', 'Northwind', '测试线', 'S123 潮汐之门'],
  target: '30123000045',
  targetName: '',
  risk: 'R2',
  result: 'ok',
  status: 0,
  code: 'ok',
  durationMs: 40,
  reason: '客服工单 8812',
  requestId: 'aaaaaaaaaa-1',
  sessionId: 's-session1',
  ...rest,
})

export const chain = (rest: Partial<Chain> = {}): Chain => ({
  head: { seq: 9, hash: 'a'.repeat(64) },
  verify: {
    state: 'ok',
    startedAt: 1,
    finishedAt: 2,
    done: 9,
    total: 9,
    brokenSeq: null,
    reason: null,
    differences: [],
    differenceCount: 0,
  },
  ship: { at: null, seq: 0, sinks: [] },
  unknown: 0,
  ...rest,
})

const choices = {
  actions: [{ action: 'data-edit.commit', title: '修改玩家数据' }],
  people: [{ id: 'u7', name: 'lin' }],
  places: [
    { scope: 'lantern', name: '灯海', depth: 0 },
    { scope: 'lantern/northwind', name: 'Northwind', depth: 1 },
    { scope: 'lantern/northwind/nw-test', name: '测试线', depth: 2 },
  ],
}

/** One that ended well, and one nobody knows of. */
const twoRows = () => [entry(9), entry(8, { result: 'unknown', status: null, durationMs: null })]

/** The audit with these rows. */
export const fakeAudit = (rows: readonly AuditListEntry[] = twoRows()) =>
  fakeApi([
    fake(auditList, ({ body }) => ({
      list: rows.filter(({ seq }) => seq > (body.after ?? 0)),
      next: null,
      searchedTo: null,
    })),
    fake(auditChoices, () => choices),
    fake(auditChain, () => chain()),
    fake(auditGet, ({ body }) => ({
      ...entry(body.seq),
      address: '10.0.0.7',
      detail: { changes: [{ diff: 'RoleInfo', path: ['level'], op: 'set', old: 71, value: 72 }] },
      outcome: null,
      prevHash: 'b'.repeat(64),
      hash: 'c'.repeat(64),
      neighbours: [entry(3, { action: 'session.login', actionTitle: '登录' })],
    })),
  ])
