import { afterEach, expect, test } from 'vitest'
import type { RouteReply } from '@qd/contract-kit'
import { currentAsker, JobPause } from '@qd/server-kit'
import { describeOnBothDatabases } from '@qd/store/testing'
import type { jobRows } from '../contract/index.ts'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import type { JobsWorld, WorldOptions } from './testing/jobs-world.ts'

type Ann = ReturnType<JobsWorld['signIn']>
type JobRows = RouteReply<typeof jobRows>

/** All rows that are still open, page by page: a page ends early where the machine is slow. */
async function openRows(as: Ann, jobId: string): Promise<JobRows['list']> {
  const rows: JobRows['list'] = []
  for (let next: { after?: number } | null = {}; next !== null;) {
    const page: { body: { data: JobRows } } = await as.post('/platform/job/rows', {
      jobId,
      state: 'open',
      limit: 500,
      ...next,
    })
    const { list, next: after }: JobRows = page.body.data
    rows.push(...list)
    next = after === null ? null : { after }
  }
  return rows
}

describeOnBothDatabases('the engine', worldMigrations, (open) => {
  const worlds: JobsWorld[] = []
  const begin = async (options: WorldOptions = {}) => {
    const world = jobsWorld(await open<never>(), options)
    worlds.push(world)
    await world.jobs.start()
    return world
  }
  afterEach(async () => {
    for (const world of worlds.splice(0)) {
      await world.jobs.stop()
      await world.close()
    }
  })

  test('[jobs.run] a job runs to its end, every row once, in order, the first chunk small', async () => {
    const seen: string[][] = []
    const world = await begin({
      runChunk: async (rows) => {
        seen.push(
          rows.map(({ key, effectKey, seq }) => `${key} ${effectKey.split(':').slice(1).join(':')} ${seq}`),
        )
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    const id = await world.startJob(world.signIn('ann'), 250)
    const job = await world.until(id, 'succeeded')
    expect(job).toMatchObject({ total_rows: 250, done_rows: 250, failed_rows: 0, is_touched: 0, why: '' })
    expect(seen.map((chunk) => chunk.length)).toEqual([20, 100, 100, 30])
    expect(seen.flat()).toEqual(Array.from({ length: 250 }, (_, n) => `row-${n} ${n}:0 ${n}`))
    expect(world.auditRows.at(-1)?.entry).toMatchObject({
      action: 'jobs.ended',
      actor: 'ann',
      target: id,
      scope: 'lantern/northwind/northwind-test',
      detail: { state: 'succeeded', done: 250 },
    })
  })

  test('[jobs.run] whoever`s call sets a job off, its game calls are work nobody waits for', async () => {
    const askers = new Set<string>()
    const world = await begin({
      runChunk: async (rows) => {
        askers.add(currentAsker().kind)
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    await world.until(await world.startJob(world.signIn('ann'), 30), 'succeeded')
    expect([...askers]).toEqual(['background'])
  })

  test('[jobs.retry] failed rows are tried anew at another key, unknown ones asked again by the same', async () => {
    const keys: string[] = []
    let isKnown = false
    const world = await begin({
      runChunk: async (rows) => {
        keys.push(...rows.map(({ effectKey }) => effectKey.split(':').slice(1).join(':')))
        return {
          outcomes: rows.map(({ seq, effectKey }) => {
            if (seq === 3 && effectKey.endsWith(':0'))
              return { status: 'failed', code: 'no', msg: 'No.', field: 'x' }
            if (seq === 5 && !isKnown) return { status: 'unknown' }
            return { status: seq === 7 ? 'skipped' : 'done' }
          }),
        }
      },
    })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 30, { stopAt: 100 })
    expect(await world.until(id, 'partly_failed')).toMatchObject({
      done_rows: 27,
      failed_rows: 1,
      unknown_rows: 1,
      skipped_rows: 1,
    })
    isKnown = true
    keys.length = 0
    await ann.post('/platform/job/retry', { jobId: id, which: 'unknown' })
    await world.until(id, 'partly_failed')
    expect(keys).toEqual(['5:0'])
    expect(await world.job(id)).toMatchObject({ done_rows: 28, failed_rows: 1, unknown_rows: 0 })
    keys.length = 0
    await ann.post('/platform/job/retry', { jobId: id, which: 'failed' })
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 29, failed_rows: 0 })
    expect(keys).toEqual(['3:1'])
  })

  test('[jobs.pause] a server that is down is waited for, then the job pauses and can be resumed', async () => {
    let isDown = true
    const world = await begin({
      runChunk: async (rows) => {
        if (isDown) throw new JobPause('server_down', 'down')
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 30)
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'server_down', done_rows: 0 })
    isDown = false
    expect((await ann.post('/platform/job/resume', { jobId: id })).http).toBe(200)
    await world.until(id, 'succeeded')
  })

  /** A runner whose chunks end when the test says so. */
  const heldRunner = () => {
    const begun: { rows: number; signal: AbortSignal; end: () => void; break: (error: Error) => void }[] = []
    let onBegun = () => {}
    const run: WorldOptions['runChunk'] = (rows, { signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      begun.push({ rows: rows.length, signal, end: resolve, break: reject })
      onBegun()
      return promise.then(() => ({ outcomes: rows.map(() => ({ status: 'done' as const })) }))
    }
    return {
      run,
      begun,
      async nth(n: number) {
        while (begun.length < n) await new Promise<void>((resolve) => (onBegun = resolve))
        return begun[n - 1]!
      },
    }
  }

  test('[jobs.pause] a pause ends with the chunk under way, and going on repeats nothing', async () => {
    const held = heldRunner()
    const world = await begin({ runChunk: held.run })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 50)
    const first = await held.nth(1)
    const answer = await ann.post<{ state: string }>('/platform/job/pause', { jobId: id })
    expect(answer.body.data.state).toBe('pausing')
    expect(first.signal.aborted).toBe(true)
    first.end()
    expect(await world.until(id, 'paused')).toMatchObject({ done_rows: 20, is_touched: 0, why: '' })
    await ann.post('/platform/job/resume', { jobId: id })
    ;(await held.nth(2)).end()
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 50 })
    expect(held.begun.map(({ rows }) => rows)).toEqual([20, 30])
  })

  test('[jobs.cancel] rows that may have been worked on are unknown, not undone, and can be asked about', async () => {
    const held = heldRunner()
    const world = await begin({ runChunk: held.run })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 150)
    ;(await held.nth(1)).end()
    const second = await held.nth(2)
    await ann.post('/platform/job/cancel', { jobId: id })
    second.break(new Error('given up in the middle'))
    expect(await world.until(id, 'cancelled')).toMatchObject({
      done_rows: 20,
      unknown_rows: 100,
      failed_rows: 0,
    })
    const rows = await ann.post<{ list: { code: string }[] }>('/platform/job/rows', {
      jobId: id,
      state: 'unknown',
    })
    expect(rows.body.data.list[0]).toMatchObject({ seq: 20, code: 'job_interrupted' })
    await ann.post('/platform/job/retry', { jobId: id, which: 'unknown' })
    ;(await held.nth(3)).end()
    expect(await world.until(id, 'cancelled')).toMatchObject({ done_rows: 120, unknown_rows: 0 })
  })

  test('[jobs.owner] who lost the right, or the account, works on nothing more', async () => {
    const held = heldRunner()
    const world = await begin({ runChunk: held.run })
    const id = await world.startJob(world.signIn('ann'), 50)
    const first = await held.nth(1)
    world.people.delete('id-ann')
    first.end()
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'rights_lost', done_rows: 20 })
    expect(held.begun).toHaveLength(1)
  })

  test('[jobs.owner] a job started with an API token stops with it, and its owner goes on himself', async () => {
    const held = heldRunner()
    const world = await begin({ runChunk: held.run })
    const ann = world.signIn('ann')
    const id = await world.startJob(world.useToken('ann'), 50)
    const first = await held.nth(1)
    world.revokeTokens()
    await expect.poll(() => first.signal.aborted).toBe(true)
    first.break(new Error('given up in the middle'))
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'rights_lost', done_rows: 0, is_touched: 1 })
    expect(held.begun).toHaveLength(1)
    await ann.post('/platform/job/resume', { jobId: id })
    ;(await held.nth(2)).end()
    ;(await held.nth(3)).end()
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 50, owner_token: null })
  })

  test('[jobs.owner] an API token that is gone between two chunks stops its job at the next one', async () => {
    const held = heldRunner()
    const world = await begin({ runChunk: held.run })
    const id = await world.startJob(world.useToken('ann'), 50)
    const first = await held.nth(1)
    world.forgetTokens()
    first.end()
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'rights_lost', done_rows: 20 })
    expect(held.begun).toHaveLength(1)
  })

  test('[jobs.owner] a job resumed with an API token has the rights of the token from then on', async () => {
    const held = heldRunner()
    const world = await begin({ runChunk: held.run })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 50)
    const first = await held.nth(1)
    await ann.post('/platform/job/pause', { jobId: id })
    first.end()
    await world.until(id, 'paused')
    const blind = world.useToken('ann', [{ scope: '*', environment: '*', codes: ['test.other'] }])
    expect((await blind.post('/platform/job/resume', { jobId: id })).http).toBe(404)
    const codes = ['jobs.read', 'jobs.control']
    const narrow = world.useToken('ann', [{ scope: '*', environment: '*', codes }])
    expect((await narrow.post('/platform/job/resume', { jobId: id })).http).toBe(200)
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'rights_lost' })
    expect(held.begun).toHaveLength(1)
  })

  /** Rows whose number is odd belong to a server that is away while `isDown`. */
  const halfAway = () => {
    const world = { isDown: true, isSent: false, keys: [] as string[] }
    const run: WorldOptions['runChunk'] = async (rows) => ({
      outcomes: rows.map(({ seq, effectKey }) => {
        if (seq % 2 === 1 && world.isDown)
          return {
            status: 'waiting',
            code: 'server_down',
            msg: 'S2 is away',
            isSent: world.isSent && seq === 1,
          }
        world.keys.push(effectKey.split(':').slice(1).join(':'))
        return { status: 'done' }
      }),
    })
    return { world, run }
  }

  test('[jobs.wait] rows of a server that is away wait and say so, all others are worked on', async () => {
    const half = halfAway()
    const world = await begin({ runChunk: half.run })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 300)
    expect(await world.until(id, 'paused')).toMatchObject({
      why: 'server_down',
      done_rows: 150,
      is_touched: 0,
    })
    const open = await openRows(ann, id)
    expect(open).toHaveLength(150)
    expect(open[0]).toMatchObject({ seq: 1, code: 'server_down', msg: 'S2 is away' })
    half.world.isDown = false
    await ann.post('/platform/job/resume', { jobId: id })
    expect(await world.until(id, 'succeeded')).toMatchObject({ done_rows: 300, why: '', tries: 0 })
    expect(half.world.keys.toSorted()).toEqual(Array.from({ length: 300 }, (_, n) => `${n}:0`).toSorted())
  })

  test('[jobs.wait] it tries again by itself while servers may come back', async () => {
    const half = halfAway()
    const world = await begin({ runChunk: half.run })
    const id = await world.startJob(world.signIn('ann'), 30)
    const { promise: waited, resolve } = Promise.withResolvers<void>()
    const dispose = world.store.broadcast.subscribe('jobs', (text) => {
      if ((JSON.parse(text) as { state: string; why: string }).why === 'server_down') resolve()
    })
    await waited
    dispose()
    half.world.isDown = false
    expect(await world.until(id, 'succeeded', 'paused')).toMatchObject({ state: 'succeeded', done_rows: 30 })
  })

  test('[jobs.wait] cancelled, rows that wait are given up; one that may have been sent is unknown', async () => {
    const half = halfAway()
    half.world.isSent = true
    const world = await begin({ runChunk: half.run })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 30)
    await world.until(id, 'paused')
    await ann.post('/platform/job/cancel', { jobId: id })
    expect(await world.until(id, 'cancelled')).toMatchObject({
      done_rows: 15,
      unknown_rows: 1,
      failed_rows: 0,
    })
    half.world.isDown = false
    half.world.keys.length = 0
    await ann.post('/platform/job/retry', { jobId: id, which: 'unknown' })
    expect(await world.until(id, 'cancelled')).toMatchObject({ done_rows: 16, unknown_rows: 0 })
    expect(half.world.keys).toEqual(['1:0'])
    const left = (await openRows(ann, id)).map(({ seq }) => seq)
    expect(left).toEqual(Array.from({ length: 14 }, (_, n) => 2 * n + 3))
  })

  test('[jobs.fence] whoever lost the lease in the middle of a chunk commits nothing of it', async () => {
    const held = heldRunner()
    const world = await begin({ runChunk: held.run })
    const id = await world.startJob(world.signIn('ann'), 50)
    const first = await held.nth(1)
    await world.store
      .as<{ lease: { name: string; holder: string } }>()
      .write((tx) => tx.updateTable('lease').set({ holder: 'another node' }).execute())
    first.end()
    await expect.poll(() => world.logged.length).toBeGreaterThan(0)
    expect(world.logged[0]).toMatchObject({ err: { code: 'store_lease_lost' } })
    expect(await world.job(id)).toMatchObject({ state: 'running', done_rows: 0 })
    expect(held.begun).toHaveLength(1)
  })

  test('[jobs.owner] a place that left the catalogue stops the job', async () => {
    const held = heldRunner()
    const world = await begin({ runChunk: held.run })
    const id = await world.startJob(world.signIn('ann'), 50)
    const first = await held.nth(1)
    world.servers.pop()
    first.end()
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'place_gone', done_rows: 20 })
  })

  test('[jobs.limit] too many failed rows pause it after the first chunk; resuming counts anew', async () => {
    const world = await begin({
      runChunk: async (rows) => ({
        outcomes: rows.map(({ seq }) => ({ status: seq < 20 ? 'failed' : 'done' })),
      }),
    })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 150)
    expect(await world.until(id, 'paused')).toMatchObject({ why: 'too_many_failures', failed_rows: 20 })
    await ann.post('/platform/job/resume', { jobId: id })
    expect(await world.until(id, 'partly_failed')).toMatchObject({ done_rows: 130, failed_rows: 20 })
  })

  test('[jobs.fault] a fault of the program fails the job in readable words, and the rest can be gone on with', async () => {
    let isBroken = true
    const world = await begin({
      runChunk: async (rows) => {
        if (isBroken) throw new TypeError('a bug')
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 30)
    expect(await world.until(id, 'failed')).toMatchObject({ fault: 'cn:jobs.fault' })
    isBroken = false
    await ann.post('/platform/job/resume', { jobId: id })
    expect(await world.until(id, 'succeeded')).toMatchObject({ fault: '', done_rows: 30 })
  })

  test('[jobs.fault] a chunk that hangs pauses its job and holds up no other', async () => {
    let isFirst = true
    const world = await begin({
      chunkTimeoutMs: 50,
      runChunk: async (rows) => {
        if (isFirst) {
          isFirst = false
          return new Promise(() => {})
        }
        return { outcomes: rows.map(() => ({ status: 'done' })) }
      },
    })
    const ann = world.signIn('ann')
    const hung = await world.startJob(ann, 10)
    expect(await world.until(hung, 'paused')).toMatchObject({ why: 'chunk_timeout', is_touched: 1 })
    await world.until(await world.startJob(ann, 10), 'succeeded')
  })

  test('[jobs.start] the same order twice is one job; another one under its key is refused', async () => {
    const world = await begin()
    const ann = world.signIn('ann')
    const order = { lineId: 'northwind-test', keys: ['1', '2'], idempotencyKey: 'the-same-key' }
    const send = (body: object) => ann.post<{ jobId: string }>('/platform/test/tally', body)
    const [first, second] = await Promise.all([send(order), send(order)])
    expect(first.body.data.jobId).toBe(second.body.data.jobId)
    const other = await send({ ...order, keys: ['1', '3'] })
    expect([other.http, other.body.err?.code]).toEqual([409, 'idempotency_conflict'])
    expect((await send({ ...order, keys: [], idempotencyKey: 'an-empty-one' })).body.err?.code).toBe(
      'job_without_rows',
    )
  })

  test('[jobs.stop] a node that stops gives its jobs back for the next one', async () => {
    const held = heldRunner()
    const world = await begin({ runChunk: held.run })
    const id = await world.startJob(world.signIn('ann'), 50)
    const first = await held.nth(1)
    const stopped = world.jobs.stop()
    first.end()
    await stopped
    expect(await world.job(id)).toMatchObject({ state: 'queued', done_rows: 20, is_touched: 0 })
  })
})
