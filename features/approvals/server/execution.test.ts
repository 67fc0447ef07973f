import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, expect, it } from 'vitest'
import { HOUR_MS, LINE, aPolicy, approvalsWorld, grants, worldMigrations } from './testing/index.ts'
import type { ApprovalsWorld, WorldOptions } from './testing/index.ts'

describeOnBothDatabases('execution of approved requests', worldMigrations, (open) => {
  const running: ApprovalsWorld[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map((world) => world.approvals.stop()))
  })
  const node = async (store: Parameters<typeof approvalsWorld>[0], options: WorldOptions = {}) => {
    const world = approvalsWorld(store, options)
    running.push(world)
    const ann = world.signIn('ann', grants.author)
    const bob = world.signIn('bob', grants.approver)
    return { ...world, ann, bob }
  }
  const begin = async (options: WorldOptions = {}) => {
    const store = await open<never>()
    const world = await node(store, options)
    await world.seed(aPolicy())
    const approved = async (body: object = {}, more: object = {}) => {
      const answer = await world.submit(world.ann, body, more)
      if (answer.http !== 200) throw new Error(answer.raw)
      const { id, hash } = answer.body.data
      const vote = { id, hash, decision: 'approve' }
      const voted = await world.proven(() => world.bob.post('/platform/approvals/vote', vote))
      if (voted.http !== 200) throw new Error(JSON.stringify(voted.body))
      return { id, hash }
    }
    return { ...world, anyStore: store, approved }
  }
  type Begun = Awaited<ReturnType<typeof begin>>
  const execute = (as: Begun['ann'], request: { id: string; hash: string }) =>
    as.post('/platform/approvals/execute', { id: request.id, hash: request.hash })
  const codeOf = (answer: { body: { err?: { code: string } } }) => answer.body.err?.code
  const ended = async ({ detail, ann }: Pick<Begun, 'detail' | 'ann'>, id: string) => {
    await expect.poll(async () => (await detail(ann, id)).run.endedAt).not.toBeNull()
    return detail(ann, id)
  }

  it('[S4.14] does what was approved once, in the author’s name, and says so to author and audit', async () => {
    const begun = await begin()
    const { ann, bob, approved, approvals, effects, told, auditRows } = begun
    await approvals.start()
    const request = await approved()
    expect(codeOf(await execute(bob, request))).toBe('forbidden')
    expect((await execute(ann, request)).http).toBe(200)
    expect(await ended(begun, request.id)).toMatchObject({ status: 5, execution: 'succeeded' })
    expect(await effects()).toEqual([{ what: 'gems', by: 'ann' }])
    expect(codeOf(await execute(ann, request))).toBe('approval_state_changed')
    expect(told.at(-1)).toMatchObject({ notice: { kind: { name: 'approvals.executed' } }, to: ['id-ann'] })
    const commit = auditRows.find(({ entry }) => entry?.action === 'test.give' && entry.actorId === 'id-ann')
    expect(commit).toMatchObject({
      kind: 'commit',
      entry: { reason: 'ticket 7', detail: { approval: request.id, approvalHash: request.hash } },
    })
    const end = auditRows.find(({ entry }) => entry?.action === 'approvals.executed')
    expect(end?.entry).toMatchObject({ target: request.id, detail: { outcome: 'succeeded' } })
  })

  it('is rolled back once all it did was taken back; what took it back by approval and it name each other', async () => {
    const begun = await begin()
    const { ann, approved, approvals, store, told, detail } = begun
    await approvals.start()
    const gift = await approved()
    const undo = await approved({ what: 'undo' })
    for (const request of [gift, undo]) {
      await execute(ann, request)
      await ended(begun, request.id)
    }
    const cat = { userId: 'id-cat', name: 'cat' }
    const back = (what: string, requestId = 'call-1') =>
      store.write((tx) => approvals.rollbacks.rolledBack(tx, { what, by: cat, requestId }))
    await back('gift:other')
    await back('gift:gems')
    expect((await detail(ann, gift.id)).execution).toBe('succeeded')
    await back('card:gems', `approval:${undo.id}`)
    const seen = await detail(ann, gift.id)
    expect(seen).toMatchObject({ status: 5, execution: 'rolled_back', may: { revise: false } })
    expect(seen.timeline.at(-1)).toMatchObject({ what: 'rolled_back', by: { id: 'id-cat' }, detail: '#2' })
    const undoing = await detail(ann, undo.id)
    expect([undoing.execution, undoing.timeline.at(-1)]).toMatchObject([
      'succeeded',
      { what: 'took_back', by: { id: 'id-cat' }, detail: '#1' },
    ])
    expect(told.at(-1)).toMatchObject({
      notice: { params: { outcome: { text: 'approvals.outcome.rolled_back' }, number: 1 } },
      to: ['id-ann'],
    })
    // Told again, it happened once.
    const moves = seen.timeline.length
    await back('card:gems')
    expect((await detail(ann, gift.id)).timeline).toHaveLength(moves)
  })

  it('a job that was taken back before anybody looked how it ended is rolled back with its end', async () => {
    const begun = await begin()
    const { ann, approved, approvals, store, jobs, detail } = begun
    await approvals.start()
    jobs.set('j1', { state: 'running', isOpen: true, total: 1, done: 0, failed: 0 })
    const request = await approved({ job: 'j1' })
    await execute(ann, request)
    await expect.poll(async () => (await detail(ann, request.id)).run.jobId).toBe('j1')
    const by = { userId: 'id-ann', name: 'ann' }
    await store.write((tx) => approvals.rollbacks.rolledBack(tx, { what: 'job:j1', by, requestId: 'call-1' }))
    expect((await detail(ann, request.id)).execution).toBe('executing')
    jobs.set('j1', { state: 'succeeded', isOpen: false, total: 1, done: 1, failed: 0 })
    const done = await ended(begun, request.id)
    expect(done.execution).toBe('rolled_back')
    expect(done.timeline.at(-1)?.what).toBe('rolled_back')
    expect(done.timeline.map(({ what }) => what)).toContain('executed')
  })

  it('waits for its window, begins by itself where it says so, and ends a day after it', async () => {
    const begun = await begin()
    const { ann, approved, approvals, effects, clock, detail } = begun
    await approvals.start()
    const from = clock.nowMs + HOUR_MS
    const by = await approved({ what: 'hand' }, { window: { from, to: from + HOUR_MS, auto: false } })
    const early = await execute(ann, by)
    expect(codeOf(early)).toBe('approval_window_closed')
    expect(JSON.stringify(early.body)).toContain('2026-11-25 10:00 UTC – 2026-11-25 11:00 UTC')
    const auto = await approved({ what: 'auto' }, { window: { from, to: from + HOUR_MS, auto: true } })
    expect((await detail(ann, auto.id)).execution).toBe('scheduled')
    expect(await effects()).toEqual([])
    clock.nowMs = from
    await ended(begun, auto.id)
    expect(await effects()).toEqual([{ what: 'auto', by: 'ann' }])
    clock.nowMs = from + HOUR_MS + 1
    expect(codeOf(await execute(ann, by))).toBe('approval_window_closed')
    clock.nowMs = from + 25 * HOUR_MS
    await expect.poll(async () => (await detail(ann, by.id)).execution).toBe('expired')
  })

  it('what it is based on has changed: it fails, and the author may mend it', async () => {
    const begun = await begin()
    const { ann, approved, approvals, world, effects } = begun
    await approvals.start()
    const request = await approved()
    world.base = '2'
    await execute(ann, request)
    const seen = await ended(begun, request.id)
    expect(seen).toMatchObject({
      execution: 'failed',
      run: { code: 'approval_base_changed' },
      may: { revise: true },
    })
    expect(await effects()).toEqual([])
  })

  it('of two requests on one object the first is executed, the second fails on its base', async () => {
    const begun = await begin()
    const { ann, approved, approvals, world, effects } = begun
    world.afterWrite = async () => {
      world.base = String(Number(world.base) + 1)
    }
    await approvals.start()
    const first = await approved({ what: 'first', object: 'x' })
    const second = await approved({ what: 'second', object: 'x' })
    await execute(ann, first)
    await ended(begun, first.id)
    await execute(ann, second)
    expect((await ended(begun, second.id)).run.code).toBe('approval_base_changed')
    expect(await effects()).toEqual([{ what: 'first', by: 'ann' }])
  })

  it.each([
    ['an approver lost the right', 'id-bob', 'approval_votes_lost'],
    ['the author lost the right', 'id-ann', 'forbidden'],
  ])('%s between vote and execution: nothing is done', async (_what, who, code) => {
    const begun = await begin()
    const { ann, approved, approvals, people, effects } = begun
    await approvals.start()
    const request = await approved()
    const holder = people.get(who)!
    people.set(who, { ...holder, grants: [grants.author[0]!].filter(() => who === 'id-bob') })
    await execute(ann, request)
    const seen = await ended(begun, request.id)
    expect([seen.execution, seen.run.code]).toEqual(['failed', code])
    expect(await effects()).toEqual([])
  })

  it('a delegate who lost the right since is no approver: nothing is done', async () => {
    const begun = await begin()
    const { ann, bob, signIn, submit, proven, clock, approvals, people, effects } = begun
    const cat = signIn('cat', grants.approver)
    const times = { fromAt: clock.nowMs, toAt: clock.nowMs + HOUR_MS, reason: 'on leave' }
    await proven(() => bob.post('/platform/approvals/delegations/save', { to: 'cat', ...times }))
    const { id, hash } = (await submit(ann)).body.data
    const vote = { id, hash, decision: 'approve', onBehalfOf: 'id-bob' }
    expect((await cat.post('/platform/approvals/vote', vote)).http).toBe(200)
    people.set('id-cat', { ...people.get('id-cat')!, grants: [] })
    await execute(ann, { id, hash })
    await approvals.start()
    expect((await ended(begun, id)).run.code).toBe('approval_votes_lost')
    expect(await effects()).toEqual([])
  })

  it('an account of the author’s own, found out later, is no second person', async () => {
    const begun = await begin()
    const { ann, approved, approvals, people, effects } = begun
    const request = await approved()
    people.set('id-bob', { ...people.get('id-bob')!, personId: 'id-ann' })
    await execute(ann, request)
    await approvals.start()
    expect((await ended(begun, request.id)).run.code).toBe('approval_votes_lost')
    expect(await effects()).toEqual([])
  })

  it('ends as its job does; a stop, or a veto, ends the job at its next row', async () => {
    const begun = await begin()
    const { ann, approved, approvals, jobs, cancelled, detail, signIn } = begun
    const job = (state: string, isOpen: boolean) => ({ state, isOpen, total: 10, done: 7, failed: 3 })
    jobs.set('job-1', job('running', true))
    jobs.set('job-2', job('running', true))
    await approvals.start()
    const first = await approved({ job: 'job-1' })
    await execute(ann, first)
    await expect.poll(async () => (await detail(ann, first.id)).run.jobId).toBe('job-1')
    jobs.set('job-1', job('partly_failed', false))
    const seen = await ended(begun, first.id)
    expect([seen.execution, seen.run.message]).toEqual(['partly_failed', 'cn:approvals.run.job 10 7 3'])
    const second = await approved({ what: 'gold', job: 'job-2' })
    await execute(ann, second)
    await expect.poll(async () => (await detail(ann, second.id)).run.jobId).toBe('job-2')
    const vic = signIn('vic', grants.vetoer)
    const veto = { id: second.id, hash: second.hash, reason: 'stop it' }
    expect((await vic.post('/platform/approvals/veto', veto)).body.data).toEqual({ status: 4 })
    expect(cancelled).toContain('job-2')
    jobs.set('job-2', job('cancelled', false))
    expect(await ended(begun, second.id)).toMatchObject({ status: 4, execution: 'cancelled' })
  })

  it('[S4.14] ends with what the job came to for people, and each reader is told in their own language', async () => {
    const begun = await begin()
    const { ann, approved, approvals, jobs, results, detail, told } = begun
    // One chunk of 151 players went through as a row, and one of them did not get it.
    jobs.set('job-1', { state: 'succeeded', isOpen: false, total: 1, done: 1, failed: 0 })
    const words = { key: 'mail.result.players', params: { total: { quantity: '151' }, unknown: 1 } }
    results.set('job-1', { words, isWhole: false })
    await approvals.start()
    const request = await approved({ job: 'job-1' })
    await execute(ann, request)
    expect(await ended(begun, request.id)).toMatchObject({
      execution: 'partly_failed',
      run: { message: 'cn:mail.result.players 151 1' },
    })
    const headers = { lang: 'en' }
    const { body } = await ann.post<Awaited<ReturnType<typeof detail>>>(
      '/platform/approvals/get',
      { id: request.id },
      headers,
    )
    expect(body.data.run.message).toBe('en:mail.result.players 151 1')
    expect(body.data.timeline.find(({ what }) => what === 'partly_executed')?.detail).toBe(
      'en:mail.result.players 151 1',
    )
    expect(told.at(-1)?.notice.params).toMatchObject({ message: { text: 'mail.result.players' } })
  })

  it('why it failed is told to each reader in their own language', async () => {
    const begun = await begin()
    const { ann, approved, approvals, people, told } = begun
    const request = await approved()
    people.set('id-bob', { ...people.get('id-bob')!, personId: 'id-ann' })
    await execute(ann, request)
    await approvals.start()
    expect((await ended(begun, request.id)).run.message).toBe('cn:approval_votes_lost')
    const { body } = await ann.post<Awaited<ReturnType<Begun['detail']>>>(
      '/platform/approvals/get',
      { id: request.id },
      { lang: 'tr' },
    )
    const detail = body.data.timeline.find(({ what }) => what === 'failed')?.detail
    expect([body.data.run.message, detail]).toEqual(['tr:approval_votes_lost', 'tr:approval_votes_lost'])
    expect(told.at(-1)?.notice.params).toMatchObject({ message: { texts: { de: 'de:approval_votes_lost' } } })
  })

  it('stopped before it begins it does not begin', async () => {
    const begun = await begin()
    const { ann, approved, approvals, effects, detail } = begun
    const request = await approved()
    await execute(ann, request)
    const stop = await ann.post('/platform/approvals/stop', { id: request.id, reason: 'not now' })
    expect(stop.http).toBe(200)
    await approvals.start()
    expect((await ended(begun, request.id)).execution).toBe('cancelled')
    expect(await effects()).toEqual([])
    const other = await approved({ what: 'gold' })
    await ann.post('/platform/approvals/stop', { id: other.id, reason: 'not at all' })
    expect((await detail(ann, other.id)).execution).toBe('cancelled')
  })

  it('two nodes execute it once', async () => {
    const begun = await begin()
    const { ann, approved, anyStore, effects, detail } = begun
    const other = await node(anyStore)
    const requests = []
    for (let at = 0; at < 6; at++) requests.push(await approved({ what: `gift ${at}` }))
    await Promise.all([begun.approvals.start(), other.approvals.start()])
    await Promise.all(requests.map((request) => execute(ann, request)))
    for (const { id } of requests) {
      await expect.poll(async () => (await detail(ann, id)).execution).toBe('succeeded')
    }
    const done = (await effects()).map(({ what }) => what).toSorted()
    expect(done).toEqual([0, 1, 2, 3, 4, 5].map((at) => `gift ${at}`))
  })

  it.each([
    ['without a key it is not tried again', {}],
    ['with a key it is tried again under the same one', { idempotencyKey: 'key-00001', job: 'job-1' }],
  ])('cut off after its write, another node goes on and does nothing twice: %s', async (_what, body) => {
    let isCut = true
    const begun = await begin({
      timing: { leaseMs: 300 },
      give: {
        async afterWrite() {
          // The node hangs, and is gone before it could say how it ended.
          if (isCut) await new Promise(() => undefined)
        },
      },
    })
    const { ann, approved, anyStore, effects, store } = begun
    const request = await approved(body)
    await execute(ann, request)
    await begun.approvals.start()
    await expect.poll(effects).toEqual([{ what: 'gems', by: 'ann' }])
    // Its lease is somebody else's from now on, as after a death.
    await store.write(async (tx) => {
      await tx.deleteFrom('lease' as never).execute()
    })
    isCut = false
    const other = await node(anyStore, { timing: { leaseMs: 300 } })
    const done = { state: 'succeeded', isOpen: false, total: 1, done: 1, failed: 0 }
    for (const { jobs } of [begun, other]) jobs.set('job-1', done)
    await other.approvals.start()
    expect((await ended(begun, request.id)).execution).toBe('succeeded')
    expect((await begun.detail(ann, request.id)).run.jobId).toBe('job' in body ? 'job-1' : null)
    expect(await effects()).toEqual([{ what: 'gems', by: 'ann' }])
  })

  it('an emergency override is told to all, done at once, and reviewed by somebody else', async () => {
    const begun = await begin()
    const { ann, bob, approvals, submit, signIn, proven, effects, told, clock, detail } = begun
    await approvals.start()
    const answer = await submit(ann)
    const { id, hash } = answer.body.data
    const bea = signIn('bea', grants.bypasser)
    const override = (as: Begun['ann']) =>
      as.post('/platform/approvals/override', { id, hash, reason: 'the shop gives everything away' })
    expect(codeOf(await override(bob))).toBe('forbidden')
    expect(codeOf(await override(bea))).toBe('step_up_needed')
    expect((await proven(() => override(bea))).http).toBe(200)
    const notice = told.find(({ notice: each }) => each.kind.name === 'approvals.overridden')
    expect(notice?.to).toEqual(expect.arrayContaining(['id-bob', 'id-ann']))
    const seen = await ended(begun, id)
    expect(seen).toMatchObject({
      isOverride: true,
      execution: 'succeeded',
      override: { by: { id: 'id-bea' } },
    })
    expect(await effects()).toEqual([{ what: 'gems', by: 'ann' }])
    const report = async (month: string) =>
      (await bob.post<{ list: object[]; overdue: number }>('/platform/approvals/overrides', { month })).body
        .data
    expect(await report('2026-11')).toMatchObject({ list: [{ id, reviewedBy: null }], overdue: 0 })
    expect((await report('2026-10')).list).toEqual([])
    clock.nowMs += 25 * HOUR_MS
    expect((await report('2026-11')).overdue).toBe(1)
    const review = (as: Begun['ann']) =>
      as.post('/platform/approvals/overrides/review', { id, note: 'it was right' })
    expect(codeOf(await review(ann))).toBe('forbidden')
    expect((await detail(bob, id)).may.review).toBe(true)
    expect((await review(bob)).http).toBe(200)
    expect(codeOf(await review(bob))).toBe('approval_override_reviewed')
    expect(await report('2026-11')).toMatchObject({ list: [{ reviewedBy: { id: 'id-bob' } }], overdue: 0 })
  })

  it('policies, and whether approvals are on, change only when somebody else has approved it', async () => {
    const begun = await begin()
    const { approvals, signIn, bob, proven, detail, ann } = begun
    await approvals.start()
    const pat = signIn('pat', grants.policies)
    const off = { isOn: false, version: 1, reason: 'too slow' }
    const turnOff = await pat.post('/platform/approvals/settings/save', off)
    expect(codeOf(turnOff)).toBe('approval_required')
    const handedIn = await pat.postText<{ id: string; hash: string }>(
      '/platform/approvals/submit',
      { route: 'POST /platform/approvals/settings/save', input: { body: off }, reason: 'too slow' },
      '',
    )
    const { id, hash } = handedIn.body.data
    const vote = (as: Begun['ann']) => as.post('/platform/approvals/vote', { id, hash, decision: 'approve' })
    expect(codeOf(await vote(pat))).toBe('forbidden')
    expect((await vote(bob)).http).toBe(200)
    await execute(pat, { id, hash })
    await expect.poll(async () => (await detail(pat, id)).execution).toBe('succeeded')
    expect((await ann.post('/platform/test/give', { lineId: LINE, what: 'gems' })).http).toBe(200)
    // Off, a policy is saved with a proof alone.
    const scope = 'lantern/northwind/northwind-test'
    const policy = aPolicy({ match: { ...aPolicy().match, scopes: [scope] } })
    const saved = await proven(() =>
      pat.post('/platform/approvals/policies/save', { version: 0, policy, reason: 'new' }),
    )
    expect(saved.http).toBe(200)
    const groups = [{ name: 'Review', need: 1, groups: ['nobody'] }]
    const wrong = { version: 0, policy: aPolicy({ stages: groups }), reason: 'new' }
    expect(codeOf(await pat.post('/platform/approvals/policies/save', wrong))).toBe('approval_policy_group')
    const list = await ann.post<{ list: object[] }>('/platform/approvals/policies', {})
    const places = [{ scope, placeName: ['Lantern', 'Northwind', 'Test'] }]
    expect(list.body.data).toMatchObject({ isOn: false, mayEdit: false, places })
    expect(list.body.data.list).toHaveLength(2)
  })
})
