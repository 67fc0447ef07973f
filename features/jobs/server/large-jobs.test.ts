import { aCaller, aServer } from '@qd/server-kit/testing'
import { count } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, test } from 'vitest'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import { countedRows } from './testing/tally-feature.ts'
import type { JobsWorld, WorldOptions } from './testing/jobs-world.ts'
import type { PrepareTally, RunTally } from './testing/tally-feature.ts'
import type { JobDetail } from '../contract/index.ts'
import { insertChunks } from './write-chunks.ts'

describeOnBothDatabases('large jobs', worldMigrations, (open) => {
  const worlds: JobsWorld[] = []
  const place = async (options: WorldOptions = {}) => {
    const world = jobsWorld(await open<never>(), options)
    worlds.push(world)
    return world
  }
  const begin = async (options: WorldOptions = {}) => {
    const world = await place(options)
    await world.jobs.start()
    return world
  }
  afterEach(async () => {
    for (const world of worlds.splice(0)) {
      await world.jobs.stop()
      await world.close()
    }
  })
  /** Keys of the rows worked on, as often as they were. */
  const noting = (): { keys: string[]; run: RunTally } => {
    const keys: string[] = []
    return {
      keys,
      run: async (rows) => {
        keys.push(...rows.map(({ key }) => key))
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    }
  }
  const numbered = (rows: number) => Array.from({ length: rows }, (_, n) => `row-${n}`)
  const detail = async (world: JobsWorld, jobId: string) =>
    (await world.signIn('ann').post<JobDetail>('/platform/job/get', { jobId })).body.data

  test('[jobs.rows] rows that the kind reads itself are read after the start, then worked on once, in order', async () => {
    const noted = noting()
    const world = await place({ runChunk: noted.run })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 0, { source: 330, idempotencyKey: 'source-key-1' })
    expect(await world.job(id)).toMatchObject({ is_ready: 0, total_rows: 0, expected_rows: 330 })
    expect(await detail(world, id)).toMatchObject({ isPreparing: true, expectedRows: 330 })
    await world.jobs.start()
    expect(await world.until(id, 'succeeded')).toMatchObject({ total_rows: 330, done_rows: 330, is_ready: 1 })
    expect(noted.keys).toEqual(numbered(330))
    // The same order under its key is the same job, another one is refused.
    expect(await world.startJob(ann, 0, { source: 330, idempotencyKey: 'source-key-1' })).toBe(id)
    await expect(world.startJob(ann, 0, { source: 331, idempotencyKey: 'source-key-1' })).rejects.toThrow(
      'idempotency_conflict',
    )
  })

  test('[jobs.rows] paused while its rows are read, it goes on reading from there; cancelled, nothing is worked on', async () => {
    const cursors: unknown[] = []
    let stopped = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const prepare: PrepareTally = async function* (from, run, cursor) {
      cursors.push(cursor)
      for await (const batch of countedRows(from, run, cursor)) {
        yield batch
        if (batch.cursor !== 100) continue
        reached.resolve()
        await stopped.promise
      }
    }
    const noted = noting()
    const world = await begin({ prepare, runChunk: noted.run })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 0, { source: 200 })
    await reached.promise
    await ann.post('/platform/job/pause', { jobId: id })
    stopped.resolve()
    expect(await world.until(id, 'paused')).toMatchObject({ is_ready: 0, is_touched: 0, why: '' })
    const { total_rows: kept } = await world.job(id)
    stopped = Promise.withResolvers<void>()
    stopped.resolve()
    expect((await ann.post('/platform/job/resume', { jobId: id })).http).toBe(200)
    await world.until(id, 'succeeded')
    expect(cursors).toEqual([null, kept])
    expect(noted.keys).toEqual(numbered(200))

    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    world.runner.prepare = async function* (from, run, cursor) {
      yield* countedRows({ rows: 50 }, run, cursor)
      begun.resolve()
      await held.promise
      yield* countedRows(from, run, 50)
    }
    const other = await world.startJob(ann, 0, { source: 100 })
    await begun.promise
    await ann.post('/platform/job/cancel', { jobId: other })
    held.resolve()
    expect(await world.until(other, 'cancelled')).toMatchObject({ done_rows: 0, unknown_rows: 0 })
    expect(noted.keys).toHaveLength(200)
  })

  test('[jobs.rows] cancelled before the first of its rows was read, it ends', async () => {
    const begun = Promise.withResolvers<void>()
    const prepare: PrepareTally = async function* (_from, { signal }) {
      begun.resolve()
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true })
      })
      signal.throwIfAborted()
      yield { rows: [], cursor: null }
    }
    const world = await begin({ prepare })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 0, { source: 200 })
    await begun.promise
    await ann.post('/platform/job/cancel', { jobId: id })
    expect(await world.until(id, 'cancelled')).toMatchObject({ total_rows: 0, done_rows: 0 })
  })

  test('[jobs.rows] a list that is never read to its end pauses the job and keeps nobody from cancelling it', async () => {
    const world = await begin({
      chunkTimeoutMs: 50,
      prepare: async function* (from, run, cursor) {
        yield* countedRows({ rows: 50 }, run, cursor)
        await new Promise(() => {})
      },
    })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 0, { source: 100 })
    expect(await world.until(id, 'paused')).toMatchObject({
      why: 'chunk_timeout',
      is_ready: 0,
      is_touched: 0,
    })
    await ann.post('/platform/job/cancel', { jobId: id })
    expect(await world.until(id, 'cancelled')).toMatchObject({ done_rows: 0, unknown_rows: 0 })
  })

  test('[jobs.rows] a list that cannot be read fails the job, and it can be gone on with', async () => {
    let isBroken = true
    const prepare: PrepareTally = async function* (from, run, cursor) {
      yield* countedRows({ rows: 50 }, run, cursor)
      if (isBroken) throw new Error('the file is gone')
      yield* countedRows(from, run, 50)
    }
    const noted = noting()
    const world = await begin({ prepare, runChunk: noted.run })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 0, { source: 100 })
    expect(await world.until(id, 'failed')).toMatchObject({ fault: 'cn:jobs.fault', is_touched: 0 })
    isBroken = false
    world.runner.prepare = countedRows
    expect((await ann.post('/platform/job/resume', { jobId: id })).http).toBe(200)
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 100, fault: '' })
    expect(noted.keys).toEqual(numbered(100))
  })

  test('[jobs.rows] after a list that failed all is read again from its beginning, on top of nothing', async () => {
    const cursors: unknown[] = []
    const noted = noting()
    const world = await begin({
      runChunk: noted.run,
      prepare: async function* (from, _run, cursor) {
        cursors.push(cursor)
        yield* countedRows({ rows: 5_000 }, _run, null)
        throw new Error(`not those of the ${from.rows} that were wanted`)
      },
    })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 0, { source: 100 })
    expect(await world.until(id, 'failed')).toMatchObject({ total_rows: 0, chunk_count: 0, cursor: null })
    expect(await count(world.store.read, 'job_chunk')).toBe(0)
    // A node that died while it forgot them leaves some.
    const old = { first: 0, count: 1, rows: '[{"key":"old","input":0}]' }
    await world.store.write((tx) => insertChunks(tx, id, [old], 1))
    world.runner.prepare = async function* (from, run, cursor) {
      cursors.push(cursor)
      yield* countedRows(from, run, cursor)
    }
    expect((await ann.post('/platform/job/resume', { jobId: id })).http).toBe(200)
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 100, total_rows: 100 })
    expect([cursors, noted.keys]).toEqual([[null, null], numbered(100)])
  })

  const two = [aServer(), aServer({ sId: 124, serviceName: 'S124' })]
  const LINE = 'lantern/northwind/northwind-test'
  const at = (...scopes: string[]) =>
    scopes.map((scope) => ({ scope, environment: '*' as const, codes: ['test.tally', 'jobs.read'] }))

  test('[jobs.places] who may not do it at one of the places starts nothing, and is told where', async () => {
    const world = await begin({ servers: two })
    // The call names a line of which they hold all but the last server.
    const ann = world.signIn('ann', [{ scope: LINE, environment: 'test', codes: ['test.tally'] }])
    world.servers.push(aServer({ sId: 125, lineId: 'northwind-live', environment: 'production' }))
    const refused = await ann.post('/platform/test/tally', {
      lineId: 'northwind-test',
      keys: ['1', '2'],
      idempotencyKey: 'places-key-2',
      sIds: [123, 125],
    })
    expect([refused.http, refused.body.err?.code, refused.body.err?.details]).toEqual([
      403,
      'job_place_forbidden',
      { place: 'lantern/northwind/northwind-live/125' },
    ])
  })

  test('[jobs.places] rows at a place where the right was lost wait and say so, all others are worked on', async () => {
    const seen: string[] = []
    const world = await place({
      servers: two,
      runChunk: async (rows) => {
        seen.push(...rows.map(({ key, place: { sId } }) => `${key}@${sId}`))
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    const id = await world.startJob(world.signIn('ann'), 6, { sIds: [123, 124] })
    world.people.set('id-ann', aCaller('ann', at(`${LINE}/123`)))
    await world.jobs.start()
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'rights_lost', done_rows: 3 })
    expect(seen).toEqual(['row-0@123', 'row-2@123', 'row-4@123'])
    const told = await detail(world, id)
    expect(told.lostPlaces).toEqual([['Northwind', 'northwind-test', 'S124']])
    expect(told.places).toHaveLength(2)
    const ann = world.signIn('ann')
    const open = await ann.post<{ list: { key: string; code: string; msg: string }[] }>(
      '/platform/job/rows',
      {
        jobId: id,
        state: 'open',
      },
    )
    expect(open.body.data.list.map(({ key, code }) => `${key} ${code}`)).toEqual(
      ['row-1', 'row-3', 'row-5'].map((key) => `${key} rights_lost`),
    )
    expect(open.body.data.list[0]?.msg).toContain('S124')
    await ann.post('/platform/job/resume', { jobId: id })
    await world.until(id, 'succeeded')
    expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `row-${n}@${123 + (n % 2)}`))
    expect((await detail(world, id)).lostPlaces).toEqual([])
  })

  test('[jobs.places] rows without a place of their own need the right at the place of the job', async () => {
    const world = await place({ servers: two })
    const id = await world.startJob(world.signIn('ann'), 4, { sIds: [123, 124] })
    const rows = [0, 1, 2, 3].map((input) => ({
      key: `row-${input}`,
      input,
      ...(input < 2 ? {} : { place: 0 }),
    }))
    await world.store.write((tx) =>
      tx
        .updateTable('job_chunk_rows')
        .set({ rows: JSON.stringify(rows) })
        .execute(),
    )
    world.people.set('id-ann', aCaller('ann', at(`${LINE}/123`)))
    await world.jobs.start()
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'rights_lost', done_rows: 2 })
  })

  test('[jobs.places] who retries needs the right at every place', async () => {
    const world = await begin({
      servers: two,
      runChunk: async (rows) => ({ outcomes: rows.map(() => ({ status: 'failed', code: 'no' })) }),
    })
    const id = await world.startJob(world.signIn('ann'), 4, { sIds: [123, 124], stopAt: 101 })
    await world.until(id, 'failed')
    const part = world.signIn('eve', [
      ...at(`${LINE}/123`),
      { scope: LINE, environment: '*', codes: ['jobs.read'] },
    ])
    expect((await part.post('/platform/job/retry', { jobId: id, which: 'failed' })).http).toBe(403)
    const all = world.signIn('bob', [
      ...at(`${LINE}/123`, `${LINE}/124`),
      { scope: LINE, environment: '*', codes: ['jobs.read'] },
    ])
    expect((await all.post('/platform/job/retry', { jobId: id, which: 'failed' })).http).toBe(200)
    await world.until(id, 'failed')
    // What is gone keeps nobody from the rows of the others.
    world.servers.splice(1)
    expect((await part.post('/platform/job/retry', { jobId: id, which: 'failed' })).http).toBe(200)
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'place_gone', failed_rows: 2 })
    world.servers.splice(0)
    expect((await all.post('/platform/job/retry', { jobId: id, which: 'failed' })).http).toBe(403)
  })

  test('[jobs.places] what may have been sent before its place was lost is unknown when the job is cancelled', async () => {
    const begun = Promise.withResolvers<void>()
    const world = await begin({
      servers: two,
      runChunk: async (rows, { signal }) => {
        if (rows.length < 4) return { outcomes: rows.map(() => ({ status: 'done' })) }
        begun.resolve()
        // Some of it is sent by now.
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
        throw new Error('never')
      },
    })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 4, { sIds: [123, 124] })
    await begun.promise
    world.servers.splice(1)
    world.tellRights()
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'place_gone', done_rows: 2 })
    // Put off once more, in a chunk nobody has touched since.
    await ann.post('/platform/job/resume', { jobId: id })
    await world.until(id, 'queued', 'running')
    await world.until(id, 'paused')
    await ann.post('/platform/job/cancel', { jobId: id })
    expect(await world.until(id, 'cancelled')).toMatchObject({ done_rows: 2, unknown_rows: 2 })
    const ask = await ann.post('/platform/job/retry', { jobId: id, which: 'unknown' })
    expect(ask.http, ask.raw).toBe(200)
    await world.until(id, 'paused')
    await ann.post('/platform/job/cancel', { jobId: id })
    expect(await world.until(id, 'cancelled')).toMatchObject({ done_rows: 2, unknown_rows: 2 })
  })
})
