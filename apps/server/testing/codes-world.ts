import { createHash, randomBytes } from 'node:crypto'
import { openKeyOf, signOpenRequest, verifyResponse } from '@qd/game-contract/signing'
import type { Grant } from '@qd/contract-kit'
import { createJobsFeature, jobMigrations } from '@qd/jobs/server'
import { whenHeard } from '@qd/jobs/testing'
import { createPropertiesFeature, propertiesMigrations } from '@qd/properties/server'
import { createCatalogue, createEnvelopeBox } from '@qd/server-kit'
import type { ApprovalCall, Caller, ServerFeature } from '@qd/server-kit'
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
import type { BatchDetail, BatchDraft } from '@qd/redemption-codes/contract'
import { aCodeBatch } from './a-code-batch.ts'
import { codeMigrations, createRedemptionCodesFeature } from '@qd/redemption-codes/server'
import type { CodeTables } from '@qd/redemption-codes/server'
import { codesGame } from './codes-game.ts'

export const codesWorldMigrations = [
  ...leaseMigrations,
  ...jobMigrations,
  ...propertiesMigrations,
  ...codeMigrations,
]
export const CODES_LINE = 'northwind-test'
const START = 1_790_000_000_000
export const CODES_MINUTE_MS = 60_000

const aRecord = (sId: number, part: Parameters<typeof aServer>[0] = {}) => ({
  ...aServer({ sId, ...part }),
  openedAt: START,
  adapter: 'standard',
  codec: '{}',
  labels: [],
})
const keyOf = (sId: number) => createHash('sha256').update(`key of ${sId}`).digest('hex')

/** The feature with jobs behind the real guard, on a clock of the test; several may share a database. */
export function codesWorld(anyStore: Store<never>, shared = { now: START, masterKey: randomBytes(32) }) {
  const store = anyStore.as<CodeTables>()
  const servers = [aRecord(123), aRecord(124), aRecord(77, { lineId: 'other-line' })]
  const lines = [{ ...servers[0]!, lineCode: CODES_LINE, name: 'First line', channels: [] }]
  const scope = fixedScope(servers)
  const audit = recordingAudit(anyStore)
  const people = new Map<string, Caller>()
  const secretBox = createEnvelopeBox(shared.masterKey)
  const logged: unknown[] = []
  const { game, reach } = codesGame(servers)
  const properties = createPropertiesFeature({ store: anyStore.as(), reach, now: () => shared.now })
  const jobs = createJobsFeature({
    store: anyStore.as(),
    audit,
    callers: { of: async (userId) => people.get(userId) ?? null, ofToken: async () => null },
    session: { current: async () => null, onEnded: () => () => {}, onRightsChanged: () => () => {} },
    scope,
    namesOf: () => [],
    kinds: () => codes.jobs ?? [],
    texts: { title: (_lang, key) => key, text: (_lang, key) => key, error: (error) => error.def.code },
    notifications: { tell: async () => undefined },
    log: { error: (detail) => logged.push(detail) },
    timing: { pollMs: 20, backOffMs: 1, drainMs: 200 },
  })
  /** How the game's uIds name their server. */
  const numbering = { platformBase: 10_000_000_000, serverBase: 1_000_000 }
  const codes: ServerFeature = createRedemptionCodesFeature({
    store,
    secretBox,
    jobs: jobs.port,
    endingsOf: (ids) => jobs.endingsOf(ids),
    reach,
    limits: properties.limits,
    worth: properties.worth,
    currenciesOf: async (server) => game.currenciesOf(server),
    catalogue: () => createCatalogue({ games: [], operators: [], lines, servers }),
    basesOf: () => numbering,
    texts: { text: (lang, key) => `${lang}:${key}`, error: (_lang, error) => error.def.code },
    nowMs: () => shared.now,
  })
  /** What a policy was asked about. */
  const weighed: ApprovalCall[] = []
  const app = createTestApp({
    approvals: {
      isOn: async () => true,
      needed: async (call) => {
        weighed.push(call)
        return null
      },
    },
    features: [jobs, properties, codes],
    store: anyStore,
    audit,
    scope,
    nowMs: () => shared.now,
    gameServers: {
      find: (game, platform, sId) => servers.find(({ key }) => key === `${game}:${platform}:${sId}`) ?? null,
      keysOf: ({ sId }) => [{ keyId: 'k', hashKey: keyOf(sId) }],
      admit: async () => undefined,
      noteForged: () => undefined,
    },
  })
  const signIn = (name: string, grants: readonly Grant[] = [everything]) => {
    const caller = aCaller(name, grants)
    people.set(caller.userId, caller)
    return app.as(caller)
  }
  const operator = signIn('ann')

  /** A call of a game server. */
  async function open<T = Record<string, unknown>>(
    path: string,
    said: object,
    sId = 123,
    from: { remoteAddress?: string } = {},
  ) {
    const body = JSON.stringify({ sId, ...said })
    const url = `/open/v1/codes/${path}`
    const nonce = randomBytes(16).toString('hex')
    const server = `lantern/3/${sId}`
    const signing = { method: 'POST', url, body, nonce, from: server, keyId: 'k', tsMs: shared.now } as const
    const headers = signOpenRequest({ ...signing, hashKey: keyOf(sId) })
    const answer = await app.app.inject({
      ...from,
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })
    const signature = answer.headers['x-gm-sign']
    const isSigned = verifyResponse(
      { status: answer.statusCode, body: answer.body, nonce, hashKey: openKeyOf(keyOf(sId)) },
      typeof signature === 'string' ? signature : null,
    )
    const { data, err } = answer.json<{ data: T; err?: { code: string } }>()
    return { status: answer.statusCode, data, code: err?.code, isSigned }
  }

  async function post<T>(path: string, body: object): Promise<T> {
    const answer = await operator.post<T>(`/partner/codes/${path}`, { lineId: CODES_LINE, ...body })
    if (answer.http !== 200) throw new Error(answer.raw)
    return answer.body.data
  }
  const save = (draft: Partial<BatchDraft>) =>
    post<BatchDetail>('save', { batchId: null, revision: 0, draft: aCodeBatch(draft) })

  return {
    numbering,
    ...app,
    store,
    shared,
    jobs,
    game,
    audit,
    weighed,
    logged,
    signIn,
    /** Cancels a job. Resolves once each node on this store knows. */
    async cancel(jobId: string) {
      const heard = whenHeard(anyStore, 'cancelling')
      const answer = await operator.post('/platform/job/cancel', { jobId })
      if (answer.http !== 200) throw new Error(answer.raw)
      await heard
    },
    operator,
    open,
    post,
    save,
    redeem: (code: string, uId: string, more: object = {}, sId = 123) =>
      open<{ reservation: string; refused: number; retryAfterMs: number }>(
        'redeem',
        { code, uId, roleId: uId, attributes: {}, requestId: randomBytes(8).toString('hex'), ...more },
        sId,
      ),
    async release(draft: Partial<BatchDraft>): Promise<BatchDetail> {
      const { id: batchId, revision } = await save(draft)
      return post<BatchDetail>('release', { batchId, revision, reason: 'test' })
    },
    get: (batchId: string) => post<BatchDetail>('get', { batchId }),
    /** Codes of an export. */
    async codesOf(batchId: string): Promise<string[]> {
      const { url } = await post<{ url: string }>('export', { batchId, fileFormat: 'csv' })
      const { raw } = await operator.get(url)
      return raw.trim().split('\r\n').slice(1)
    },
    async stop() {
      await jobs.stop()
      await app.close()
    },
  }
}
