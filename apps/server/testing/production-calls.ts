import { QD1 } from '@qd/game-frame'
import { expect } from 'vitest'
import { draftBatch } from './codes-desk.ts'
import { mailDesk, mailKey } from './mail-desk.ts'
import type { Speaker } from './speak-to.ts'

/** A call about the sandbox's production without what a gate wants of it. */
export interface ProductionCall {
  query?: Record<string, string>
  body?: object
  text?: string
  /** The name of what it changes, as people type it to confirm. */
  target: string
}
export type ProductionCalls = Record<string, () => Promise<ProductionCall>>

export const PRODUCTION_PLAYER = '10011000003'
const PLAYER = { uId: PRODUCTION_PLAYER }
export const PRODUCTION_LINE = 'harbour-prod'
const LINE = { lineId: PRODUCTION_LINE }
export const LINE_NAME = '正式线'
export const PRODUCTION_SERVER = { sId: '11', ...LINE }
export const SERVER_NAME = '白帆湾'

export const queryText = (query: Record<string, string>): string => new URLSearchParams(query).toString()

const quieter = { diff: 'SettingsInfo', path: ['music'], op: 'set', value: 7 }
const bulk = {
  set: { changes: [{ ...quieter, value: 9, old: 0 }], onlyUnchanged: false, existing: 'skip' },
}
export const yearly = {
  rule: { kind: 'cron', expression: '0 9 1 1 *' },
  zone: 'UTC',
  overlap: 'skip',
  missed: 'skip',
}

/** A server of our own: what belongs to the sandbox gets its address anew at each start. */
const ownServer = {
  ...LINE,
  sId: 13,
  serviceName: '灯塔湾',
  openedAt: null,
  apiUrl: 'https://game.example.org',
  serverId: 'g13',
  keyId: 'k1',
  ws: '',
  codec: QD1,
  allowPlain: false,
  allowPrivate: false,
  allowLoopback: false,
  enabled: true,
}
const own = { lineId: ownServer.lineId, sId: ownServer.sId }

let keys = 0
export const productionKey = (): string => `production-${++keys}`

interface By {
  admin: () => Speaker
  /** What a gate wants of calls that get others ready. */
  confirmation: Record<string, string>
}

/** What gets such calls ready. */
function productionDesk({ admin, confirmation }: By) {
  /** What a test tells of the calls it made, for those that come after. */
  const made = { editId: '', bulkJobId: '' }
  /** A call with a list or a file brings it as text below its parameters. */
  async function ask<T>(path: string, body: object = {}, text?: string): Promise<T> {
    const by = admin()
    const answer = await (text === undefined ? by.post<T>(path, body) : by.postText<T>(path, body, text))
    expect([path, answer.http, answer.body.msg]).toEqual([path, 200, ''])
    return answer.body.data
  }
  const mails = () => mailDesk({ admin: admin(), ...LINE, ...PLAYER, confirmation })

  async function diamonds() {
    const path = `/adjust/get?${queryText(PLAYER)}`
    const loaded = await ask<{ version: string; data: { currency: { diamond: number } } }>(path, {
      diffs: ['CurrencyInfo'],
    })
    return { version: loaded.version, diamond: loaded.data.currency.diamond }
  }

  async function functionOf(id: string) {
    const path = `/adjust/function/list?${queryText(PRODUCTION_SERVER)}`
    const { list } = await ask<{ list: { source: string; id: string; version: string }[] }>(path)
    const { source, version } = list.find((entry) => entry.id === id)!
    return { source, id, version }
  }

  /** A composed function that weighs R3. */
  async function risky() {
    const definition = {
      title: 'Quieter',
      group: 'test',
      comment: '',
      target: 'player',
      parameters: [],
      risk: 'R3',
      steps: [{ kind: 'patch', changes: [quieter] }],
    }
    const path = `/adjust/function/save?${queryText(PRODUCTION_SERVER)}`
    const { id } = await ask<{ id: string }>(path, { definition, note: '' })
    return functionOf(id)
  }

  /** A run for the player, once it has been tried. */
  async function runOf(chosen: object): Promise<ProductionCall> {
    const body = { function: chosen, params: {} }
    const path = `/adjust/function/dryRun?${queryText(PLAYER)}`
    const { dryRunId } = await ask<{ dryRunId: string }>(path, body)
    return {
      query: PLAYER,
      body: { ...body, dryRunId, idempotencyKey: productionKey() },
      target: PRODUCTION_PLAYER,
    }
  }

  async function ended(jobId: string): Promise<void> {
    const state = async () => (await ask<{ state: string }>('/platform/job/get', { jobId })).state
    await expect.poll(state, { timeout: 30_000 }).toBe('succeeded')
  }

  return { admin, ask, mails, diamonds, functionOf, risky, runOf, ended, made }
}
type Desk = ReturnType<typeof productionDesk>

/** They leave the place as it is. */
const workCalls = ({ admin, ask, ended, made, diamonds, mails, risky, runOf }: Desk): ProductionCalls => ({
  'POST /partner/codes/release': async () => ({
    body: await draftBatch(admin(), PRODUCTION_LINE, 'Spring'),
    target: 'Spring',
  }),
  'POST /partner/mail/release': async () => ({
    query: LINE,
    body: { ...(await mails().ready()), idempotencyKey: mailKey() },
    target: PRODUCTION_LINE,
  }),
  'POST /adjust/api/change': async () => {
    const { version, diamond } = await diamonds()
    const change = { diff: 'CurrencyInfo', path: ['diamond'], op: 'set', value: diamond + 1, old: diamond }
    return {
      query: PLAYER,
      body: { version, changes: [change], idempotencyKey: productionKey() },
      target: PRODUCTION_PLAYER,
    }
  },
  'POST /adjust/history/undo': async () => ({
    query: PLAYER,
    body: { editId: made.editId, idempotencyKey: productionKey() },
    target: PRODUCTION_PLAYER,
  }),
  'POST /adjust/function/run': async () => runOf(await risky()),
  'POST /adjust/function/runMany': async () => ({
    query: PRODUCTION_SERVER,
    body: { function: await risky(), params: {}, idempotencyKey: productionKey() },
    text: PRODUCTION_PLAYER,
    target: SERVER_NAME,
  }),
  'POST /adjust/function/schedule': async () => ({
    query: PRODUCTION_SERVER,
    body: { function: await risky(), params: {}, timing: yearly, idempotencyKey: productionKey() },
    text: PRODUCTION_PLAYER,
    target: SERVER_NAME,
  }),
  'POST /adjust/bulk/start': async () => {
    const path = `/adjust/bulk/preview?${queryText(LINE)}`
    const { hash } = await ask<{ hash: string }>(path, bulk, PRODUCTION_PLAYER)
    return {
      query: LINE,
      body: { ...bulk, hash, onlinePolicy: 'live', idempotencyKey: productionKey() },
      text: PRODUCTION_PLAYER,
      target: PRODUCTION_LINE,
    }
  },
  'POST /adjust/bulk/undo': async () => {
    await ended(made.bulkJobId)
    return {
      query: LINE,
      body: { jobId: made.bulkJobId, idempotencyKey: productionKey() },
      target: PRODUCTION_LINE,
    }
  },
})

/** They change the place, and so come last. */
const catalogueCalls = ({ ask }: Desk): ProductionCalls => ({
  'POST /platform/catalogue/import': async () => {
    const { text } = await ask<{ text: string }>('/platform/catalogue/export', { format: 'csv' })
    return {
      body: { format: 'csv', apply: true },
      text: text.replace(SERVER_NAME, '白帆新湾'),
      target: LINE_NAME,
    }
  },
  'POST /platform/catalogue/server/save': async () => {
    await ask('/platform/catalogue/server/save', { ...ownServer, hashKey: 'k'.repeat(32), revision: 0 })
    return { body: { ...ownServer, keyId: 'k2', revision: 1 }, target: ownServer.serviceName }
  },
  'POST /platform/catalogue/server/key/rotate': async () => ({
    body: { ...own, keyId: 'k3', hashKey: 'secret-'.repeat(6), revision: 2 },
    target: ownServer.serviceName,
  }),
  'POST /platform/catalogue/server/key/end': async () => ({
    body: { ...own, revision: 3 },
    target: ownServer.serviceName,
  }),
  'POST /platform/catalogue/server/switch': async () => ({
    body: { ...LINE, sIds: [11], enabled: false },
    target: LINE_NAME,
  }),
  'POST /platform/catalogue/delete': async () => ({
    body: { game: 'lantern', partnerCode: 'harbour', ...LINE, sId: 12, revision: 1 },
    target: '长夜海峡',
  }),
  'POST /platform/catalogue/line/save': async () => {
    const { lines } = await ask<{ lines: Record<string, unknown>[] }>('/platform/catalogue/tree')
    const { game, partnerCode, lineId, lineCode, name, channels, revision } = lines.find(
      (line) => line['lineId'] === PRODUCTION_LINE,
    )!
    const line = { game, partnerCode, lineId, lineCode, name, channels, revision }
    return { body: { ...line, environment: 'staging' }, target: LINE_NAME }
  },
})

/** The calls that both need a confirmation and can need an approval, in the order they are tried. */
export function productionCalls(by: By) {
  const desk = productionDesk(by)
  return { ...desk, work: workCalls(desk), catalogue: catalogueCalls(desk) }
}
