// A node that runs jobs of a trivial kind: `jobs-node.ts FOLDER PEER`. Posted a number it starts a job of so many rows, which
// it reads by itself, and answers when that has ended.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { jobsWorld, worldMigrations } from '@qd/jobs/testing'
import type { PrepareTally, RunTally } from '@qd/jobs/testing'
import { openStore } from '@qd/store'

/** Rows between two commits, and read at a time. */
const CHUNK_ROWS = 500
const BATCH_ROWS = 5_000

const [folder = '', peer = ''] = process.argv.slice(2)

const runChunk: RunTally = async (rows, { jobId, signal }) => {
  const body = JSON.stringify({ job: jobId, seqs: rows.map(({ seq }) => seq) })
  const answer = await fetch(peer, { method: 'POST', body, signal })
  return { outcomes: (await answer.json()) as never }
}

const prepare: PrepareTally = async function* ({ rows }, _run, cursor) {
  for (let at = Number(cursor ?? 0); at < rows; at += BATCH_ROWS) {
    const batch = Array.from({ length: Math.min(BATCH_ROWS, rows - at) }, (_, n) => at + n)
    yield {
      rows: batch.map((input) => ({ key: String(30_123_000_000 + input), input })),
      cursor: at + batch.length,
    }
  }
}

const where =
  process.env['DATABASE_URL'] === undefined
    ? { dataDir: folder }
    : { databaseUrl: process.env['DATABASE_URL'] }
const store = await openStore<never>({ ...where, migrations: worldMigrations })
const world = jobsWorld(store, { runChunk, prepare, chunkSize: CHUNK_ROWS })
const ann = world.signIn('ann')
await world.jobs.start()

const server = createServer((request, response) => {
  const run = async () => {
    const rows = (await json(request)) as number
    const startMs = performance.now()
    const id = await world.startJob(ann, 0, { source: rows })
    const startedMs = performance.now()
    const ended = await world.until(id, 'succeeded', 'partly_failed', 'failed', 'paused')
    const endMs = performance.now()
    response.end(
      JSON.stringify({
        state: ended.state,
        done: ended.done_rows,
        ms: endMs - startMs,
        startMs: startedMs - startMs,
      }),
    )
  }
  run().catch(() => response.destroy())
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', () => process.exit(0))
console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
