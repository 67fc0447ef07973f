import { afterEach, expect, test } from 'vitest'
import type { Grant } from '@qd/contract-kit'
import { aServer } from '@qd/server-kit/testing'
import { describeOnBothDatabases } from '@qd/store/testing'
import type { JobView } from '../contract/index.ts'
import { jobsWorld, worldMigrations } from './testing/jobs-world.ts'
import type { JobsWorld } from './testing/jobs-world.ts'

const grant = (scope: string, codes: string[], environment: Grant['environment'] = '*'): Grant => ({
  scope,
  environment,
  codes,
})
const PLACE = 'lantern/northwind/northwind-test'

describeOnBothDatabases('the calls of jobs', worldMigrations, (open) => {
  let world: JobsWorld
  afterEach(() => world.close())
  const begin = async () => {
    world = jobsWorld(await open<never>(), {
      servers: [
        aServer(),
        aServer({ lineId: 'other', operator: 'harbour', sId: 9, environment: 'production' }),
      ],
    })
    const ann = world.signIn('ann')
    return { ann, id: await world.startJob(ann, ['=1+1', 'b', 'c']) }
  }
  test('a job says where it works in names, and in codes what the catalogue has no name for', async () => {
    const { ann } = await begin()
    const answer = await ann.post<{ list: JobView[] }>('/platform/job/list', {})
    expect(answer.body.data.list[0]?.placeName).toEqual(['Northwind', 'northwind-test'])
  })

  const idsOf = async (as: ReturnType<JobsWorld['signIn']>) => {
    const answer = await as.post<{ list: JobView[] }>('/platform/job/list', {})
    return answer.body.data.list.map(({ id }) => id)
  }

  test('whoever listens to one job is told first how it stands', async () => {
    const { id } = await begin()
    const told = Promise.withResolvers<unknown>()
    const caller = world.people.values().next().value!
    const end = await world.jobs.channels![0]!.open({ jobId: id }, { caller, place: {}, send: told.resolve })
    expect(await told.promise).toMatchObject({ jobId: id, state: 'queued', isMine: true })
    end()
  })

  test('[jobs.see] everybody sees his own jobs, and those of others only where he may read jobs', async () => {
    const { ann, id } = await begin()
    const other = await world.startJob(ann, ['x'], { lineId: 'other' })
    expect(await idsOf(ann)).toEqual([other, id])
    expect(await idsOf(world.signIn('bob', []))).toEqual([])
    expect(await idsOf(world.signIn('eve', [grant('lantern/northwind', ['jobs.read'])]))).toEqual([id])
    expect(await idsOf(world.signIn('dan', [grant('*', ['jobs.read'], 'production')]))).toEqual([other])
    expect(await idsOf(world.signIn('kim', [grant('*', ['other.code'])]))).toEqual([])
    expect(await idsOf(world.signIn('fay', [grant('lantern/north', ['jobs.read'])]))).toEqual([])
  })

  test('how jobs stand is told of those somebody may see, and of no other', async () => {
    const { id } = await begin()
    for (const [name, codes, seen] of [
      ['ann', [], [id]],
      ['bob', [], []],
      ['eve', ['jobs.read'], [id]],
    ] as const) {
      world.signIn(name, [grant('lantern/northwind', [...codes])])
      const caller = [...world.people.values()].find(({ username }) => username === name)!
      const told = await world.jobs.standingOf(caller, [id, 'no-such'])
      expect([name, [...told.keys()]]).toEqual([name, seen])
      for (const { total } of told.values()) expect(total).toBe(3)
    }
  })

  test('[jobs.see] a foreign job and a missing one answer alike, whatever is asked', async () => {
    const { id } = await begin()
    const bob = world.signIn('bob', [])
    for (const call of ['get', 'rows', 'pause', 'resume', 'cancel', 'result', 'retry']) {
      const rest = call === 'retry' ? { which: 'failed' } : {}
      const [foreign, missing] = [
        await bob.post(`/platform/job/${call}`, { jobId: id, ...rest }),
        await bob.post(`/platform/job/${call}`, { jobId: 'no-such', ...rest }),
      ]
      expect([foreign.http, foreign.body.err?.code], call).toEqual([404, 'job_not_found'])
      expect(missing.body.err).toEqual(foreign.body.err)
    }
    expect((await world.anonymous.post('/platform/job/list', {})).http).toBe(401)
  })

  test('[jobs.control] who may only read is refused, who may control pauses and resumes, and the audit says so at the place', async () => {
    const { id } = await begin()
    const reader = world.signIn('eve', [grant(PLACE, ['jobs.read'])])
    expect((await reader.post('/platform/job/pause', { jobId: id })).http).toBe(403)
    const keeper = world.signIn('kay', [grant(PLACE, ['jobs.read', 'jobs.control'])])
    const paused = await keeper.post<{ state: string; may: object }>('/platform/job/pause', { jobId: id })
    expect(paused.body.data).toMatchObject({
      state: 'paused',
      may: { pause: false, resume: true, cancel: true },
    })
    expect(world.auditRows.at(-1)?.entry).toMatchObject({
      action: 'jobs.pause',
      actor: 'kay',
      target: id,
      scope: PLACE,
      detail: { before: { state: 'queued' }, after: { state: 'paused' } },
    })
    const again = await keeper.post('/platform/job/pause', { jobId: id })
    expect([again.http, again.body.err?.code]).toEqual([409, 'job_wrong_state'])
    expect((await keeper.post('/platform/job/resume', { jobId: id })).http).toBe(200)
    expect((await world.job(id)).owner).toBe('ann')
  })

  test('[jobs.owner] who retries must hold what the kind asks for, and it runs in his name from then on', async () => {
    const { id } = await begin()
    world.runner.runChunk = async (rows) => ({ outcomes: rows.map(() => ({ status: 'failed', code: 'no' })) })
    await world.jobs.start()
    await world.until(id, 'failed')
    const keeper = world.signIn('kay', [grant(PLACE, ['jobs.read', 'jobs.control'])])
    expect((await keeper.post('/platform/job/retry', { jobId: id, which: 'failed' })).http).toBe(403)
    const bob = world.signIn('bob', [grant(PLACE, ['jobs.read', 'test.tally'])])
    const names: string[] = []
    world.runner.runChunk = async (rows, { caller }) => {
      names.push(caller.username)
      return { outcomes: rows.map(() => ({ status: 'done' })) }
    }
    expect((await bob.post('/platform/job/retry', { jobId: id, which: 'unknown' })).body.err?.code).toBe(
      'job_nothing_to_retry',
    )
    expect((await bob.post('/platform/job/retry', { jobId: id, which: 'failed' })).http).toBe(200)
    expect(await world.until(id, 'succeeded')).toMatchObject({ owner: 'bob', starter_id: 'id-ann' })
    expect(names).toEqual(['bob'])
    await world.jobs.stop()
  })

  test('[jobs.rows] rows are found by end and key, page by page, and the file holds all of them, formula-safe', async () => {
    const { ann, id } = await begin()
    world.runner.runChunk = async (rows) => ({
      outcomes: rows.map(({ seq }) =>
        seq === 1 ? { status: 'failed', code: 'no', msg: 'No, "b".', field: 'coin' } : { status: 'done' },
      ),
    })
    await world.jobs.start()
    await world.until(id, 'partly_failed')
    await world.jobs.stop()
    const ask = async (rest: object) =>
      (
        await ann.post<{ list: { key: string }[]; next: number | null }>('/platform/job/rows', {
          jobId: id,
          ...rest,
        })
      ).body.data
    expect((await ask({ state: 'failed' })).list).toMatchObject([
      { seq: 1, key: 'b', msg: 'No, "b".', field: 'coin' },
    ])
    expect((await ask({ search: 'C' })).list.map(({ key }) => key)).toEqual(['c'])
    const first = await ask({ limit: 2 })
    expect([first.list.length, first.next]).toEqual([2, 1])
    expect(await ask({ limit: 2, after: first.next })).toMatchObject({ list: [{ key: 'c' }], next: null })
    const file = await ann.post('/platform/job/result', { jobId: id })
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.raw.replace('\uFEFF', '').split('\r\n')).toEqual([
      'key,status,code,message,field',
      "'=1+1,done,,,",
      'b,failed,no,"No, ""b"".",coin',
      'c,done,,,',
      '',
    ])
  })
})
