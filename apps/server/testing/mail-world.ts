import { createStandardAdapter } from '@qd/adapter-standard'
import type { StandardAdapterOptions } from '@qd/adapter-standard'
import { plainDialer } from '@qd/adapter-standard/testing'
import { AppError } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { filesErrors } from '@qd/files/contract'
import { wholeAdapter } from '@qd/game-contract/adapter'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { createJobsFeature, jobMigrations } from '@qd/jobs/server'
import type { JobTables } from '@qd/jobs/server'
import { whenHeard } from '@qd/jobs/testing'
import { createPropertiesFeature, propertiesMigrations } from '@qd/properties/server'
import type { PropertiesTables } from '@qd/properties/server'
import { currentAsker } from '@qd/server-kit'
import type {
  ApprovalsPort,
  Caller,
  CatalogueServer,
  CurrenciesOf,
  FilesPort,
  ReachPort,
  ServerFeature,
} from '@qd/server-kit'
import {
  aCaller,
  aServer,
  createTestApp,
  everything,
  fixedScope,
  recordingAudit,
} from '@qd/server-kit/testing'
import { leaseMigrations } from '@qd/store'
import type { Store } from '@qd/store'
import { timeLeftMs } from '@qd/testing/children'
import type { MailDraft } from '@qd/mail/contract'
import { createMailFeature, mailMigrations } from '@qd/mail/server'
import type { MailTables } from '@qd/mail/server'

export const mailWorldMigrations = [
  ...leaseMigrations,
  ...jobMigrations,
  ...propertiesMigrations,
  ...mailMigrations,
]
export type MailWorldTables = MailTables & JobTables & PropertiesTables

const LINE = 'northwind-test'
export const AT_MAIL = `?lineId=${LINE}`
const DAY_MS = 86_400_000

let keys = 0
export const freshMailKey = () => `mail-key-${process.pid}-${++keys}`

interface WorldOptions {
  store: Store<MailWorldTables>
  targets: Readonly<Record<number, () => GameServerTarget>>
  environment?: CatalogueServer['environment']
  adapter?: Partial<StandardAdapterOptions>
  approvals?: ApprovalsPort
  /** Files that were sent, by id. */
  files?: Readonly<Record<string, Uint8Array>>
  /** Awaited before the start of a job: one that throws stands for a node that dies there. */
  beforeStart?: () => Promise<void>
  /** Items that are a currency; none without. */
  currenciesOf?: CurrenciesOf
  nowMs?: () => number
}

function filesOf(given: Readonly<Record<string, Uint8Array>>): FilesPort {
  return {
    async open(_caller, fileId) {
      const bytes = given[fileId]
      if (bytes === undefined) throw new AppError(filesErrors.file_not_found)
      return {
        id: fileId,
        name: fileId,
        size: bytes.length,
        sha256: '',
        async *pieces({ from, to } = { from: 0, to: bytes.length }) {
          for (let at = from; at < to; at += 65_536)
            yield Buffer.from(bytes.subarray(at, Math.min(at + 65_536, to)))
        },
        lines: () => {
          throw new Error('nobody reads lines here')
        },
      }
    },
  }
}

/** A draft that may be sent, but for what the test says. */
export function aMailDraft(more: Partial<MailDraft> = {}): MailDraft {
  return {
    name: 'compensation',
    sendType: 2,
    emailType: 'compensation',
    playerObj: [{ id: '30123000045' }],
    serverId: [],
    content: {
      cn: { title: '补偿', body: '对不起，送上一点心意。' },
      en: { title: 'Sorry', body: 'A small gift.' },
    },
    fallback: 'cn',
    sender: { cn: '运营团队' },
    attach: [],
    sendAt: null,
    expireAt: Date.now() + 30 * DAY_MS,
    where: {},
    exclude: [],
    tags: [],
    ...more,
  }
}

/** Mail and the real job engine behind the real guard, speaking to real game servers; people are callers by name. */
export function mailWorld(options: WorldOptions) {
  const { store } = options
  const servers = Object.keys(options.targets).map((sId) =>
    aServer({ sId: Number(sId), environment: options.environment ?? 'test' }),
  )
  const foreign = aServer({ sId: 777, operator: 'southwind', lineId: 'southwind-live' })
  const scope = fixedScope([...servers, foreign])
  const standard = createStandardAdapter({ dialer: plainDialer(), asker: currentAsker, ...options.adapter })
  const adapter = wholeAdapter(standard)
  const reach: ReachPort = {
    reach: async ({ sId }) => ({ ...adapter, target: options.targets[sId]!() }),
    serversOf: (lineId) => (lineId === LINE ? servers : []),
  }
  const people = new Map<string, Caller>()
  const faults: unknown[] = []
  const rolledBack: string[] = []
  const vetoed = new Set<string>()
  const properties = createPropertiesFeature({ store: store.as(), reach })
  const jobs = createJobsFeature({
    store: store.as(),
    audit: recordingAudit(store.as()),
    callers: { of: async (userId) => people.get(userId) ?? null, ofToken: async () => null },
    session: {
      current: async () => null,
      onEnded: () => () => undefined,
      onRightsChanged: () => () => undefined,
    },
    scope,
    namesOf: () => [],
    kinds: () => mail.jobs ?? [],
    texts: {
      title: (_lang, key) => key,
      text: (_lang, key, params = {}) => [key, ...Object.values(params)].join(' '),
      error: (error) => error.def.code,
    },
    notifications: { tell: async () => undefined },
    isVetoed: async (jobId) => vetoed.has(jobId),
    log: { error: (detail) => void faults.push(detail) },
    timing: { pollMs: 20, backOffMs: 5, drainMs: 500 },
  })
  const mail: ServerFeature = createMailFeature({
    store: store.as(),
    reach,
    scope,
    jobs: {
      ...jobs.port,
      async start(ctx, order) {
        await options.beforeStart?.()
        return jobs.port.start(ctx, order)
      },
    },
    endingsOf: (ids) => jobs.endingsOf(ids),
    isVetoed: (jobId) => jobs.isVetoed(jobId),
    files: filesOf(options.files ?? {}),
    limits: properties.limits,
    worth: properties.worth,
    currenciesOf: options.currenciesOf ?? (async () => new Set()),
    requests: { withdrawal: async () => async () => undefined },
    rollbacks: {
      async rolledBack(_tx, { what }) {
        rolledBack.push(what)
      },
    },
    ...(options.nowMs === undefined ? {} : { nowMs: options.nowMs }),
  })
  const app = createTestApp({
    features: [jobs, properties, mail],
    scope,
    store: store.as(),
    ...(options.approvals === undefined ? {} : { approvals: options.approvals }),
  })
  const as = (name: string, grants: readonly Grant[] = [everything]) => {
    const caller = aCaller(name, grants)
    people.set(caller.userId, caller)
    return app.as(caller)
  }
  const admin = as('admin')
  const post = async <T>(path: string, body: unknown, by = admin): Promise<T> => {
    const answer = await by.post<T>(`/partner/mail/${path}${AT_MAIL}`, body)
    if (answer.http !== 200) throw new Error(`${path}: ${answer.raw}`)
    return answer.body.data
  }
  return {
    ...app,
    store,
    jobs,
    /** Ids of jobs whose approval was taken back. */
    vetoed,
    faults,
    /** What was taken back as a whole. */
    rolledBack,
    admin,
    as,
    post,
    async save(draft: MailDraft) {
      return post<{ id: string; revision: number }>('save', { draft })
    },
    /** Releases what is saved, as somebody who has seen it. */
    async release(id: string, more: object = {}) {
      const { revision, contentHash } = await post<{ revision: number; contentHash: string }>('get', { id })
      const body = { id, revision, contentHash, reason: 'ticket 7', idempotencyKey: freshMailKey(), ...more }
      return admin.post<{ jobId: string; players: number | null; replayed: boolean }>(
        `/partner/mail/release${AT_MAIL}`,
        body,
      )
    },
    /** What the console does by itself once in a while. */
    async cleanUp() {
      for (const { run } of mail.cleanUps ?? []) await run()
    },
    job: (jobId: string) =>
      store.read.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow(),
    /** Resolves once the node that works on the job has heard that it shall stop. */
    async stopJob(jobId: string, by: 'pause' | 'cancel') {
      const heard = whenHeard(store.as(), by === 'pause' ? 'pausing' : 'cancelling')
      const { http, raw } = await admin.post(`/platform/job/${by}`, { jobId })
      if (http !== 200) throw new Error(`${by}: ${raw}`)
      await heard
    },
    /** Resolves once the job is in one of the states; rejects with the one it is in where the test has no time left. */
    async until(jobId: string, ...states: string[]) {
      const endsAtMs = performance.now() + timeLeftMs()
      for (;;) {
        const found = await store.read
          .selectFrom('job')
          .selectAll()
          .where('id', '=', jobId)
          .executeTakeFirstOrThrow()
        if (states.includes(found.state)) return found
        if (performance.now() > endsAtMs)
          throw new Error(
            `job is ${found.state} ${found.why}, ${faults
              .map((fault) => String((fault as { err?: unknown }).err))
              .slice(0, 3)
              .join()}`,
          )
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
    },
  }
}
export type MailWorld = ReturnType<typeof mailWorld>
