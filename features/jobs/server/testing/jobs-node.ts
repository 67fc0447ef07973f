import { flushCompileCache } from 'node:module'
import { openStore } from '@qd/store'
import { ENDED_STATES } from '../../contract/index.ts'
import { JOBS_TOPIC } from '../job-news.ts'
import type { JobNews } from '../job-news.ts'
import { worldMigrations, jobsWorld } from './jobs-world.ts'
import type { PrepareTally, RunTally } from './tally-feature.ts'

/*
 * A node that runs jobs of the test's kind, as a process to be killed: `node jobs-node.ts <JSON of NodeOrder>`.
 * Each chunk's effects happen outside, in the counter of the test.
 */

export interface NodeOrder {
  name: string
  where: { dataDir?: string; databaseUrl?: string }
  counterUrl: string
  chunkSize: number
}

const order = JSON.parse(process.argv[2] ?? '') as NodeOrder

/** Rows read between two commits of a list. */
const BATCH_ROWS = 500

const tell = (path: string, body: unknown) =>
  fetch(`${order.counterUrl}/${order.name}${path}`, { method: 'POST', body: JSON.stringify(body) })

const prepare: PrepareTally = async function* ({ rows }, _run, cursor) {
  for (let at = Number(cursor ?? 0); at < rows; at += BATCH_ROWS) {
    await tell('/batch', [])
    const batch = Array.from({ length: Math.min(BATCH_ROWS, rows - at) }, (_, n) => at + n)
    yield { rows: batch.map((input) => ({ key: `row-${input}`, input })), cursor: at + batch.length }
  }
}

const runChunk: RunTally = async (rows) => {
  // A list that was read twice in part, or with a gap, has rows at other places.
  const moved = rows.find(({ seq, input }) => seq !== input)
  if (moved !== undefined) throw new Error(`row ${moved.input} stands at ${moved.seq}`)
  const effects = rows.map(({ seq, effectKey }) => ({ seq, effectKey }))
  const answer = await tell('', effects)
  return { outcomes: (await answer.json()) as never }
}

// It is killed, so that it never comes to keep them at its end.
flushCompileCache()
const store = await openStore<never>({ ...order.where, migrations: worldMigrations })
const world = jobsWorld(store, {
  runChunk,
  prepare,
  chunkSize: order.chunkSize,
  onLog: (detail) => console.log(`log ${(detail as { err?: { code?: string } }).err?.code ?? ''}`),
})
world.signIn('ann')
store.broadcast.subscribe(JOBS_TOPIC, (text) => {
  if (ENDED_STATES.includes((JSON.parse(text) as JobNews).state)) console.log('ended')
})
// Timers of the engine hold no process open; a console is held by its server.
setInterval(() => undefined, 60_000)
await world.jobs.start()
console.log('ready')
