import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { world } from '@qd/sandbox'
import { makeTestPlace } from '@qd/store/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { OWN_PROCESSES, speakTo, startConsoleProcess, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'

const LINE = 'lineId=northwind-test'
const KILLS = 5
const GAIN = 7n
const honor = { diff: 'CurrencyInfo', path: ['honor'], op: 'set', by: String(GAIN) }

interface Job {
  state: string
  why: string
  counters: { total: number; done: number; failed: number; skipped: number; unknown: number }
}

const freshKey = () => `kill-${randomBytes(8).toString('hex')}`

/** Players who do nothing by themselves, so that nobody else moves their numbers. */
function quiet(from: number, count: number): string[] {
  const found: string[] = []
  for (let sequence = from; found.length < count; sequence++)
    if (sequence % 50 !== 7) found.push(String(30_123_000_000 + sequence))
  return found
}

let place: Awaited<ReturnType<typeof makeTestPlace>>
let folder: string
/** Has the game servers and works on no jobs; the nodes that are killed do. */
let first: TestConsole
let admin: Speaker
/** Those that are starting too: a test that fails leaves none behind. */
const nodes: Promise<ConsoleProcess>[] = []
let started = 0
/** Where the game server stands still. */
let gameGoesOn = () => {}

function startNode(): Promise<ConsoleProcess> {
  const node = startConsoleProcess({
    DATABASE_URL: place.where.databaseUrl!,
    QD_DATA_DIR: join(folder, `node-${++started}`),
    QD_MASTER_KEY_FILE: join(folder, 'first', 'master.key'),
    QD_LOG_LEVEL: 'error',
    QD_SANDBOX: 'off',
  })
  // One that stands by is waited for later: until then its fault is nobody's.
  node.catch(() => undefined)
  nodes.push(node)
  return node
}

beforeAll(async () => {
  place = await makeTestPlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'qd-job-kill-'))
  first = await startTestConsole(
    {
      DATABASE_URL: place.where.databaseUrl!,
      QD_DATA_DIR: join(folder, 'first'),
      QD_LOG_LEVEL: 'error',
    },
    { playersPerServer: 2_100, withRedis: false, ...OWN_PROCESSES },
  )
  await first.jobs.stop()
  admin = await first.signIn('admin')
})
afterEach(async () => {
  gameGoesOn()
  await Promise.allSettled(nodes.splice(0).map(async (node) => (await node).kill()))
})
afterAll(async () => {
  await first.dispose()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

const jobOf = async (jobId: string) => (await admin.post<Job>('/platform/job/get', { jobId })).body.data

/** The job once it is so; asked as a page would ask. */
async function until(jobId: string, isSo: (job: Job) => boolean): Promise<Job> {
  return expect
    .poll(() => jobOf(jobId), { timeout: 120_000, interval: 50 })
    .toSatisfy(isSo)
    .then(() => jobOf(jobId))
}

/** Acts on the game server as soon as so many rows are done: asking anything first would leave the job time to end. */
async function atDone(jobId: string, rows: number, signal: NodeJS.Signals): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'first/sandbox/pids/S123.pid'), 'utf8'))
  await until(jobId, ({ counters }) => counters.done >= rows && process.kill(pid, signal))
  if (signal !== 'SIGSTOP') return
  gameGoesOn = () => void process.kill(pid, 'SIGCONT')
}

async function honors(players: readonly string[]): Promise<bigint[]> {
  const found: bigint[] = []
  const waiting = [...players.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, uId] = next
      const answer = await admin.post<{ data: { currency: { honor: number | string } } }>(
        `/adjust/get?uId=${uId}`,
        { diffs: ['CurrencyInfo'] },
      )
      found[index] = BigInt(answer.body.data.data.currency.honor)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return found
}

async function startBulk(as: Speaker, players: readonly string[]): Promise<string> {
  const set = { changes: [honor], onlyUnchanged: false, existing: 'skip' }
  const text = players.join('\n')
  const preview = await as.postText<{ hash: string }>(`/adjust/bulk/preview?${LINE}`, { set }, text)
  expect([preview.http, preview.body.msg]).toEqual([200, ''])
  const { hash } = preview.body.data
  const order = { set, hash, onlinePolicy: 'live', reason: 'kill test', idempotencyKey: freshKey() }
  const started = await as.postText<{ jobId: string }>(`/adjust/bulk/start?${LINE}`, order, text)
  expect([started.http, started.body.msg]).toEqual([200, ''])
  return started.body.data.jobId
}

/** As if the time of whoever held the job were over. */
const expireLeases = () =>
  first.store
    .as<{ lease: { name: string; expires_at: number } }>()
    .write((tx) => tx.updateTable('lease').set({ expires_at: 0 }).where('name', 'like', 'job:%').execute())

/** Kills the node at work again and again, each time some rows later; the next one stands by. */
async function killAlong(jobId: string, rows: number, kills: number): Promise<void> {
  let node = await startNode()
  for (let kill = 1; kill <= kills; kill++) {
    const standby = startNode()
    await until(jobId, ({ counters }) => counters.done >= (rows * kill) / (kills + 2))
    await node.kill()
    await expireLeases()
    node = await standby
  }
  await until(jobId, ({ state }) => !['queued', 'running'].includes(state))
}

/** How rows ended that are not done, with the words they ended in. */
async function notDone(jobId: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (const state of ['open', 'failed', 'skipped', 'unknown']) {
    const rows = await admin.post<{ list: unknown[] }>('/platform/job/rows', { jobId, state })
    found.push(...rows.body.data.list)
  }
  return found
}

const gained = (before: readonly bigint[]) => before.map((value) => value + GAIN)

describe('jobs against a real game server', () => {
  test('[jobs.crash] a bulk edit whose nodes are killed adds to every player once', async () => {
    const players = quiet(100, 700)
    const before = await honors(players)
    const jobId = await startBulk(admin, players)
    await killAlong(jobId, players.length, KILLS)
    expect(await notDone(jobId)).toEqual([])
    expect(await jobOf(jobId)).toMatchObject({ state: 'succeeded', counters: { done: players.length } })
    expect(await honors(players)).toEqual(gained(before))
  }, 240_000)

  test('[jobs.crash] a function on a list whose nodes are killed runs once for every player', async () => {
    const players = quiet(1_000, 250)
    const before = await honors(players)
    const spot = { diff: 'CurrencyInfo', path: ['honor'] }
    const definition = {
      title: 'More honor',
      group: 'test',
      comment: '',
      target: 'player',
      parameters: [],
      steps: [
        { kind: 'read', as: 'honor', ...spot },
        {
          kind: 'patch',
          changes: [{ ...spot, op: 'set', value: { $add: [{ $: 'read.honor' }, Number(GAIN)] } }],
        },
      ],
    }
    const at = `sId=123&${LINE}`
    const saved = await admin.post<{ id: string; version: string }>(`/adjust/function/save?${at}`, {
      definition,
      note: '',
    })
    expect([saved.http, saved.body.msg]).toEqual([200, ''])
    const { id, version } = saved.body.data
    const started = await admin.postText<{ jobId: string }>(
      `/adjust/function/runMany?${at}`,
      {
        function: { source: 'composed', id, version },
        params: {},
        reason: 'kill test',
        idempotencyKey: freshKey(),
      },
      players.join('\n'),
    )
    expect([started.http, started.body.msg]).toEqual([200, ''])
    const { jobId } = started.body.data
    await killAlong(jobId, players.length, 3)
    expect(await notDone(jobId)).toEqual([])
    expect(await jobOf(jobId)).toMatchObject({ state: 'succeeded', counters: { done: players.length } })
    expect(await honors(players)).toEqual(gained(before))
  }, 240_000)

  test('[jobs.wait] a game server killed in the middle makes the rows wait; back, the job ends by itself', async () => {
    const players = quiet(1_400, 600)
    const before = await honors(players)
    const jobId = await startBulk(admin, players)
    await startNode()
    await atDone(jobId, 200, 'SIGKILL')
    await until(jobId, ({ why }) => why === 'server_down')
    await first.sandbox!.startServer(123)
    const ended = await until(jobId, ({ state }) => !['queued', 'running'].includes(state))
    expect(ended).toMatchObject({ state: 'succeeded', counters: { done: players.length } })
    expect(await honors(players)).toEqual(gained(before))
  }, 240_000)

  test('[jobs.owner] a job started with an API token stops when the token is revoked', async () => {
    const made = await admin.post<{ id: string; token: string }>('/api/auth/tokens/create', {
      tokenName: 'nightly',
      expiresAt: Date.now() + 3_600_000,
      grants: [{ scope: '*', environment: '*', codes: ['*'] }],
      password: world.accountPassword,
    })
    expect([made.http, made.body.msg]).toEqual([200, ''])
    const players = quiet(100, 700)
    const jobId = await startBulk(speakTo(first.url, made.body.data.token), players)
    await startNode()
    await atDone(jobId, 1, 'SIGSTOP')
    await admin.post('/api/auth/tokens/revoke', { tokenId: made.body.data.id })
    gameGoesOn()
    const stopped = await until(jobId, ({ state }) => !['queued', 'running'].includes(state))
    expect(stopped).toMatchObject({ state: 'paused', why: 'rights_lost' })
    expect(stopped.counters.done).toBeLessThan(players.length)
    await admin.post('/platform/job/resume', { jobId })
    await until(jobId, ({ state }) => state === 'succeeded')
  }, 120_000)
})
