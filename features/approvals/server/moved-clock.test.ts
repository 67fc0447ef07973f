import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, it } from 'vitest'
import { HOUR_MS, aPolicy, approvalsWorld, grants, worldMigrations } from './testing/index.ts'
import type { ApprovalsWorld } from './testing/index.ts'

describeOnBothDatabases('a clock that was moved', worldMigrations, (open) => {
  const running: ApprovalsWorld[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((world) => world.approvals.stop()))
  })
  const begin = async () => {
    const world = approvalsWorld(await open<never>())
    running.push(world)
    await world.seed(aPolicy({ stages: [{ name: 'Review', need: 2, groups: [] }] }))
    const ann = world.signIn('ann', grants.author)
    const bob = world.signIn('bob', grants.approver)
    const cat = world.signIn('cat', grants.approver)
    const submitted = async (more: object = {}) => (await world.submit(ann, {}, more)).body.data
    return { ...world, ann, bob, cat, submitted }
  }
  type Begun = Awaited<ReturnType<typeof begin>>
  interface Ref {
    id: string
    hash: string
  }
  const vote = async (as: Begun['bob'], { id, hash }: Ref) =>
    (await as.post('/platform/approvals/vote', { id, hash, decision: 'approve' })).http
  const execute = async (as: Begun['ann'], { id, hash }: Ref) =>
    (await as.post('/platform/approvals/execute', { id, hash })).http
  const standing = async ({ detail, ann }: Pick<Begun, 'detail' | 'ann'>, { id }: Ref) =>
    (await detail(ann, id)).execution

  it('back by a day between the votes: nothing is lost, nothing counts twice, and it is done once', async () => {
    const begun = await begin()
    const { ann, bob, cat, submitted, clock, effects, detail, approvals } = begun
    const request = await submitted()
    expect(await vote(bob, request)).toBe(200)
    clock.nowMs -= 24 * HOUR_MS
    expect(await vote(bob, request)).toBe(409)
    expect(await vote(cat, request)).toBe(200)
    expect(await detail(ann, request.id)).toMatchObject({ status: 5, execution: 'none' })
    await approvals.start()
    expect(await execute(ann, request)).toBe(200)
    await expect.poll(() => standing(begun, request)).toBe('succeeded')
    expect(await execute(ann, request)).toBe(409)
    expect(await effects()).toEqual([{ what: 'gems', by: 'ann' }])
  })

  it('on by a month and back again: what ended stays ended, and a window that is past opens no more', async () => {
    const begun = await begin()
    const { ann, bob, cat, submitted, clock, effects, approvals } = begun
    const from = clock.nowMs + HOUR_MS
    const request = await submitted({ window: { from, to: from + HOUR_MS, auto: true } })
    for (const as of [bob, cat]) expect(await vote(as, request)).toBe(200)
    expect(await standing(begun, request)).toBe('scheduled')
    clock.nowMs += 30 * 24 * HOUR_MS
    await approvals.start()
    await expect.poll(() => standing(begun, request)).toBe('expired')
    clock.nowMs -= 30 * 24 * HOUR_MS
    expect(await execute(ann, request)).toBe(409)
    expect(await standing(begun, request)).toBe('expired')
    expect(await effects()).toEqual([])
  })
})
