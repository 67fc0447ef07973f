import { join } from 'node:path'
import { openStore } from '@qd/store'
import type { Dialect } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import type { TestPlace } from '@qd/store/testing'
import { startScript } from '@qd/testing/children'
import type { TestChild } from '@qd/testing/children'
import { afterEach, describe, expect, test } from 'vitest'
import { FAILS_EVERY, startEffectCounter } from './testing/effect-counter.ts'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import type { NodeOrder } from './testing/jobs-node.ts'
import type { JobTables } from './job-tables.ts'

interface LeaseTables {
  lease: { name: string; expires_at: number }
}

const ROWS = 20_000
const CHUNK_ROWS = 20
const KILLS = 20
/** Of these so many while the rows are still being read. */
const KILLS_READING = 6

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
  const jobId = await world.startJob(world.signIn('ann'), 0, { stopAt: 100, source: rows })
  await world.close()
  await store.close()
  return { place, counter, jobId }
}

function startNode(order: NodeOrder): TestChild {
  const file = join(import.meta.dirname, 'testing/jobs-node.ts')
  const node = startScript(file, [JSON.stringify(order)])
  cleanups.push(node.kill)
  return node
}

/** What one of the nodes brings about; rejects where a node ends by itself, or the test has no time left. */
async function fromOneOf<T>(nodes: Iterable<TestChild>, work: Promise<T>, what: string): Promise<T> {
  return Promise.race(Array.from(nodes, (node) => node.outlives(work, what)))
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

/**
 * Holds a node up: while it reads rows; in the middle of a chunk, before or after its effects; or lets it go on, so that it
 * dies while outcomes or rows are being committed. Resolves with the name of the node.
 */
function holdSomewhere({ hooks }: Counter, kill: number): Promise<string> {
  const { promise: reached, resolve } = Promise.withResolvers<string>()
  const after = 1 + Math.floor(Math.random() * 5)
  let met = 0
  const meet = (node: string, isHeld: boolean): Promise<void> | undefined => {
    if (++met !== after) return undefined
    resolve(node)
    return isHeld ? new Promise(() => {}) : undefined
  }
  hooks.onChunk = () => undefined
  hooks.onBatch = () => undefined
  if (kill < KILLS_READING) hooks.onBatch = (node) => meet(node, kill % 2 === 0)
  else {
    const when = (['before', 'after', 'later'] as const)[kill % 3]!
    const moment = when === 'before' ? 'before' : 'after'
    hooks.onChunk = (node, at) => (at === moment ? meet(node, when !== 'later') : undefined)
  }
  return reached
}
type Counter = Awaited<ReturnType<typeof startEffectCounter>>

const everyRow = (rows: number) => Array.from({ length: rows }, (_, seq) => seq)

describe.each<Dialect>(['sqlite', 'postgres'])('kill -9 on %s', (dialect) => {
  test('[jobs.crash] killed twenty times, every row has its effect once and the counters are exact', async () => {
    const { place, counter, jobId } = await prepare(dialect, ROWS)
    const order = { where: place.where, counterUrl: counter.url, chunkSize: CHUNK_ROWS }
    let names = 0
    const nodes = new Map<string, TestChild>()
    const fill = () => {
      // Several nodes share one PostgreSQL: the next one waits for the job while this one works on it.
      while (nodes.size < (dialect === 'postgres' ? 2 : 1)) {
        const name = `node-${++names}`
        nodes.set(name, startNode({ ...order, name }))
      }
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const reached = holdSomewhere(counter, kill)
      fill()
      // Whichever has the job: under load it may have changed hands by itself.
      const name = await fromOneOf(nodes.values(), reached, `kill ${kill + 1}`)
      await nodes.get(name)!.kill()
      nodes.delete(name)
      await expireLease(place)
    }
    counter.hooks.onBatch = () => undefined
    counter.hooks.onChunk = () => undefined
    fill()
    await Promise.race(Array.from(nodes.values(), (node) => node.says(/^ended$/)))
    await Promise.all(Array.from(nodes.values(), (node) => node.kill()))
    expect(counter.happened()).toEqual(everyRow(ROWS))
    const failed = ROWS / FAILS_EVERY
    expect(await readJob(place, jobId)).toMatchObject({
      state: 'partly_failed',
      total_rows: ROWS,
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
    await a.outlives(heldA.promise, 'its third chunk')
    a.signal('SIGSTOP')
    await expireLease(place)
    const b = startNode({ ...order, name: 'b' })
    await b.outlives(byB.promise, 'its first chunk')
    answerA.resolve()
    a.signal('SIGCONT')
    await Promise.race([a.says(/^ended$/), b.says(/^ended$/)])
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
