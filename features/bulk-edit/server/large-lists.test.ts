import { createHash } from 'node:crypto'
import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { dataEditMigrations, freshKey, startBulkConsole } from '@qd/app-server/testing'
import type { BulkConsoleTables } from '@qd/app-server/testing'
import { AppError } from '@qd/contract-kit'
import type { Environment } from '@qd/contract-kit'
import { filesErrors } from '@qd/files/contract'
import type { FilesPort } from '@qd/server-kit'
import { aCaller, aServer } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BulkSet, FurtherPlace, TryFirst } from '../contract/index.ts'
import { prepareList } from './run/prepare-list.ts'

const AT = '?lineId=northwind-test'
const LINE = 'lantern/northwind/northwind-test'
const P = ['30123000045', '30123000046', '30123000047']
const FAR = '30777000001'
const set: BulkSet = {
  changes: [{ diff: 'Role', path: ['level'], op: 'set', value: 80, old: 72 }],
  onlyUnchanged: false,
  existing: 'skip',
}

let game: LyingGame
let other: LyingGame
let store: Store<BulkConsoleTables>
let test: ReturnType<typeof startBulkConsole>
/** Files by id; their owner is `admin`. */
const contents = new Map<string, string[]>()
const files: FilesPort = {
  async open(caller, fileId) {
    const lines = contents.get(fileId)
    if (lines === undefined || caller.userId !== 'id-admin') throw new AppError(filesErrors.file_not_found)
    const sha256 = createHash('sha256').update(lines.join('\n')).digest('hex')
    return {
      id: fileId,
      name: 'list.csv',
      size: 1,
      sha256,
      pieces: () => [] as never,
      async *lines() {
        for (let at = 0; at < lines.length; at += 1_000) yield lines.slice(at, at + 1_000)
      },
    }
  },
}

async function begin(environment: Environment = 'test') {
  const far = aServer({ sId: 777, operator: 'southwind', lineId: 'southwind-live', environment })
  test = startBulkConsole({
    store,
    files,
    target: game.target,
    otherServers: [far],
    otherTargets: { [far.key]: other.target },
  })
}

beforeEach(async () => {
  game = await startLyingGame()
  other = await startLyingGame('honest', { sId: 777 })
  other.honest.players.set(FAR, { ...other.honest.players.get(P[0]!)!, uId: FAR })
  store = await openStoreForTest<BulkConsoleTables>('sqlite', dataEditMigrations)
  await begin()
})
afterEach(async () => {
  await test.close()
  await game.stop()
  await other.stop()
  await store.close()
})

interface Source {
  fileId?: string
  also?: FurtherPlace[]
}
type Door = ReturnType<typeof startBulkConsole>['admin']
interface Preview {
  hash: string
  players: number
  servers: { sId: number; players: number; environment: Environment }[]
  samples: { uId: string }[]
}
const preview = (source: Source, text = '', as: Door = test.admin) =>
  as.postText<Preview>(`/adjust/bulk/preview${AT}`, { set, ...source }, text)
const start = (
  source: Source,
  hash: string,
  { text = '', ...more }: { text?: string; [field: string]: unknown } = {},
  as: Door = test.admin,
) => {
  const order = { set, hash, ...source, onlinePolicy: 'live', reason: 'ticket 7', ...more }
  return as.postText<{ jobId: string; players: number }>(
    `/adjust/bulk/start${AT}`,
    { ...order, idempotencyKey: freshKey() },
    text,
  )
}
const kinds = () => test.feature.jobs ?? []
const lastOrder = () => test.jobs.ordered.at(-1)!
const many = Array.from({ length: 120_000 }, (_, index) => String(30_123_000_000 + index + 1))

describe('a list that was sent as a file', () => {
  beforeEach(() => void contents.set('many', [...many, 'abc', many[0]!, '30999000001']))

  it('may hold more players than one that comes with the call; the preview counts all and reads three', async () => {
    const seen = await preview({ fileId: 'many' })
    expect(seen.body.data).toMatchObject({
      players: 120_000,
      servers: [{ sId: 123, players: 120_000 }],
    })
    const [first, middle, last] = seen.body.data.samples.map(({ uId }) => many.indexOf(uId))
    expect([first, last]).toEqual([0, 119_999])
    expect(Math.abs(middle! - 59_999)).toBeLessThan(64)
  })

  it('is read by the job, in batches that any node goes on from, and is what was previewed', async () => {
    const { hash } = (await preview({ fileId: 'many' })).body.data
    const started = await start({ fileId: 'many' }, hash)
    expect([started.http, started.body.data.players]).toEqual([200, 120_000])
    const order = lastOrder()
    expect(order.rows).toEqual([])
    const batches = await test.jobs.prepare(kinds(), order)
    expect(order.rows.map(({ key }) => key)).toEqual(many)
    expect(Math.max(...batches.map(({ rows }) => rows.length))).toBeLessThan(10_000)
    const [, second] = batches
    order.rows = []
    await test.jobs.prepare(kinds(), order, second!.cursor)
    expect(order.rows.map(({ key }) => key)).toEqual(
      many.slice(batches[0]!.rows.length + second!.rows.length),
    )
  })

  it('needs a preview of this very content, set and person', async () => {
    const { hash } = (await preview({ fileId: 'many' })).body.data
    contents.set('other', [...many, '30123999999'])
    for (const answer of [
      await start({ fileId: 'other' }, hash),
      await start({ fileId: 'many' }, hash, { set: { ...set, onlyUnchanged: true } }),
      await start({ fileId: 'many' }, 'made up'),
    ]) {
      expect([answer.http, answer.body.err?.code]).toEqual([409, 'bulk_preview_needed'])
    }
    const foreign = test.as(aCaller('eve', [{ scope: '*', environment: '*', codes: ['*'] }]))
    expect((await start({ fileId: 'many' }, hash, {}, foreign)).body.err?.code).toBe('file_not_found')
    expect(test.jobs.ordered).toEqual([])
  })

  it('whose players are others by the time it is read is not worked on', async () => {
    const { hash } = (await preview({ fileId: 'many' })).body.data
    await start({ fileId: 'many' }, hash)
    contents.get('many')!.splice(3, 1)
    await expect(test.jobs.prepare(kinds(), lastOrder())).rejects.toMatchObject({
      def: { code: 'bulk_list_changed' },
    })
  })

  it('goes on behind the players that are kept only where those before are the same', async () => {
    const { hash } = (await preview({ fileId: 'many' })).body.data
    await start({ fileId: 'many' }, hash)
    const order = lastOrder()
    const lines = contents.get('many')!
    // When it is read first some of the players are not found; by the time it is gone on with they are.
    contents.set(
      'many',
      lines.filter((_, index) => index % 2 === 1 || index > 20_000),
    )
    const kept: { cursor: unknown }[] = []
    const run = { caller: order.caller, place: order.place, places: [], signal: new AbortController().signal }
    const deps = { scope: test.scope, files }
    const from = { fileId: 'many', digest: 'never met' }
    const reading = prepareList(deps, run, from, null)
    for await (const batch of reading) {
      kept.push(batch)
      break
    }
    contents.set('many', lines)
    order.rows = []
    await expect(test.jobs.prepare(kinds(), order, kept[0]!.cursor)).rejects.toMatchObject({
      def: { code: 'bulk_list_changed' },
    })
    expect(order.rows).toEqual([])
    // So are fewer players than are kept.
    await expect(test.jobs.prepare(kinds(), order, { found: 500_000, sha256: '' })).rejects.toMatchObject({
      def: { code: 'bulk_list_changed' },
    })
  })

  it('ends with the first player too many', async () => {
    const line = Array.from({ length: 1_000 }, (_, n) => n)
    contents.set(
      'huge',
      Array.from({ length: 2_001 }, (_, n) => line.map((m) => 30_123_000_000 + n * 1_000 + m + 1).join(',')),
    )
    const answer = await preview({ fileId: 'huge' })
    expect([answer.http, answer.body.err?.code]).toEqual([413, 'bulk_too_long'])
  })
})

describe('players of several lines', () => {
  const also = [{ lineId: 'southwind-live' }]
  const text = [...P, FAR].join('\n')

  it('are found where they are, counted by server, and changed in one job, each at their own', async () => {
    expect((await preview({}, text)).body.data.players).toBe(3)
    const seen = await preview({ also }, text)
    expect(seen.body.data.servers).toMatchObject([
      { sId: 123, players: 3 },
      { sId: 777, players: 1 },
    ])
    const started = await start({ also }, seen.body.data.hash, { text })
    expect(started.http, started.raw).toBe(200)
    const { order, rows } = lastOrder()
    expect(rows.map(({ key, place }) => [key, order.places?.[place ?? 9]?.sId])).toEqual([
      ...P.map((uId) => [uId, 123]),
      [FAR, 777],
    ])
    expect(order.at).toEqual({ game: 'lantern', environment: 'test' })
    // The first chunk knows players of one server only; the undo must find those of both.
    const [distant] = test.jobs.rowsOf(lastOrder()).filter(({ key }) => key === FAR)
    const near = test.jobs.rowsOf(lastOrder()).filter(({ key }) => key !== FAR)
    const outcomes = [
      ...(await test.jobs.run(kinds(), lastOrder(), { rows: near })),
      ...(await test.jobs.run(kinds(), lastOrder(), { rows: [distant!] })),
    ]
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done'])
    expect((other.honest.players.get(FAR)!.data['role'] as { level: number }).level).toBe(80)

    expect(test.audits.at(-1)?.entry?.detail).toMatchObject({
      scopes: [LINE, 'lantern/southwind/southwind-live'],
    })

    // It is listed wherever it has changed players, and taken back at all places from any of them.
    const listed = async (at: string) =>
      (await test.admin.post<{ list: { jobId: string }[] }>(`/adjust/bulk/list${at}`)).body.data.list.length
    const far = '?lineId=southwind-live'
    expect(await Promise.all([AT, `${AT}&sId=123`, far, `${far}&sId=777`].map(listed))).toEqual([1, 1, 1, 1])
    const undo = await test.admin.post(`/adjust/bulk/undo${far}`, {
      jobId: lastOrder().jobId,
      reason: 'wrong',
      idempotencyKey: freshKey(),
    })
    expect(undo.http, undo.raw).toBe(200)
    await test.jobs.run(kinds(), lastOrder())
    expect((other.honest.players.get(FAR)!.data['role'] as { level: number }).level).toBe(72)
  })

  it('the same list without the further line is another one', async () => {
    const { hash } = (await preview({ also }, text)).body.data
    expect((await start({}, hash, { text })).body.err?.code).toBe('bulk_preview_needed')
  })

  it('need the right at each of the places, and a foreign one looks like none', async () => {
    const codes = ['index.data.bulk', 'index.data.edit', 'index.data.undo']
    const here = test.as(aCaller('lin', [{ scope: LINE, environment: '*', codes }]))
    for (const place of [
      { lineId: 'southwind-live' },
      { lineId: 'nowhere' },
      { lineId: 'southwind-live', sId: 777 },
    ]) {
      const answer = await preview({ also: [place] }, text, here)
      expect([answer.http, answer.body.err?.code, answer.body.err?.field]).toEqual([
        403,
        'scope_forbidden',
        'also.0',
      ])
    }
    const seen = await preview({ also }, text)
    await start({ also }, seen.body.data.hash, { text })
    await test.jobs.run(kinds(), lastOrder())
    const undo = { jobId: lastOrder().jobId, reason: 'wrong', idempotencyKey: freshKey() }
    expect((await here.post(`/adjust/bulk/undo${AT}`, undo)).http).toBe(403)
    expect((await here.post(`/adjust/bulk/undo/preview${AT}`, { jobId: undo.jobId })).http).toBe(403)
  })

  it('one of them in production asks for its name as if all were', async () => {
    await test.close()
    await begin('production')
    const { hash } = (await preview({ also }, text)).body.data
    const asked = await start({ also }, hash, { text })
    expect([asked.http, asked.body.err?.details]).toMatchObject([428, { expected: 'southwind-live' }])
    const order = { text, confirm: 'southwind-live' }
    expect((await start({ also }, hash, order)).http).toBe(200)
    // A list without players there changes nothing in production.
    const mine = (await preview({ also }, P.join('\n'))).body.data.hash
    expect((await start({ also }, mine, { text: P.join('\n') })).http).toBe(200)
  })
})

describe('some players first', () => {
  const order = async (tryFirst: TryFirst) => {
    const text = P.join('\n')
    const { hash } = (await preview({}, text)).body.data
    return start({}, hash, { text, tryFirst })
  }

  it.each<[TryFirst, object]>([
    [
      { players: 1, mostFailedPercent: 0 },
      { rows: 1, mostFailedPercent: 0, needsGo: true },
    ],
    [
      { players: 2, mostFailedPercent: 5, waitMinutes: 3 },
      { rows: 2, mostFailedPercent: 5, waitMs: 180_000 },
    ],
  ])('%j becomes a stage', async (tryFirst, stage) => {
    expect((await order(tryFirst)).http).toBe(200)
    expect(lastOrder().order.stages).toEqual([stage])
    expect(test.audits.at(-1)?.entry?.detail).toMatchObject({ tryFirst })
  })

  it.each([
    { players: 0, mostFailedPercent: 0 },
    { players: 1, mostFailedPercent: 101 },
    { players: 1, mostFailedPercent: 0, waitMinutes: -1 },
    { players: 1.5, mostFailedPercent: 0 },
  ])('%j is refused', async (tryFirst) => {
    const answer = await order(tryFirst)
    expect([answer.http, answer.body.err?.field?.split('.')[0]]).toEqual([400, 'tryFirst'])
  })
})
