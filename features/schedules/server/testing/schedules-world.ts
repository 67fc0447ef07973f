import {
  AppError,
  defineErrors,
  definePermission,
  defineRoute,
  defineSchedule,
  scheduleTiming,
  schemas,
  z,
} from '@qd/contract-kit'
import type { Grant, Risk, ScheduleTiming } from '@qd/contract-kit'
import { createDefaultGate, serve, serveSchedule } from '@qd/server-kit'
import type {
  Caller,
  Notice,
  ScheduledOutcome,
  ScheduledRun,
  SchedulesPort,
  ServerFeature,
  SystemSchedule,
} from '@qd/server-kit'
import {
  aCaller,
  aServer,
  createTestApp,
  everything,
  fixedScope,
  recordingAudit,
} from '@qd/server-kit/testing'
import { column, leaseMigrations } from '@qd/store'
import type { Migration, Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { ScheduleRunState } from '../../contract/index.ts'
import { createSchedulesFeature, scheduleMigrations } from '../index.ts'
import type { JobStanding, ScheduleTables, SchedulesDeps } from '../index.ts'
import type { StoredRun } from '../schedule-tables.ts'

/** What runs of the tests leave behind: a row for each effect, and one for each key. */
export interface EffectTables {
  effect: { n: number; key: string; node: string }
}

const effectMigration: Migration = {
  name: 'test-0001-effect',
  async up(db) {
    await db.schema
      .createTable('effect')
      .addColumn('key', column.text, (c) => c.notNull())
      .addColumn('node', column.text, (c) => c.notNull())
      .execute()
  },
}

export const worldMigrations = [...leaseMigrations, ...scheduleMigrations, effectMigration]

export const pingPermission = definePermission({
  routerName: 'test',
  code: 'ping',
  type: 'job',
  heldBy: [],
})

export const testErrors = defineErrors({ test_gone: 404, test_busy: 503 })

export const pingSchedule = defineSchedule({
  name: 'test.ping',
  title: 'schedules.list',
  permission: pingPermission,
  risk: 'R3',
  mayOverlap: true,
  params: z.object({ word: z.string() }),
})

const makePing = defineRoute({
  method: 'POST',
  path: '/platform/test/ping',
  title: 'test.ping',
  permission: pingPermission,
  level: 2,
  risk: 'R2',
  target: ({ body }) => ({ lineId: body.lineId }),
  body: z.object({
    lineId: z.string(),
    timing: scheduleTiming,
    word: z.optional(z.string()),
    idempotencyKey: schemas.idempotencyKey,
  }),
  reply: z.object({ scheduleId: z.string(), nextAt: z.nullable(z.number()), replayed: z.boolean() }),
})

export type RunPing = (run: ScheduledRun<{ word: string }>) => Promise<ScheduledOutcome>

/** Makes entries of the test's kind, as a feature that has one would. */
function pingFeature(port: () => SchedulesPort, run: RunPing, risk: () => Promise<Risk>): ServerFeature {
  return {
    name: 'test',
    texts: new URL('../../contract/locales/', import.meta.url),
    schedules: [
      serveSchedule(pingSchedule, { run, risk, facts: ({ word }) => [{ label: 'word', value: word }] }),
    ],
    routes: [
      serve(makePing, {
        effect: 'store',
        handle: ({ body }, ctx) =>
          port().create(ctx, {
            schedule: pingSchedule,
            params: { word: body.word ?? 'hello' },
            timing: body.timing,
            title: 'ping',
            reason: 'test',
            idempotencyKey: body.idempotencyKey,
          }),
      }),
    ],
  }
}

/** Leaves its effect in the transaction that only the present holder of the run can commit. */
export const leaveEffect =
  (node: string): RunPing =>
  async (run) => {
    await run.ctx.commit(async (tx) => {
      const db = tx as unknown as Kysely<EffectTables>
      await db
        .insertInto('effect')
        .values({ key: run.key, node } as never)
        .execute()
    })
    return {}
  }

export const LINE = 'northwind-test'
export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
let keys = 0
export const freshKey = () => `schedules-key-${++keys}`

/** Daily at noon in UTC. */
export const daily = (rest: Partial<ScheduleTiming> = {}): ScheduleTiming => ({
  rule: { kind: 'daily', at: '12:00' },
  zone: 'UTC',
  overlap: 'skip',
  missed: 'skip',
  ...rest,
})

export interface WorldOptions {
  run?: RunPing
  servers?: Parameters<typeof fixedScope>[0]
  systemEntries?: readonly SystemSchedule[]
  timing?: SchedulesDeps['timing']
  nowMs?: () => number
  onLog?: (detail: unknown) => void
}

export type SchedulesWorld = ReturnType<typeof schedulesWorld>

/** The schedules feature and a kind of the test's behind the real guard; people are callers by name. */
export function schedulesWorld(anyStore: Store<never>, options: WorldOptions = {}) {
  const store = anyStore.as<ScheduleTables & EffectTables>()
  const audit = recordingAudit(anyStore)
  const people = new Map<string, Caller>()
  const clock = { nowMs: Date.UTC(2026, 10, 23, 9) }
  const told: { notice: Notice; to: readonly string[] | 'holders' }[] = []
  const jobs = new Map<string, JobStanding>()
  const logged: unknown[] = []
  const runner = { run: options.run ?? leaveEffect('here'), risk: 'R3' as Risk }
  /** Actions for which a step-up proof lies ready. */
  const proofs = new Set<string>()
  const gate = createDefaultGate({
    wanted: async (_caller, action) => ({ action, ways: ['password'], provider: '' }),
    take: async (_caller, action) => (proofs.delete(action) ? { way: 'password', givenAt: 1 } : null),
  })
  const scope = fixedScope([...(options.servers ?? [aServer()])])
  const schedules = createSchedulesFeature({
    store: anyStore.as(),
    audit,
    callers: { of: async (userId) => people.get(userId) ?? null, ofToken: async () => null },
    scope,
    notifications: {
      async tell(_tx, notice, to) {
        told.push({ notice, to })
      },
    },
    policies: { isOn: async () => false, asked: async () => null },
    namesOf: () => ['Lantern', 'Northwind'],
    kinds: () => test.schedules ?? [],
    systemEntries: () => options.systemEntries ?? [],
    jobsOf: async (ids) => new Map([...jobs].filter(([id]) => ids.includes(id))),
    texts: {
      title: (lang, key) => `${lang}:${key}`,
      text: (lang, key, params = {}) => [`${lang}:${key}`, ...Object.values(params)].join(' '),
      error: (error, lang) => `${lang}:${error.def.code}`,
    },
    log: {
      error(detail) {
        logged.push(detail)
        options.onLog?.(detail)
      },
    },
    systemZone: 'UTC',
    timing: { pollMs: 10, drainMs: 200, retryMs: 10, ...options.timing },
    nowMs: options.nowMs ?? (() => clock.nowMs),
  })
  const test: ServerFeature = pingFeature(
    () => schedules.port,
    (run) => runner.run(run),
    async () => runner.risk,
  )
  const app = createTestApp({ features: [schedules, test], scope, audit, gate, store: anyStore })
  const signIn = (name: string, grants: readonly Grant[] = [everything]) => {
    const caller = aCaller(name, grants)
    people.set(caller.userId, caller)
    return app.as(caller)
  }
  const runs = (scheduleId: string): Promise<StoredRun[]> =>
    store.read
      .selectFrom('schedule_run')
      .selectAll()
      .where('schedule_id', '=', scheduleId)
      .orderBy('id')
      .execute()
  return {
    ...app,
    store,
    schedules,
    runner,
    proofs,
    people,
    clock,
    told,
    jobs,
    logged,
    signIn,
    runs,
    auditRows: audit.rows,
    entry: (id: string) =>
      store.read.selectFrom('schedule').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    effects: () => store.read.selectFrom('effect').selectAll().orderBy('key').execute(),
    /** States of the runs of an entry, the oldest first. */
    states: async (id: string): Promise<ScheduleRunState[]> => (await runs(id)).map(({ state }) => state),
    async make(
      as: ReturnType<typeof signIn>,
      timing: ScheduleTiming = daily(),
      rest: { lineId?: string; idempotencyKey?: string } = {},
    ): Promise<string> {
      const body = { lineId: LINE, timing, idempotencyKey: freshKey(), ...rest }
      const answer = await as.post<{ scheduleId: string }>('/platform/test/ping', body)
      if (answer.http !== 200) throw new Error(answer.raw)
      return answer.body.data.scheduleId
    },
  }
}

/** A refusal of the test's kind. */
export const refusal = (code: keyof typeof testErrors) => new AppError(testErrors[code])
