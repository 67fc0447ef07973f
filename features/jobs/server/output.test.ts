import { afterEach, expect, test } from 'vitest'
import type { RouteReply } from '@qd/contract-kit'
import type { JobRun } from '@qd/server-kit'
import { describeOnBothDatabases } from '@qd/store/testing'
import type { jobOutput } from '../contract/index.ts'
import { JOBS_TOPIC } from './job-news.ts'
import type { JobTables } from './job-tables.ts'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import type { JobsWorld, WorldOptions } from './testing/jobs-world.ts'

type Answer = RouteReply<typeof jobOutput>
type Run = JobRun<{ step: number }>

const done = (rows: readonly unknown[]) => ({ outcomes: rows.map(() => ({ status: 'done' as const })) })

describeOnBothDatabases('output of jobs', worldMigrations, (open) => {
  const worlds: JobsWorld[] = []
  const begin = async (options: WorldOptions = {}) => {
    const world = jobsWorld(await open<never>(), options)
    worlds.push(world)
    await world.jobs.start()
    return world
  }
  /** A job of one row that says something. */
  const saying = async (say: (run: Run) => void | Promise<void>, options: WorldOptions = {}) => {
    const world = await begin({
      ...options,
      runChunk: async (rows, run) => {
        await say(run)
        return done(rows)
      },
    })
    const ann = world.signIn('ann')
    return { world, ann, id: await world.startJob(ann, 1) }
  }
  const read = async (as: ReturnType<JobsWorld['signIn']>, jobId: string, more: object = {}) =>
    (await as.post<Answer>('/platform/job/output', { jobId, ...more })).body.data
  afterEach(async () => {
    for (const world of worlds.splice(0)) {
      await world.jobs.stop()
      await world.close()
    }
  })

  test('lines and events come in their order, page by page, and are all there when the job has ended', async () => {
    const { world, ann, id } = await saying((run) => {
      for (let n = 0; n < 450; n++) run.output(n % 2 === 0 ? `line ${n}` : { n })
    })
    await world.until(id, 'succeeded')
    const seen: string[] = []
    let after = 0
    for (;;) {
      const page = await read(ann, id, { after, limit: 200 })
      seen.push(
        ...page.list.map(({ kind, body }) => (kind === 'event' ? `line ${JSON.parse(body).n}` : body)),
      )
      if (page.next === after) break
      after = page.next
    }
    expect(seen).toEqual(Array.from({ length: 450 }, (_, n) => `line ${n}`))
    const last = await read(ann, id, { fromEnd: true, limit: 2 })
    expect(last).toMatchObject({
      list: [{ n: 448, body: 'line 448' }, { n: 449 }],
      next: 450,
      end: 450,
      dropped: 0,
    })
  })

  test('the oldest lines go, and how many is said', async () => {
    const limits = { rows: 10, bytes: 400, heldRows: 1_000, flushMs: 5 }
    const { world, ann, id } = await saying(
      (run) => {
        for (let n = 0; n < 25; n++) run.output(`line ${n}`)
        run.output('x'.repeat(390))
      },
      { outputLimits: limits },
    )
    await world.until(id, 'succeeded')
    const { list, dropped, end } = await read(ann, id)
    expect(list.map(({ n }) => n)).toEqual([24, 25])
    expect({ dropped, end }).toEqual({ dropped: 24, end: 26 })
  })

  test('what comes faster than it is written is dropped in memory and counted', async () => {
    const { world, ann, id } = await saying(
      (run) => {
        for (let n = 0; n < 100; n++) run.output(`line ${n}`)
      },
      { outputLimits: { heldRows: 20 } },
    )
    await world.until(id, 'succeeded')
    const { list, dropped } = await read(ann, id)
    expect([list[0]?.n, list.at(-1)?.n, dropped]).toEqual([80, 99, 80])
  })

  test('a long line is cut at a whole character, a long event is a fault of the program', async () => {
    const { world, ann, id } = await saying(
      (run) => {
        run.output('水'.repeat(20))
        expect(() => run.output({ text: 'x'.repeat(40) })).toThrow(RangeError)
      },
      { outputLimits: { lineBytes: 32 } },
    )
    await world.until(id, 'succeeded')
    expect((await read(ann, id)).list[0]?.body).toBe(`${'水'.repeat(9)}…`)
  })

  test('who reads along hears of new lines while the job works', async () => {
    const go = Promise.withResolvers<void>()
    const { world, id, ann } = await saying(
      async (run) => {
        run.output('first')
        await go.promise
      },
      { outputLimits: { flushMs: 5 } },
    )
    const told = Promise.withResolvers<number>()
    world.store.broadcast.subscribe(JOBS_TOPIC, (text) => {
      const { output } = JSON.parse(text) as { output?: number }
      if (output !== undefined) told.resolve(output)
    })
    const { list } = await read(ann, id)
    if (list.length === 0) expect(await told.promise).toBe(1)
    expect((await read(ann, id)).list.map(({ body }) => body)).toEqual(['first'])
    go.resolve()
    await world.until(id, 'succeeded')
  })

  test('a node that lost its lease appends nothing and writes nothing of its own', async () => {
    const held = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const refused = Promise.withResolvers<unknown>()
    const { world, ann, id } = await saying(
      async (run) => {
        held.resolve()
        await go.promise
        run.output('too late')
        await run.write(async () => undefined).then(refused.resolve, refused.resolve)
      },
      { resumable: false },
    )
    await held.promise
    // As if another node had taken the job.
    await world.store.write((tx) =>
      tx
        .withTables<{ lease: { name: string; fence: number } }>()
        .updateTable('lease')
        .set((eb) => ({ fence: eb('fence', '+', 1) }))
        .where('name', '=', `job:${id}`)
        .execute(),
    )
    go.resolve()
    expect(await refused.promise).toMatchObject({ code: 'store_lease_lost' })
    await world.jobs.stop()
    expect((await read(ann, id)).list).toEqual([])
  })

  test('after a node died the next one says where lines may be missing, and goes on', async () => {
    const world = await begin({
      runChunk: async (rows, run) => {
        run.output('of the second node')
        return done(rows)
      },
    })
    await world.jobs.stop()
    const ann = world.signIn('ann')
    const id = await world.startJob(ann, 1)
    // What a node leaves behind that was killed while it worked.
    await world.store.write(async (tx) => {
      await tx.updateTable('job').set({ state: 'running' }).where('id', '=', id).execute()
      const line = { job_id: id, n: 0, at: 1, kind: 'line' as const, body: 'of the first node', bytes: 17 }
      await tx.insertInto('job_output').values(line).execute()
      const head = { job_id: id, next_n: 1, rows: 1, bytes: 17, is_open: 1 as const }
      await tx.insertInto('job_output_head').values(head).execute()
    })
    const second = jobsWorld(world.store.as<never>(), { runChunk: world.runner.runChunk })
    worlds.push(second)
    second.signIn('ann')
    await second.jobs.start()
    await second.until(id, 'succeeded')
    const { list } = await read(ann, id)
    expect(list.map(({ kind, body }) => body || kind)).toEqual([
      'of the first node',
      'gap',
      'of the second node',
    ])
  })

  test('output ends with its job, and foreign jobs have none', async () => {
    const { world, id } = await saying((run) => run.output('mine'))
    await world.until(id, 'succeeded')
    const bob = world.signIn('bob', [])
    const foreign = await bob.post('/platform/job/output', { jobId: id })
    expect([foreign.http, foreign.body.err?.code]).toEqual([404, 'job_not_found'])
    await world.store.write((tx) => tx.deleteFrom('job').where('id', '=', id).execute())
    await world.jobs.systemSchedules![0]!.run({} as never)
    const left = (table: keyof JobTables) => world.store.read.selectFrom(table).selectAll().execute()
    expect([await left('job_output'), await left('job_output_head')]).toEqual([[], []])
  })
})
