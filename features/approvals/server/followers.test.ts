import type { ApprovalStanding } from '@qd/server-kit'
import { aCaller } from '@qd/server-kit/testing'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, it, vi } from 'vitest'
import { HOUR_MS, aPolicy, approvalsWorld, grants, worldMigrations } from './testing/index.ts'
import type { EffectTables } from './testing/index.ts'
import type { Kysely } from 'kysely'

describeOnBothDatabases('owners that follow requests', worldMigrations, (open) => {
  /** Writes what it is told as an owner would, into the same write. */
  const begin = async () => {
    const owner = { isBroken: false }
    const world = approvalsWorld(await open(), {
      followers: [
        {
          type: 'test.give',
          async changed(tx, object, standing: ApprovalStanding | null) {
            const db: Kysely<EffectTables> = tx
            const by = `${standing?.number ?? 0} ${standing?.state ?? 'none'}`
            await db.deleteFrom('effect').where('what', '=', object).execute()
            await db.insertInto('effect').values({ what: object, by }).execute()
            if (owner.isBroken) throw new Error('the owner has a fault')
          },
        },
      ],
    })
    await world.seed(aPolicy())
    const ann = world.signIn('ann', grants.author)
    const bob = world.signIn('bob', grants.approver)
    const vera = world.signIn('vera', grants.vetoer)
    const submitted = async (body: object = {}) => {
      const answer = await world.submit(ann, body)
      if (answer.http !== 200) throw new Error(answer.raw)
      return answer.body.data
    }
    const standingOf = async (object: string) =>
      (await world.effects()).filter(({ what }) => what === object).map(({ by }) => by)
    return { ...world, ann, bob, vera, submitted, standingOf, owner }
  }
  type Speaker = Awaited<ReturnType<typeof begin>>['ann']
  const decide = async (as: Speaker, { id, hash }: { id: string; hash: string }, decision = 'approve') => {
    const answer = await as.post('/platform/approvals/vote', { id, hash, decision, reason: 'because' })
    expect(answer.http, answer.raw).toBe(200)
  }
  const withdraw = (as: Speaker, id: string) => as.post('/platform/approvals/withdraw', { id })

  it('hear of every move in the write that makes it', async () => {
    const { ann, bob, vera, submitted, standingOf, clock, approvals } = await begin()
    const given = await submitted({ object: 'mail:1' })
    expect(await standingOf('mail:1')).toEqual(['1 pending'])
    await withdraw(ann, given.id)
    expect(await standingOf('mail:1')).toEqual(['1 draft'])
    const rejected = await submitted({ object: 'mail:2', what: 'b' })
    await decide(bob, rejected, 'reject')
    expect(await standingOf('mail:2')).toEqual(['2 rejected'])
    const approved = await submitted({ object: 'mail:3', what: 'c' })
    await decide(bob, approved)
    expect(await standingOf('mail:3')).toEqual(['3 approved'])
    const veto = { id: approved.id, hash: approved.hash, reason: 'no' }
    expect((await vera.post('/platform/approvals/veto', veto)).http).toBe(200)
    expect(await standingOf('mail:3')).toEqual(['3 vetoed'])
    await submitted({ object: 'mail:4', what: 'd' })
    clock.nowMs += 73 * HOUR_MS
    await approvals.start()
    await vi.waitFor(async () => expect(await standingOf('mail:4')).toEqual(['4 expired']))
    await approvals.stop()
  })

  it('hear of the request that counts: an open one before those that have ended, then the newest', async () => {
    const { ann, bob, submitted, standingOf } = await begin()
    const first = await submitted({ object: 'mail:1', what: 'a' })
    const second = await submitted({ object: 'mail:1', what: 'b' })
    expect(await standingOf('mail:1')).toEqual(['2 pending'])
    await decide(bob, second, 'reject')
    expect(await standingOf('mail:1')).toEqual(['1 pending'])
    await withdraw(ann, first.id)
    expect(await standingOf('mail:1')).toEqual(['2 rejected'])
  })

  it('hear that a new revision names another object, and the one before none', async () => {
    const { ann, submitted, standingOf } = await begin()
    const { id } = await submitted({ object: 'mail:1' })
    const input = { body: { lineId: 'northwind-test', what: 'gems', object: 'mail:2' } }
    const revised = await ann.postText(
      '/platform/approvals/revise',
      { id, revision: 1, input, reason: 'other' },
      '',
    )
    expect(revised.http, revised.raw).toBe(200)
    expect(await standingOf('mail:1')).toEqual(['0 none'])
    expect(await standingOf('mail:2')).toEqual(['1 pending'])
  })

  it('hold no decision up when they fail, leave nothing half written, and hear it again', async () => {
    const { bob, submitted, standingOf, owner, detail, approvals, logged, store } = await begin()
    const request = await submitted({ object: 'mail:1' })
    owner.isBroken = true
    await decide(bob, request)
    expect((await detail(bob, request.id)).status).toBe(5)
    expect(await standingOf('mail:1')).toEqual(['1 pending'])
    expect(logged).toHaveLength(1)
    owner.isBroken = false
    await approvals.start()
    await vi.waitFor(async () => expect(await standingOf('mail:1')).toEqual(['1 approved']))
    const left = () => store.read.selectFrom('approval_untold').selectAll().execute()
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    await approvals.stop()
  })

  it('end an open request with the change of its object, and only then', async () => {
    const { ann, bob, submitted, standingOf, detail, approvals, store, told } = await begin()
    const eve = aCaller('eve', [])
    const end = async (id: string) => {
      const work = await approvals.requests.withdrawal(id, eve)
      await store.write((tx) => work(tx))
    }
    const pending = await submitted({ object: 'mail:1', what: 'a' })
    const work = await approvals.requests.withdrawal(pending.id, eve)
    const undone = store.write(async (tx) => {
      await work(tx)
      throw new Error('the change was refused')
    })
    await expect(undone).rejects.toThrow('the change was refused')
    expect(await standingOf('mail:1')).toEqual(['1 pending'])
    await end(pending.id)
    expect(await standingOf('mail:1')).toEqual(['1 draft'])
    expect(told.at(-1)).toMatchObject({ notice: { kind: { name: 'approvals.decided' } }, to: ['id-ann'] })
    const approved = await submitted({ object: 'mail:2', what: 'b' })
    await decide(bob, approved)
    await end(approved.id)
    expect(await detail(ann, approved.id)).toMatchObject({ execution: 'cancelled' })
    await end(approved.id)
    const running = await submitted({ object: 'mail:3', what: 'c' })
    await decide(bob, running)
    await ann.post('/platform/approvals/execute', { id: running.id, hash: running.hash })
    await expect(approvals.requests.withdrawal(running.id, eve)).rejects.toMatchObject({
      def: { code: 'approval_state_changed' },
    })
  })
})
