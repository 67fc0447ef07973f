import { AppError, coreErrors, permissionKey } from '@qd/contract-kit'
import type { Grant, PermissionTriple } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { createApprovedCalls, createDefaultGate, loadTexts } from '@qd/server-kit'
import type { ApprovalFollower, Caller, JobResult, Notice } from '@qd/server-kit'
import {
  aCaller,
  aServer,
  createTestApp,
  everything,
  fixedScope,
  recordingAudit,
} from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import {
  APPROVAL_EXECUTED,
  decideApprovals,
  policyApproval,
  seeApprovals,
  settingsApproval,
} from '../../contract/index.ts'
import type { ApprovalDetail, PolicyBody } from '../../contract/index.ts'
import type { ApprovalTables } from '../approval-tables.ts'
import type { ApprovalsDeps, JobStanding } from '../approvals-deps.ts'
import { createApprovalsFeature } from '../index.ts'
import { giveApproval, giveFeature, givePermission } from './give-feature.ts'
import type { EffectTables, GiveWorld } from './give-feature.ts'

export const LINE = 'northwind-test'
export const HOUR_MS = 3_600_000

export const aPolicy = (rest: Partial<PolicyBody> = {}): PolicyBody => ({
  name: 'Economy',
  isActive: true,
  match: { effects: [], types: [], environments: [], scopes: [], leastRisk: 'R0', limits: null },
  stages: [{ name: 'Review', need: 1, groups: [] }],
  differentPeople: true,
  decideWithinHours: 72,
  ...rest,
})

const grantOf = (...codes: string[]): Grant => ({ scope: '*', environment: '*', codes })
const SEES = permissionKey(seeApprovals)
const DECIDES = permissionKey(decideApprovals)

/** Grants of the people in tests: an author, approvers, and somebody who stops or skips. */
export const grants = {
  author: [grantOf(permissionKey(givePermission), SEES)],
  approver: [grantOf(SEES, DECIDES)],
  vetoer: [grantOf(SEES, 'approvals.veto')],
  bypasser: [grantOf(SEES, 'approvals.bypass')],
  policies: [grantOf(SEES, 'approvals.policies')],
  everything: [everything],
} satisfies Record<string, Grant[]>

export type ApprovalsWorld = ReturnType<typeof approvalsWorld>

export interface WorldOptions {
  timing?: ApprovalsDeps['timing']
  give?: Partial<GiveWorld>
  nowMs?: () => number
  followers?: readonly ApprovalFollower[]
  /** Jobs by account and key of their start, for nodes that share them. */
  jobKeys?: Map<string, string>
}

const SEALED = 'sealed '

/** The approvals feature and a gated call of the test's behind the real guard; people are callers by name. */
export function approvalsWorld(anyStore: Store<never>, options: WorldOptions = {}) {
  const store = anyStore.as<ApprovalTables & EffectTables>()
  const audit = recordingAudit(anyStore)
  const people = new Map<string, Caller>()
  const groupsOf = new Map<string, string[]>()
  const groupNames = new Map([
    ['g-live', 'Live operations'],
    ['g-risk', 'Risk'],
  ])
  const clock = { nowMs: Date.UTC(2026, 10, 25, 9) }
  const told: { notice: Notice; to: readonly string[] | 'holders' }[] = []
  const jobs = new Map<string, JobStanding>()
  const results = new Map<string, JobResult>()
  const jobKeys = options.jobKeys ?? new Map<string, string>()
  const cancelled: string[] = []
  const logged: unknown[] = []
  const world: GiveWorld = {
    base: '1',
    beforeWrite: async () => undefined,
    afterWrite: async () => undefined,
    beforeEnd: async () => undefined,
    ...options.give,
  }
  const box = { isOpen: true }
  const proofs = new Set<string>()
  const gate = createDefaultGate({
    wanted: async (_caller, action) => ({ action, ways: ['code'], provider: '' }),
    take: async (_caller, action) => (proofs.delete(action) ? { way: 'code', givenAt: 1 } : null),
  })
  const holders = (permission: PermissionTriple) =>
    [...people.values()].flatMap(({ userId, grants: held }) =>
      held.some(({ codes }) => codes.includes('*') || codes.includes(permissionKey(permission)))
        ? [userId]
        : [],
    )
  let gapLooks = 0
  const scope = fixedScope([aServer({ environment: 'production' })])
  const test = giveFeature(world, jobKeys)
  const served = () => [...approvals.routes, ...(test.routes ?? [])]
  const approvals = createApprovalsFeature({
    store: anyStore.as(),
    audit: {
      ...audit,
      async commit(entry, change, committing) {
        if (typeof entry !== 'function' && entry.action === APPROVAL_EXECUTED) await world.beforeEnd()
        return audit.commit(entry, change, committing)
      },
    },
    secretBox: {
      get isOpen() {
        return box.isOpen
      },
      seal: (plain, place) => `${SEALED}${place}|${Buffer.from(plain).toString('base64')}`,
      open(sealed, place) {
        if (!box.isOpen) throw new AppError(coreErrors.secrets_sealed)
        return Buffer.from(sealed.slice(`${SEALED}${place}|`.length), 'base64').toString()
      },
      digest: (plain) => `digest of ${plain.length}`,
    },
    callers: { of: async (id) => people.get(id) ?? null, ofToken: async (id) => people.get(id) ?? null },
    session: {
      current: async (sessionId) => [...people.values()].find((each) => each.sessionId === sessionId) ?? null,
    },
    notifications: {
      async tell(_tx, notice, to) {
        told.push({ notice, to })
      },
    },
    groups: {
      idsOf: async (userId) => groupsOf.get(userId) ?? [],
      namesOf: async (ids) => new Map([...groupNames].filter(([id]) => ids.includes(id))),
      knownTo: async () => [...groupNames].map(([id, name]) => ({ id, name })),
    },
    holdersOf: async (permission) => holders(permission),
    holdersAnywhere: async (permission) => holders(permission),
    linePlaces: () => {
      gapLooks++
      return [{ scope: `lantern/northwind/${LINE}`, environment: 'production' }]
    },
    consoleTypes: () => [policyApproval.type, settingsApproval.type],
    mayGive: async (caller, { role }) => caller.roles.includes(role),
    accountOf: async (username) => {
      const found = people.get(`id-${username}`)
      return found === undefined ? null : { id: found.userId, name: found.name }
    },
    placeNames: () => ['Lantern', 'Northwind', 'Test'],
    jobs: {
      endingsOf: async (ids) => new Map([...jobs].filter(([id]) => ids.includes(id))),
      resultOf: async (id) => results.get(id) ?? null,
      startedWith: async (userId, key) => jobKeys.get(`${userId} ${key}`) ?? null,
      async cancel(id) {
        cancelled.push(id)
      },
    },
    chainOf: async () => [],
    auditHead: async () => ({ seq: 7, hash: 'head' }),
    calls: () =>
      createApprovedCalls({ served: served(), scope, audit, gate, texts: loadTexts([coreTextsFolder]) }),
    types: () => [giveApproval],
    followers: () => options.followers ?? [],
    texts: {
      title: (lang, key) => `${lang}:${key}`,
      approval: (lang, key) => `${lang}:${key}`,
      text: (lang, key, params = {}) => [`${lang}:${key}`, ...Object.values(params)].join(' '),
      error: (error, lang) => `${lang}:${error.def.code}`,
    },
    log: {
      error(detail) {
        logged.push(detail)
      },
    },
    nowMs: options.nowMs ?? (() => clock.nowMs),
    timing: { pollMs: 10, leaseMs: 2_000, drainMs: 500, gapsMs: 10, ...options.timing },
  })
  const app = createTestApp({
    features: [approvals, test],
    scope,
    audit,
    gate,
    approvals: approvals.port,
    store: anyStore,
  })
  const signIn = (name: string, held: readonly Grant[], more: Partial<Caller> = {}) => {
    const caller = { ...aCaller(name, held), ...more }
    people.set(caller.userId, caller)
    return app.as(caller)
  }
  const detail = async (as: ReturnType<typeof signIn>, id: string): Promise<ApprovalDetail> => {
    const answer = await as.post<ApprovalDetail>('/platform/approvals/get', { id })
    if (answer.http !== 200) throw new Error(answer.raw)
    return answer.body.data
  }
  return {
    ...app,
    store,
    approvals,
    people,
    groupsOf,
    clock,
    told,
    jobs,
    results,
    cancelled,
    logged,
    world,
    proofs,
    box,
    signIn,
    detail,
    /** How often it was looked for policies that nobody may decide on. */
    gapLooks: () => gapLooks,
    auditRows: audit.rows,
    effects: () => store.read.selectFrom('effect').selectAll().execute(),
    seed: (...policies: PolicyBody[]) => approvals.seed(policies),
    /** Hands a gift in; the answer as it came. */
    submit: (as: ReturnType<typeof signIn>, body: object = {}, more: object = {}) =>
      as.postText<{ id: string; number: number; hash: string; replayed: boolean; conflicts: number }>(
        '/platform/approvals/submit',
        {
          route: 'POST /platform/test/give',
          input: { body: { lineId: LINE, what: 'gems', ...body } },
          reason: 'ticket 7',
          ...more,
        },
        '',
      ),
    /** Gives the step-up proof that a call asked for, and makes it again. */
    async proven<T>(
      call: () => Promise<{ http: number; body: { err?: { code: string; details?: unknown } } } & T>,
    ) {
      const first = await call()
      const { stepUp } = (first.body.err?.details ?? {}) as { stepUp?: { action: string } }
      if (stepUp === undefined) return first
      proofs.add(stepUp.action)
      return call()
    },
  }
}
