import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, it } from 'vitest'
import type { RouteReply } from '@qd/contract-kit'
import type { approvalApprovers } from '../contract/index.ts'
import { HOUR_MS, LINE, aPolicy, approvalsWorld, grants, worldMigrations } from './testing/index.ts'
import type { ApprovalsWorld } from './testing/index.ts'

describeOnBothDatabases('votes on requests', worldMigrations, (open) => {
  const begin = async (...policies: Parameters<ApprovalsWorld['seed']>) => {
    const world = approvalsWorld(await open())
    await world.seed(...(policies.length === 0 ? [aPolicy()] : policies))
    const ann = world.signIn('ann', grants.author)
    const bob = world.signIn('bob', grants.approver)
    const cat = world.signIn('cat', grants.approver)
    const submitted = async (body: object = {}, as = ann) => {
      const answer = await world.submit(as, body)
      if (answer.http !== 200) throw new Error(answer.raw)
      return answer.body.data
    }
    return { ...world, ann, bob, cat, submitted }
  }
  type Speaker = Awaited<ReturnType<typeof begin>>['ann']
  const vote = (as: Speaker, { id, hash }: { id: string; hash: string }, more: object = {}) =>
    as.post<{ status: number }>('/platform/approvals/vote', { id, hash, decision: 'approve', ...more })
  const codeOf = (answer: { body: { err?: { code: string } } }) => answer.body.err?.code
  const twoStages = aPolicy({
    stages: [
      { name: 'Live', need: 1, groups: ['g-live'] },
      { name: 'Risk', need: 1, groups: ['g-risk'] },
    ],
  })

  it('the two-person rule is about people: no second account, no token, no administrator is exempt', async () => {
    const { signIn, submitted, store, detail } = await begin()
    const owner = signIn('owner', grants.everything, { personId: 'person-1' })
    const second = signIn('second', grants.everything, { personId: 'person-1' })
    const token = signIn('token', grants.everything, { personId: 'person-1', kind: 'token' })
    const request = await submitted({}, owner)
    for (const as of [owner, second]) expect(codeOf(await vote(as, request))).toBe('approval_own')
    // No program decides, whoever it belongs to.
    expect(codeOf(await vote(token, request))).toBe('own_session_required')
    expect((await detail(second, request.id)).whyNot).toBe('same_person')
    const byToken = await submitted({ what: 'gold' }, token)
    expect(codeOf(await vote(owner, byToken))).toBe('approval_own')
    expect(await store.read.selectFrom('approval_vote').selectAll().execute()).toEqual([])
  })

  it('stages ask their groups one after the other; nobody passes two', async () => {
    const { bob, cat, submitted, groupsOf, told, detail } = await begin(twoStages)
    groupsOf.set('id-bob', ['g-live', 'g-risk'])
    groupsOf.set('id-cat', ['g-risk'])
    const request = await submitted()
    expect(told.at(-1)?.to).toEqual(['id-bob'])
    expect(codeOf(await vote(cat, request))).toBe('approval_not_asked')
    expect((await vote(bob, request)).body.data.status).toBe(2)
    expect(told.at(-1)?.to).toEqual(['id-cat'])
    expect(codeOf(await vote(bob, request))).toBe('approval_voted')
    expect((await vote(cat, request)).body.data.status).toBe(5)
    expect(codeOf(await vote(cat, request))).toBe('approval_state_changed')
    const { policy, votes } = await detail(bob, request.id)
    expect(policy.stages.map(({ state, groups }) => [state, groups])).toEqual([
      ['passed', ['Live operations']],
      ['passed', ['Risk']],
    ])
    expect(votes.map(({ stage, by }) => [stage, by.id])).toEqual([
      [1, 'id-bob'],
      [2, 'id-cat'],
    ])
  })

  it('a vote and what it brings about stand at the same moment, however slow the store is', async () => {
    const clock = { nowMs: Date.UTC(2026, 10, 25, 9) }
    const world = approvalsWorld(await open(), { nowMs: () => (clock.nowMs += 1) })
    await world.seed(aPolicy())
    const [ann, bob] = [world.signIn('ann', grants.author), world.signIn('bob', grants.approver)]
    const request = (await world.submit(ann)).body.data
    expect((await vote(bob, request)).body.data.status).toBe(5)
    const { timeline, votes } = await world.detail(bob, request.id)
    expect(timeline.find(({ what }) => what === 'approved')?.at).toBe(votes[0]?.at)
  })

  it('before anything is handed in it is told who would decide, stage by stage and without the asker', async () => {
    const { ann, bob, signIn, groupsOf, store } = await begin(twoStages)
    groupsOf.set('id-bob', ['g-live', 'g-risk'])
    groupsOf.set('id-cat', ['g-risk'])
    const ask = (as: Speaker, more: object = {}) =>
      as.post<RouteReply<typeof approvalApprovers>>('/platform/approvals/approvers', {
        lineId: LINE,
        type: 'test.give',
        risk: 'R2',
        value: { rows: 1, worth: { atLeast: '10', isComplete: true } },
        effects: { known: ['items'], isComplete: true },
        ...more,
      })
    const stages = async (as: Speaker) =>
      (await ask(as)).body.data.policy?.stages.map(({ name, groups, people }) => [
        name,
        groups,
        people.map(({ id }) => id),
      ])
    expect(await stages(ann)).toEqual([
      ['Live', ['Live operations'], ['id-bob']],
      ['Risk', ['Risk'], ['id-bob', 'id-cat']],
    ])
    expect(await stages(bob)).toEqual([
      ['Live', ['Live operations'], []],
      ['Risk', ['Risk'], ['id-cat']],
    ])
    const other = signIn('other', [{ ...grants.author[0]!, codes: ['players.see'] }])
    expect(codeOf(await ask(other))).toBe('forbidden')
    expect((await ask(ann, { lineId: 'nowhere' })).http).toBe(404)
    expect((await ask(ann, { value: { rows: -1, worth: { atLeast: 'x', isComplete: true } } })).http).toBe(
      400,
    )
    await store.write((tx) => tx.updateTable('approval_settings').set({ is_on: 0 }).execute())
    expect((await ask(ann)).body.data.policy).toBeNull()
  })

  it('an approver holds the right at every place, and their grant counts at the vote', async () => {
    const { signIn, submitted } = await begin()
    const request = await submitted()
    const [held] = grants.approver
    const elsewhere = signIn('eve', [{ ...held!, scope: 'lantern/other' }, grants.author[0]!])
    expect(codeOf(await vote(elsewhere, request))).toBe('approval_not_asked')
    const inTest = signIn('tim', [{ ...held!, environment: 'test' }, grants.author[0]!])
    expect(codeOf(await vote(inTest, request))).toBe('approval_not_asked')
    const none = signIn('sue', grants.author)
    expect(codeOf(await vote(none, request))).toBe('forbidden')
  })

  it('R4 takes a step-up proof for this very hash', async () => {
    const { bob, submitted, proven, proofs, detail } = await begin()
    const first = await submitted({ risk: 'R4' })
    const second = await submitted({ risk: 'R4', what: 'gold' })
    const asked = await vote(bob, first)
    expect(codeOf(asked)).toBe('step_up_needed')
    const { stepUp } = (asked.body.err?.details ?? {}) as { stepUp?: { action: string } }
    proofs.add(stepUp?.action ?? '')
    // The proof for one hash opens no other.
    expect(codeOf(await vote(bob, second))).toBe('step_up_needed')
    expect((await vote(bob, first)).body.data.status).toBe(5)
    expect((await detail(bob, first.id)).votes).toMatchObject([{ proof: 'code', hash: first.hash }])
    expect((await proven(() => vote(bob, second))).http).toBe(200)
  })

  it('a rejection says why and sends it back; a veto ends it and blocks the same content for 30 days', async () => {
    const { ann, bob, signIn, submitted, submit, clock, told, detail } = await begin()
    const request = await submitted({ idempotencyKey: 'key-00001' })
    expect(codeOf(await vote(bob, request, { decision: 'reject' }))).toBe('reason_required')
    expect((await vote(bob, request, { decision: 'reject', reason: 'too much' })).body.data.status).toBe(3)
    expect(told.at(-1)).toMatchObject({ to: ['id-ann'], notice: { params: { reason: 'too much' } } })
    expect((await detail(ann, request.id)).may).toMatchObject({ revise: true, execute: false })
    const second = await submitted({ idempotencyKey: 'key-00002' })
    const vic = signIn('vic', grants.vetoer)
    const veto = (as: Speaker) =>
      as.post('/platform/approvals/veto', { id: second.id, hash: second.hash, reason: 'never' })
    expect(codeOf(await veto(bob))).toBe('forbidden')
    expect((await veto(vic)).body.data).toEqual({ status: 4 })
    expect((await detail(ann, second.id)).may).toMatchObject({ revise: false })
    // Another key makes no other content.
    const again = await submit(ann, { idempotencyKey: 'key-00003' })
    expect(codeOf(again)).toBe('approval_vetoed_before')
    expect(JSON.stringify(again.body)).toMatch(/2026-11-25 09:00 UTC.*2026-12-25 09:00 UTC/)
    expect((await submit(ann, { idempotencyKey: 'key-00003', what: 'gold' })).http).toBe(200)
    clock.nowMs += 30 * 24 * HOUR_MS
    expect((await submit(ann, { idempotencyKey: 'key-00004' })).http).toBe(200)
  })

  it('of two approvers at once both count where two are needed, and one where one is', async () => {
    const two = await begin(aPolicy({ stages: [{ name: 'Review', need: 2, groups: [] }] }))
    const request = await two.submitted()
    const both = await Promise.all([vote(two.bob, request), vote(two.cat, request)])
    expect(both.map(({ body }) => body.data.status).toSorted()).toEqual([1, 5])
    const one = await begin()
    const single = await one.submitted()
    const answers = await Promise.all([vote(one.bob, single), vote(one.cat, single)])
    expect(answers.map((answer) => codeOf(answer) ?? 'ok').toSorted()).toEqual([
      'approval_state_changed',
      'ok',
    ])
    expect((await one.detail(one.bob, single.id)).votes).toHaveLength(1)
  })

  it('one person votes once, also with two accounts at once', async () => {
    const { signIn, submitted, detail, ann } = await begin(
      aPolicy({ stages: [{ name: 'Review', need: 2, groups: [] }] }),
    )
    const dora = signIn('dora', grants.approver, { personId: 'person-2' })
    const again = signIn('again', grants.approver, { personId: 'person-2' })
    const request = await submitted()
    const answers = await Promise.all([vote(dora, request), vote(again, request)])
    expect(answers.map((answer) => codeOf(answer) ?? 'ok').toSorted()).toEqual(['approval_voted', 'ok'])
    expect((await detail(ann, request.id)).status).toBe(1)
  })

  it('a delegate decides for somebody while that lasts, never for the author, and passes nothing on', async () => {
    const { ann, bob, cat, signIn, submitted, groupsOf, proven, clock, detail } = await begin(
      aPolicy({ stages: [{ name: 'Live', need: 1, groups: ['g-live'] }] }),
    )
    groupsOf.set('id-bob', ['g-live'])
    const delegate = (as: Speaker, to: string, more: object = {}) =>
      proven(() =>
        as.post('/platform/approvals/delegations/save', {
          to,
          fromAt: clock.nowMs,
          toAt: clock.nowMs + HOUR_MS,
          reason: 'on leave',
          ...more,
        }),
      )
    expect(codeOf(await delegate(bob, 'cat', { fromAt: 9e15, toAt: 9e15 + 1 }))).toBe('field_invalid')
    expect(codeOf(await delegate(bob, 'ann'))).toBe('approval_delegate_unknown')
    expect(codeOf(await delegate(bob, 'nobody'))).toBe('approval_delegate_unknown')
    expect(codeOf(await delegate(bob, 'bob'))).toBe('approval_delegation_invalid')
    expect(codeOf(await delegate(bob, 'cat', { toAt: clock.nowMs }))).toBe('approval_delegation_invalid')
    expect((await delegate(bob, 'cat')).http).toBe(200)
    const dan = signIn('dan', grants.approver)
    expect((await delegate(cat, 'dan')).http).toBe(200)
    const request = await submitted()
    expect(codeOf(await vote(cat, request))).toBe('approval_not_asked')
    const offered = await detail(cat, request.id)
    expect(offered.may.approve).toBe(true)
    expect([offered.voices.map(({ id }) => id), offered.whyNot]).toEqual([['id-bob'], 'not_in_group'])
    expect((await detail(bob, request.id)).voices.map(({ id }) => id)).toEqual(['id-bob'])
    expect((await detail(dan, request.id)).voices).toEqual([])
    expect(codeOf(await vote(dan, request, { onBehalfOf: 'id-bob' }))).toBe('forbidden')
    expect((await vote(cat, request, { onBehalfOf: 'id-bob' })).body.data.status).toBe(5)
    expect((await detail(ann, request.id)).votes).toMatchObject([
      { by: { id: 'id-cat' }, onBehalfOf: { id: 'id-bob' } },
    ])
    const late = await submitted({ what: 'gold' })
    clock.nowMs += HOUR_MS
    expect(codeOf(await vote(cat, late, { onBehalfOf: 'id-bob' }))).toBe('forbidden')
  })

  it('names for whom a vote would count: oneself, and each who delegated and has a say left', async () => {
    const { ann, bob, cat, signIn, submitted, proven, people, clock, detail } = await begin(
      aPolicy({ stages: [{ name: 'Review', need: 2, groups: [] }] }),
    )
    // Ann may approve too, yet not what is their own.
    signIn('ann', [...grants.author, ...grants.approver])
    const dan = signIn('dan', grants.approver)
    const times = { fromAt: clock.nowMs, toAt: clock.nowMs + HOUR_MS, reason: 'on leave' }
    for (const from of [ann, bob, dan]) {
      const made = await proven(() =>
        from.post('/platform/approvals/delegations/save', { to: 'cat', ...times }),
      )
      expect(made.http).toBe(200)
    }
    const request = await submitted()
    const voices = async () => (await detail(cat, request.id)).voices.map(({ id }) => id)
    expect(await voices()).toEqual(['id-cat', 'id-bob', 'id-dan'])
    await vote(dan, request)
    expect(await voices()).toEqual(['id-cat', 'id-bob'])
    // Bob has left: nobody decides for them.
    people.delete('id-bob')
    expect(await voices()).toEqual(['id-cat'])
    // Without the right to approve the call refuses every name.
    signIn('cat', [{ ...grants.approver[0]!, codes: ['approvals.see'] }])
    const without = await detail(cat, request.id)
    expect([without.voices, without.may.approve, without.whyNot]).toEqual([[], false, 'no_right'])
  })

  it('decides on several at once: each by its own hash and with its own result, R4 and what is one’s own left out', async () => {
    const { bob, ann, cat, signIn, submitted, store, auditRows, proofs, detail } = await begin()
    signIn('ann', [...grants.author, ...grants.approver])
    const first = await submitted()
    const heavy = await submitted({ what: 'gold', risk: 'R4' })
    const changed = await submitted({ what: 'wood' })
    const last = await submitted({ what: 'iron' })
    const many = (as: Speaker, votes: object[], more: object = {}) =>
      as.post<{ results: { id: string; status: number | null; code: string; msg: string }[] }>(
        '/platform/approvals/voteMany',
        { votes, decision: 'approve', ...more },
      )
    const votes = [
      first,
      heavy,
      { ...changed, hash: first.hash },
      { ...last, id: 'no-such' },
      last,
      last,
    ].map(({ id, hash }) => ({ id, hash }))
    const seen = await many(bob, votes)
    expect(seen.body.data.results.map(({ status, code }) => code || status)).toEqual([
      5,
      'approval_alone',
      'approval_revision_changed',
      'approval_not_found',
      5,
      'approval_state_changed',
    ])
    expect(seen.body.data.results[1]?.msg).toContain('approval_alone')
    expect(proofs.size).toBe(0)
    expect(await store.read.selectFrom('approval_vote').select('request_id').execute()).toHaveLength(2)
    // Each vote has the row it has by itself.
    const rows = auditRows.filter(({ entry }) => entry?.action === 'approvals.vote')
    expect(rows.map(({ kind, entry }) => [kind, entry?.target, entry?.detail['number'] ?? 0])).toEqual([
      ['commit', first.id, 1],
      ['refused', heavy.id, 0],
      ['refused', changed.id, 0],
      ['refused', 'no-such', 0],
      ['commit', last.id, 4],
      ['refused', last.id, 0],
    ])
    const own = await many(ann, [changed])
    expect(own.body.data.results[0]?.code).toBe('approval_own')
    // A rejection takes no proof, and always a reason.
    const open = [heavy, changed].map(({ id, hash }) => ({ id, hash }))
    expect(codeOf(await many(cat, open, { decision: 'reject' }))).toBe('reason_required')
    const back = await many(cat, open, { decision: 'reject', reason: 'too much' })
    expect(back.body.data.results.map(({ status }) => status)).toEqual([3, 3])
    expect((await detail(ann, heavy.id)).votes).toMatchObject([{ decision: 'reject', reason: 'too much' }])
    expect(codeOf(await many(signIn('sue', grants.author), open))).toBe('forbidden')
    const token = signIn('token', grants.approver, { kind: 'token' })
    expect(codeOf(await many(token, open))).toBe('own_session_required')
  })

  it('a delegation is listed to both, and either ends it', async () => {
    const { bob, cat, ann, proven, clock } = await begin()
    const times = { fromAt: clock.nowMs, toAt: clock.nowMs + HOUR_MS, reason: 'on leave' }
    const made = await proven(() =>
      bob.post<{ id: string }>('/platform/approvals/delegations/save', { to: 'cat', ...times }),
    )
    const { id } = made.body.data
    const list = async (as: Speaker) =>
      (await as.post<{ list: object[] }>('/platform/approvals/delegations', {})).body.data.list
    expect(await list(bob)).toMatchObject([{ id, isMine: true, isActive: true, to: { id: 'id-cat' } }])
    const asked = await bob.post<{ people: { username: string }[] }>('/platform/approvals/delegations', {})
    // Only others who decide, and not the author of requests.
    expect(asked.body.data.people.map(({ username }) => username)).toContain('cat')
    expect(asked.body.data.people.map(({ username }) => username)).not.toContain('bob')
    expect(asked.body.data.people.map(({ username }) => username)).not.toContain('ann')
    expect(await list(cat)).toMatchObject([{ id, isMine: false }])
    expect(codeOf(await ann.post('/platform/approvals/delegations', {}))).toBe('forbidden')
    const end = (as: Speaker) => as.post('/platform/approvals/delegations/end', { id })
    expect((await end(cat)).http).toBe(200)
    expect(codeOf(await end(bob))).toBe('approval_delegation_not_found')
    expect(await list(bob)).toMatchObject([{ isActive: false }])
  })
})
