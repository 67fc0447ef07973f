import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openStore } from '@qd/store'
import type { Dialect } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import type { TestPlace } from '@qd/store/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { FAILS_EVERY, startEffectCounter } from './testing/effect-counter.ts'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import type { NodeOrder } from './testing/jobs-node.ts'
import type { JobTables } from './job-tables.ts'

interface LeaseTables {
  lease: { name: string; expires_at: number }
}

const ROWS = 2_400
const CHUNK_ROWS = 20
const KILLS = 20

/** Twenty starts compile the same files; the second one finds them compiled. */
const compiled = mkdtempSync(join(tmpdir(), 'qd-jobs-node-'))
afterAll(() => rmSync(compiled, { recursive: true, force: true }))

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function prepare(dialect: Dialect, rows: number) {
  const place = await makeTestPlace(dialect)
  const counter = await startEffectCounter()
  cleanups.push(() => place.remove(), counter.close)
  const store = await openStore<never>({ ...place.where, migrations: worldMigrations })
  const world = jobsWorld(store, { chunkSize: CHUNK_ROWS })
  const jobId = await world.startJob(world.signIn('ann'), rows, { stopAt: 100 })
  await world.close()
  await store.close()
  return { place, counter, jobId }
}

interface Node {
  lines: string[]
  signal(name: NodeJS.Signals): void
  gone: Promise<unknown>
}

function startNode(order: NodeOrder): Node {
  const file = join(import.meta.dirname, 'testing/jobs-node.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, JSON.stringify(order)],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
  )
  const gone = once(child, 'exit')
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  cleanups.push(async () => {
    child.kill('SIGKILL')
    await gone
  })
  return { lines, gone, signal: (name) => void child.kill(name) }
}

/** As if the time of whoever holds the job were over: a busy machine must not make it so by itself. */
async function expireLease({ where }: TestPlace): Promise<void> {
  const store = await openStore<LeaseTables>({ ...where, migrations: worldMigrations })
  await store.write((tx) => tx.updateTable('lease').set({ expires_at: 0 }).execute())
  await store.close()
}

async function readJob({ where }: TestPlace, jobId: string) {
  const store = await openStore<JobTables>({ ...where, migrations: worldMigrations })
  try {
    return await store.read.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  } finally {
    await store.close()
  }
}

const everyRow = (rows: number) => Array.from({ length: rows }, (_, seq) => seq)

describe.each<Dialect>(['sqlite', 'postgres'])('kill -9 on %s', (dialect) => {
  test('[jobs.crash] killed twenty times, every row has its effect once and the counters are exact', async () => {
    const { place, counter, jobId } = await prepare(dialect, ROWS)
    const order = { where: place.where, counterUrl: counter.url, chunkSize: CHUNK_ROWS }
    let names = 0
    const next = () => startNode({ ...order, name: `node ${++names}` })
    let standby: Node | undefined
    for (let kill = 0; kill < KILLS; kill++) {
      // In the middle of a chunk, before or after its effects; or while their outcomes are being committed.
      const after = 1 + Math.floor(Math.random() * 5)
      const when = (['before', 'after', 'later'] as const)[kill % 3]!
      const { promise: reached, resolve } = Promise.withResolvers<void>()
      let chunks = 0
      counter.hooks.onChunk = (_node, moment) => {
        if (moment !== (when === 'before' ? 'before' : 'after') || ++chunks !== after) return undefined
        resolve()
        return when === 'later' ? undefined : new Promise(() => {})
      }
      const node = standby ?? next()
      // Several nodes share one PostgreSQL: the next one waits for the job while this one works on it.
      standby = dialect === 'postgres' ? next() : undefined
      await Promise.race([
        reached,
        node.gone.then(() => Promise.reject(new Error('the node ended by itself'))),
      ])
      node.signal('SIGKILL')
      await node.gone
      await expireLease(place)
    }
    const last = Promise.withResolvers<void>()
    counter.hooks.onChunk = (_node, moment) => {
      if (moment === 'after' && counter.happened().length === ROWS) last.resolve()
    }
    const node = standby ?? next()
    await last.promise
    await expect.poll(() => node.lines.includes('ended'), { timeout: 60_000 }).toBe(true)
    node.signal('SIGKILL')
    await node.gone
    expect(counter.happened()).toEqual(everyRow(ROWS))
    const failed = ROWS / FAILS_EVERY
    expect(await readJob(place, jobId)).toMatchObject({
      state: 'partly_failed',
      done_rows: ROWS - failed,
      failed_rows: failed,
      skipped_rows: 0,
      unknown_rows: 0,
    })
  }, 300_000)
})

describe('two nodes on postgres', () => {
  test('[jobs.fence] a node that was frozen beyond its lease commits nothing; the other one ends the job', async () => {
    const rows = 200
    const { place, counter, jobId } = await prepare('postgres', rows)
    const order = { where: place.where, counterUrl: counter.url, chunkSize: CHUNK_ROWS }
    const heldA = Promise.withResolvers<void>()
    const byB = Promise.withResolvers<void>()
    const answerA = Promise.withResolvers<void>()
    let chunksOfA = 0
    counter.hooks.onChunk = async (name, moment) => {
      if (name === 'b' && moment === 'after') byB.resolve()
      if (name !== 'a' || moment !== 'after' || ++chunksOfA !== 3) return
      heldA.resolve()
      await answerA.promise
    }
    const a = startNode({ ...order, name: 'a' })
    await heldA.promise
    a.signal('SIGSTOP')
    await expireLease(place)
    const b = startNode({ ...order, name: 'b' })
    await byB.promise
    answerA.resolve()
    a.signal('SIGCONT')
    await expect.poll(() => [...a.lines, ...b.lines].includes('ended'), { timeout: 60_000 }).toBe(true)
    expect(counter.happened()).toEqual(everyRow(rows))
    expect(counter.copies()).toBeGreaterThanOrEqual(CHUNK_ROWS)
    const failed = rows / FAILS_EVERY
    expect(await readJob(place, jobId)).toMatchObject({
      state: 'partly_failed',
      done_rows: rows - failed,
      failed_rows: failed,
    })
  }, 120_000)
})
