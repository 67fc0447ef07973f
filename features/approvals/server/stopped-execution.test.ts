import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, it } from 'vitest'
import { aPolicy, approvalsWorld, grants, worldMigrations } from './testing/index.ts'
import type { ApprovalsWorld, WorldOptions } from './testing/index.ts'

describeOnBothDatabases('executions that are stopped', worldMigrations, (open) => {
  const running: ApprovalsWorld[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((world) => world.approvals.stop()))
  })

  it('a veto after a node died ends the job that it had started, too', async () => {
    const anyStore = await open<never>()
    const jobKeys = new Map<string, string>()
    const node = (options: WorldOptions) => {
      const world = approvalsWorld(anyStore, { timing: { leaseMs: 300 }, jobKeys, ...options })
      running.push(world)
      return { ...world, ann: world.signIn('ann', grants.author), bob: world.signIn('bob', grants.approver) }
    }
    // It hangs after its write, and is gone before it could say which job it had started.
    const first = node({ give: { afterWrite: () => new Promise(() => undefined) } })
    await first.seed(aPolicy())
    const answer = await first.submit(first.ann, { job: 'job-1', idempotencyKey: 'key-00001' })
    const { id, hash } = answer.body.data
    const vote = { id, hash, decision: 'approve' }
    expect((await first.bob.post('/platform/approvals/vote', vote)).http).toBe(200)
    expect((await first.ann.post('/platform/approvals/execute', { id, hash })).http).toBe(200)
    await first.approvals.start()
    await expect.poll(first.effects).toEqual([{ what: 'gems', by: 'ann' }])
    const vic = first.signIn('vic', grants.vetoer)
    const veto = { id, hash, reason: 'stop it' }
    expect((await vic.post('/platform/approvals/veto', veto)).body.data).toEqual({ status: 4 })
    await first.store.write(async (tx) => {
      await tx.deleteFrom('lease' as never).execute()
    })
    const second = node({})
    const job = { state: 'running', isOpen: true, total: 2, done: 1, failed: 0 }
    const nodes = [first, second]
    for (const { jobs } of nodes) jobs.set('job-1', job)
    await second.approvals.start()
    const stops = () => nodes.flatMap(({ cancelled }) => cancelled)
    await expect.poll(stops).toContain('job-1')
    for (const { jobs } of nodes) jobs.set('job-1', { ...job, state: 'cancelled', isOpen: false })
    const standing = async () => (await second.detail(second.ann, id)).execution
    await expect.poll(standing).toBe('cancelled')
    expect((await second.detail(second.ann, id)).run.jobId).toBe('job-1')
  })

  it('a veto that comes when all is done does not call it cancelled', async () => {
    const world = approvalsWorld(await open<never>())
    running.push(world)
    await world.seed(aPolicy())
    const ann = world.signIn('ann', grants.author)
    const bob = world.signIn('bob', grants.approver)
    const vic = world.signIn('vic', grants.vetoer)
    const { id, hash } = (await world.submit(ann)).body.data
    await bob.post('/platform/approvals/vote', { id, hash, decision: 'approve' })
    await ann.post('/platform/approvals/execute', { id, hash })
    const vetoes: number[] = []
    world.world.beforeEnd = async () => {
      if (vetoes.length > 0) return
      vetoes.push((await vic.post('/platform/approvals/veto', { id, hash, reason: 'stop it' })).http)
    }
    await world.approvals.start()
    const endedAt = async () => (await world.detail(ann, id)).run.endedAt
    await expect.poll(endedAt).not.toBeNull()
    expect(vetoes).toEqual([200])
    expect(await world.effects()).toEqual([{ what: 'gems', by: 'ann' }])
    expect(await world.detail(ann, id)).toMatchObject({ status: 4, execution: 'succeeded' })
  })
})
