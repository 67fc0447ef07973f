import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTestPlace } from '@qd/store/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startConsoleProcess, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'

const LINE = 'northwind-test'
const CODES = 60_000
const KILLS = 3

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
const nodes: ConsoleProcess[] = []
let started = 0

async function startNode(): Promise<ConsoleProcess> {
  const node = await startConsoleProcess({
    DATABASE_URL: place.where.databaseUrl!,
    QD_DATA_DIR: join(folder, `node-${++started}`),
    QD_MASTER_KEY_FILE: join(folder, 'first', 'master.key'),
    QD_LOG_LEVEL: 'error',
    QD_SANDBOX: 'off',
  })
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
  await Promise.all(nodes.splice(0).map((node) => node.kill()))
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
  const draft = {
    name: 'Kill',
    note: '',
    kind: 'once',
    quantity: 1,
    length: 13,
    prefix: '',
    word: '',
    perCode: null,
    perPlayerCode: 1,
    perPlayerBatch: null,
    total: null,
    validFrom: null,
    validTo: null,
    zone: 'UTC',
    gift: [{ number: '10001', quantity: '1' }],
    limits: [],
    alsoLines: [],
    exportOnce: false,
    ...part,
  }
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
    code: { batch: number; digest: string; n: number }
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
})
