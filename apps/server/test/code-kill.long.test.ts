import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTestPlace } from '@qd/store/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  aCodeBatch,
  callingServer,
  signedAs,
  startConsoleProcess,
  startTestConsole,
} from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'

const LINE = 'northwind-test'
const CODES = 60_000
const KILLS = 3
const PLAYERS = 120
const ALLOWED = 80
/** What a game waits before it sends a call again that nobody had time for. */
const AGAIN_MS = 300
/** Calls a game has under way at a time. */
const AT_ONCE = 12

interface Batch {
  id: string
  number: number
  revision: number
  state: string
  funnel: { generated: number; redeemed: number; confirmed: number }
}

let place: Awaited<ReturnType<typeof makeTestPlace>>
let folder: string
/** Has the game servers and makes no codes; the nodes that are killed do. */
let first: TestConsole
let admin: Speaker
/** Those that are starting too: a test that fails leaves none behind. */
const nodes: Promise<ConsoleProcess>[] = []
let started = 0

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
  folder = mkdtempSync(join(tmpdir(), 'qd-code-kill-'))
  first = await startTestConsole(
    {
      DATABASE_URL: place.where.databaseUrl!,
      QD_DATA_DIR: join(folder, 'first'),
      QD_LOG_LEVEL: 'error',
    },
    { withRedis: false },
  )
  await first.jobs.stop()
  admin = await first.signIn('admin')
})
afterEach(async () => {
  await Promise.allSettled(nodes.splice(0).map(async (node) => (await node).kill()))
})
afterAll(async () => {
  await first.dispose()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function ask<T>(path: string, body: object): Promise<T> {
  const answer = await admin.post<T>(`/partner/codes/${path}`, { lineId: LINE, ...body })
  expect([path, answer.http, answer.body.msg]).toEqual([path, 200, ''])
  return answer.body.data
}

async function released(part: object): Promise<Batch> {
  const draft = aCodeBatch({
    name: 'Kill',
    quantity: 1,
    length: 13,
    gift: [{ number: '10001', quantity: '1' }],
    ...part,
  })
  const { id: batchId, revision } = await ask<Batch>('save', { batchId: null, revision: 0, draft })
  return ask<Batch>('release', { batchId, revision, reason: 'kill test', confirm: draft.name })
}
const batchOf = (batchId: string) => ask<Batch>('get', { batchId })

/** As if the time of whoever held the job were over. */
const expireLeases = () =>
  first.store
    .as<{ lease: { name: string; expires_at: number } }>()
    .write((tx) => tx.updateTable('lease').set({ expires_at: 0 }).where('name', 'like', 'job:%').execute())

const codes = () =>
  first.store.as<{
    code: { batch: number; digest: string; n: number; used: number }
    code_redemption: { batch: number; request_id: string; state: string }
  }>().read

describe('redemption codes whose nodes are killed', () => {
  test('[codes.making] exactly as many codes are made as ordered, none twice', async () => {
    const { id, number } = await released({ quantity: CODES })
    let node = await startNode()
    for (let kill = 1; kill <= KILLS; kill++) {
      const standby = startNode()
      await expect
        .poll(async () => (await batchOf(id)).funnel.generated, { timeout: 120_000, interval: 10 })
        .toBeGreaterThan((CODES * (kill - 1)) / (KILLS + 1))
      await node.kill()
      await expireLeases()
      node = await standby
    }
    await expect.poll(async () => (await batchOf(id)).state, { timeout: 120_000 }).toBe('active')
    expect((await batchOf(id)).funnel.generated).toBe(CODES)
    const rows = await codes()
      .selectFrom('code')
      .select(['digest', 'n'])
      .where('batch', '=', number)
      .execute()
    expect(rows).toHaveLength(CODES)
    expect(new Set(rows.map(({ n }) => n)).size).toBe(CODES)
  }, 300_000)

  test('[codes.exact] redemptions sent again after a kill are counted once each, and none is lost', async () => {
    const word = 'KILLED-2026'
    const { id, number } = await released({ kind: 'universal', word, total: ALLOWED })
    const server = callingServer(first.sandbox, 123)
    let node = await startNode()
    let next = startNode()
    let answered = 0
    const changing: { node: Promise<void> | null } = { node: null }
    /** Kills the node that answers, once, and lets the next one take its place. */
    const kill = () => {
      changing.node ??= (async () => {
        await node.kill()
        node = await next
        next = startNode()
      })()
      // Told to whoever waits for the change.
      changing.node.catch(() => undefined)
    }
    /** As a game sends a call: the same one again until somebody answers. */
    async function call<T>(path: string, said: object): Promise<T> {
      for (;;) {
        const url = `/open/v1/codes/${path}`
        const body = JSON.stringify({ sId: 123, ...said })
        const headers = {
          'content-type': 'application/json',
          ...signedAs(server, { method: 'POST', url, body }),
        }
        try {
          const answer = await fetch(`${node.url}${url}`, { method: 'POST', headers, body })
          const { data } = (await answer.json()) as { data: T }
          if (answer.status === 503) {
            await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
            continue
          }
          expect([path, answer.status]).toEqual([path, 200])
          answered += 1
          if (answered % 60 === 30) kill()
          return data
        } catch (error) {
          // The node died under the call: what it was about may or may not have happened.
          if (!(error instanceof TypeError)) throw error
          await changing.node
        }
      }
    }
    type Held = { reservation?: string; refused?: number }
    async function each<Of, To>(list: readonly Of[], work: (of: Of) => Promise<To>): Promise<To[]> {
      const found: To[] = []
      const queue = list.entries()
      const worker = async () => {
        for (const [at, of] of queue) found[at] = await work(of)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      return found
    }
    const players = Array.from({ length: PLAYERS }, (_, at) => String(30_123_000_100 + at))
    const held = await each(players, (uId) => {
      const requestId = randomBytes(8).toString('hex')
      return call<Held>('redeem', { code: word, uId, roleId: uId, attributes: {}, requestId })
    })
    const reservations = held.flatMap(({ reservation }) => reservation ?? [])
    expect(new Set(reservations).size).toBe(ALLOWED)
    expect(held.filter(({ refused }) => refused === 6002)).toHaveLength(PLAYERS - ALLOWED)
    expect(changing.node).not.toBeNull()
    await changing.node
    changing.node = null
    const confirmed = await each(reservations, (reservation) =>
      call<{ confirmed?: boolean }>('confirm', { reservation }),
    )
    expect(confirmed.every((answer) => answer.confirmed === true)).toBe(true)
    expect(changing.node).not.toBeNull()
    await changing.node
    expect((await batchOf(id)).funnel).toMatchObject({ redeemed: ALLOWED, confirmed: ALLOWED })
    const rows = await codes()
      .selectFrom('code_redemption')
      .select(['request_id', 'state'])
      .where('batch', '=', number)
      .execute()
    expect(rows).toHaveLength(ALLOWED)
    expect(rows.every(({ state }) => state === 'confirmed')).toBe(true)
    const { used } = await codes()
      .selectFrom('code')
      .select('used')
      .where('batch', '=', number)
      .executeTakeFirstOrThrow()
    expect(used).toBe(ALLOWED)
    await next
  }, 300_000)
})
