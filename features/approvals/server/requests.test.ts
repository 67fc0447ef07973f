import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, it, vi } from 'vitest'
import type { ApprovalView, ListedApproval } from '../contract/index.ts'
import { HOUR_MS, LINE, aPolicy, approvalsWorld, grants, worldMigrations } from './testing/index.ts'
import type { ApprovalsWorld } from './testing/index.ts'

describeOnBothDatabases('requests for approval', worldMigrations, (open) => {
  const begin = async (...policies: Parameters<ApprovalsWorld['seed']>) => {
    const world = approvalsWorld(await open())
    await world.seed(...(policies.length === 0 ? [aPolicy()] : policies))
    const ann = world.signIn('ann', grants.author)
    const bob = world.signIn('bob', grants.approver)
    const submitted = async (body: object = {}, more: object = {}) => {
      const answer = await world.submit(ann, body, more)
      if (answer.http !== 200) throw new Error(answer.raw)
      return answer.body.data
    }
    const give = (body: object = {}) =>
      ann.post('/platform/test/give', { lineId: LINE, what: 'gems', ...body })
    return { ...world, ann, bob, submitted, give }
  }
  type Begun = Awaited<ReturnType<typeof begin>>
  const vote = (as: Begun['bob'], { id, hash }: { id: string; hash: string }, more: object = {}) =>
    as.post<{ status: number }>('/platform/approvals/vote', { id, hash, decision: 'approve', ...more })
  const codeOf = (answer: { body: { err?: { code: string } } }) => answer.body.err?.code

  it('[S4.14] a gated call is refused with its policy, and handed in it becomes a request', async () => {
    const { ann, bob, give, submitted, detail, effects, told, auditRows } = await begin()
    const refused = await give()
    expect([refused.http, codeOf(refused)]).toEqual([428, 'approval_required'])
    expect(refused.body.err?.details).toMatchObject({ type: 'test.give', policy: { name: 'Economy' } })
    const request = await submitted()
    expect(request).toMatchObject({ number: 1, replayed: false, conflicts: 0 })
    expect(auditRows.at(-1)).toMatchObject({
      kind: 'commit',
      entry: { action: 'approvals.submit', detail: { approval: request.id, hash: request.hash } },
    })
    expect(told).toMatchObject([
      { notice: { kind: { name: 'approvals.toDecide' }, params: { number: 1 } }, to: ['id-bob'] },
    ])
    const seen = await detail(bob, request.id)
    expect(seen).toMatchObject({
      status: 1,
      execution: 'none',
      title: 'Give gems',
      hash: request.hash,
      reason: 'ticket 7',
      environment: 'production',
      preview: [{ kind: 'facts', rows: [{ label: 'What', value: 'gems' }] }],
      bases: [{ key: 'stock', label: 'The stock', version: '1' }],
      policy: { name: 'Economy', stages: [{ name: 'Review', need: 1, have: 0, state: 'current' }] },
      excluded: [{ person: { id: 'id-ann' }, why: 'author' }],
      may: { approve: true, reject: true, veto: false, execute: false },
    })
    expect((await detail(ann, request.id)).whyNot).toBe('author')
    expect(await effects()).toEqual([])
  })

  it('a copy of what is open is that request; another one on the same object is warned of', async () => {
    const { submitted, detail, ann } = await begin()
    const first = await submitted({ object: 'x' })
    expect(await submitted({ object: 'x' })).toMatchObject({ id: first.id, replayed: true })
    const second = await submitted({ what: 'gold', object: 'x' })
    expect(second).toMatchObject({ replayed: false, conflicts: 1, number: 2 })
    expect((await detail(ann, first.id)).conflicting).toMatchObject([{ id: second.id, number: 2 }])
  })

  it('a request about a player is in conflict with each whose list holds the player, of the same game alone', async () => {
    const { ann, submitted, detail, store } = await begin()
    const hand = (what: string, object: string) => submitted({ what, object })
    /** As of a call with a list, whose text is stored in parts. */
    const listed = async (what: string, object: string, parts: string[]) => {
      const request = await hand(what, object)
      const rows = parts.map((body, part) => ({ request_id: request.id, revision: 1, part, body }))
      await store.write((tx) => tx.insertInto('approval_text').values(rows).execute())
      return request
    }
    const list = await listed('list', 'players:lantern:abc', ['12\n', ' 007\n345'])
    const far = await listed('far list', 'players:other:abc', ['7'])
    expect(await hand('one', 'player:lantern:7')).toMatchObject({ conflicts: 1 })
    expect(await hand('part of a number', 'player:lantern:34')).toMatchObject({ conflicts: 0 })
    expect(await hand('other game', 'player:other:7')).toMatchObject({ conflicts: 1 })
    expect((await detail(ann, list.id)).conflicting.map(({ title }) => title)).toEqual(['Give one'])
    expect((await detail(ann, far.id)).conflicting.map(({ title }) => title)).toEqual(['Give other game'])
  })

  it('handed in many times at the same moment it is one request, and no number is lost', async () => {
    const { submitted, told } = await begin()
    const all = await Promise.all(Array.from({ length: 8 }, () => submitted({ object: 'x' })))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(told).toHaveLength(1)
    expect(await submitted({ what: 'gold', object: 'y' })).toMatchObject({ number: 2 })
  })

  it.each([
    ['from', { from: 9e15, to: null, auto: true }],
    ['to', { from: null, to: Number.MAX_SAFE_INTEGER, auto: true }],
  ])('a window with a moment that is none is refused at `%s`', async (end, window) => {
    const { ann, submit } = await begin()
    const answer = await submit(ann, {}, { window })
    expect([answer.http, codeOf(answer), answer.body.err?.field]).toEqual([
      400,
      'field_invalid',
      `window.${end}`,
    ])
  })

  it('an inbox tells of every request how many are on its objects, in as many queries as for one', async () => {
    const { submitted, bob, store } = await begin()
    const reads = vi.spyOn(store.read, 'selectFrom')
    const listed = async () => {
      reads.mockClear()
      const answer = await bob.post<{ list: { number: number; conflicts: number }[] }>(
        '/platform/approvals/list',
        { inbox: 'to_decide' },
      )
      const conflicts = answer.body.data.list.map((each) => [each.number, each.conflicts] as const)
      return { conflicts: Object.fromEntries(conflicts), queries: reads.mock.calls.length }
    }
    await submitted({ what: 'gift 1', object: 'x' })
    const { conflicts, queries } = await listed()
    expect(conflicts).toEqual({ 1: 0 })
    for (const [index, object] of ['x', 'y', 'x', 'z', 'y', 'x'].entries())
      await submitted({ what: `gift ${index + 2}`, object })
    expect(await listed()).toEqual({ conflicts: { 1: 3, 2: 3, 3: 1, 4: 3, 5: 0, 6: 1, 7: 3 }, queries })
  })

  it('[S4.14] what is handed in is tried: approvers read what was found, and what is refused then is no request', async () => {
    const { submitted, submit, ann, bob, detail, store, give } = await begin()
    const { id } = await submitted({ what: 'tried' })
    const checks = { kind: 'checks', rows: [{ state: 'warn', text: 'Nearly out of tried' }] }
    expect((await detail(bob, id)).preview.at(-1)).toEqual(checks)
    expect(codeOf(await submit(ann, { what: 'out of stock' }))).toBe('give_refused')
    expect(await store.read.selectFrom('approval_request').select('id').execute()).toHaveLength(1)
    // What is only refused for its approval is not tried.
    expect(codeOf(await give({ what: 'out of stock' }))).toBe('approval_required')
  })

  it.each([
    [{ what: 'refuse' }, 'give_refused'],
    [{ rows: 'many' }, 'field_invalid'],
    [{ lineId: 'nowhere' }, 'scope_forbidden'],
  ])('what the call itself would refuse is refused when it is handed in: %s', async (body, code) => {
    const { submit, signIn } = await begin()
    const carl = signIn('carl', [{ ...grants.author[0]!, scope: 'lantern/northwind/northwind-test' }])
    expect(codeOf(await submit(carl, body))).toBe(code)
  })

  it('what is too large to be handed in is refused with the limit, and nothing is kept of it', async () => {
    const { submit, ann, store } = await begin()
    const answer = await submit(ann, { what: 'x'.repeat(2_000_000) })
    expect([answer.http, codeOf(answer)]).toEqual([413, 'body_too_large'])
    expect(answer.raw).toContain('1.5 MiB')
    expect(await store.read.selectFrom('approval_request').select('id').execute()).toEqual([])
  })

  it('what no policy asks for is not handed in', async () => {
    const { submit, ann, give } = await begin(aPolicy({ match: { ...aPolicy().match, leastRisk: 'R3' } }))
    expect(codeOf(await submit(ann))).toBe('approval_not_needed')
    expect((await give()).http).toBe(200)
    expect(codeOf(await submit(ann, {}, { route: 'POST /platform/approvals/list' }))).toBe(
      'approval_not_gated',
    )
    expect((await submit(ann, { risk: 'R3' })).http).toBe(200)
  })

  it('[S2.31] what is to be decided begins with the riskiest, goes on part by part, and is narrowed', async () => {
    const { submitted, bob, clock } = await begin()
    const numbers = async (more: object = {}) => {
      const { body } = await bob.post<{ list: ApprovalView[]; next: number | null }>(
        '/platform/approvals/list',
        { inbox: 'to_decide', ...more },
      )
      return [body.data.list.map(({ number }) => number), body.data.next]
    }
    for (const [index, risk] of ['R2', 'R3', 'R4', 'R3'].entries()) {
      clock.nowMs += 60_000
      await submitted({ what: `gift ${index}`, risk })
    }
    expect(await numbers()).toEqual([[3, 2, 4, 1], null])
    expect(await numbers({ order: 'end' })).toEqual([[1, 2, 3, 4], null])
    expect(await numbers({ limit: 3 })).toEqual([[3, 2, 4], 3])
    expect(await numbers({ limit: 3, skip: 3 })).toEqual([[1], null])
    expect(await numbers({ risk: 'R3' })).toEqual([[2, 4], null])
    expect(await numbers({ environment: 'test' })).toEqual([[], null])
    expect(await numbers({ environment: 'production', type: 'test.give' })).toEqual([[3, 2, 4, 1], null])
    expect(await numbers({ type: 'test.other' })).toEqual([[], null])
    const { body } = await bob.post('/platform/approvals/list', { inbox: 'to_decide', risk: 'R9' })
    expect([codeOf({ body }), body.err?.field]).toEqual(['field_invalid', 'risk'])
  })

  it('lists are narrowed to one record and to what a call touches, and tell in brief what each does', async () => {
    const { submitted, ann, bob } = await begin()
    const first = await submitted({ what: 'gems', object: 'x' })
    const second = await submitted({ what: 'gold', object: 'y' })
    const list = async (as: Begun['ann'], more: object) => {
      const { body } = await as.post<{ list: ListedApproval[] }>('/platform/approvals/list', more)
      return body.data.list
    }
    const ids = (of: ListedApproval[]) => of.map(({ id }) => id)
    expect(ids(await list(ann, { inbox: 'mine', objects: ['x', 'z'] }))).toEqual([first.id])
    expect(ids(await list(ann, { inbox: 'mine', hint: '/nowhere' }))).toEqual([])
    expect(ids(await list(bob, { inbox: 'mine', objects: ['x'] }))).toEqual([])
    const brief = await list(bob, { inbox: 'to_decide', isBrief: true })
    expect(ids(brief).toSorted()).toEqual([first.id, second.id].toSorted())
    expect(brief.every((each) => (each.brief?.preview.length ?? 0) > 0)).toBe(true)
    expect(brief[0]?.brief?.places).toMatchObject([{ environment: 'production' }])
    expect((await list(bob, { inbox: 'to_decide' }))[0]).not.toHaveProperty('brief')
  })

  it('[S4.01] lists each inbox, counts them, and shows nothing to strangers', async () => {
    const { ann, bob, signIn, submitted, submit, anonymous } = await begin()
    const { id } = await submitted()
    const list = async (as: Begun['ann'], inbox: string, more: object = {}) => {
      const answer = await as.post<{ list: ApprovalView[] }>('/platform/approvals/list', { inbox, ...more })
      return answer.body.data.list.map((each) => each.id)
    }
    expect(await list(bob, 'to_decide')).toEqual([id])
    expect(await list(ann, 'to_decide')).toEqual([])
    expect(await list(ann, 'mine')).toEqual([id])
    expect(await list(bob, 'mine')).toEqual([])
    expect(await list(bob, 'all', { search: 'GEMS' })).toEqual([id])
    expect(await list(bob, 'all', { search: '#1' })).toEqual([id])
    expect(await list(bob, 'all', { search: 'gold' })).toEqual([])
    expect(await list(bob, 'all', { statuses: [5] })).toEqual([])
    expect(await list(bob, 'all', { environment: 'test' })).toEqual([])
    expect(await list(bob, 'all', { scope: 'lantern' })).toEqual([id])
    expect(await list(bob, 'all', { scope: 'other' })).toEqual([])
    const counts = async (as: Begun['ann']) => (await as.post('/platform/approvals/counts', {})).body.data
    expect(await counts(bob)).toEqual({ toDecide: 1, mine: 0, watching: 0, isOn: true })
    expect(await counts(ann)).toEqual({ toDecide: 0, mine: 1, watching: 0, isOn: true })
    const sue = signIn('sue', [])
    expect(await list(sue, 'all')).toEqual([])
    expect(codeOf(await sue.post('/platform/approvals/get', { id }))).toBe('approval_not_found')
    expect(codeOf(await anonymous.post('/platform/approvals/list', { inbox: 'all' }))).toBe(
      'session_required',
    )
    // Somebody who is to watch it sees it, whatever their rights.
    const { body } = await submit(ann, { what: 'gold' }, { watchers: ['id-sue'] })
    expect(await list(sue, 'watching')).toEqual([body.data.id])
    expect((await sue.post('/platform/approvals/get', { id: body.data.id })).http).toBe(200)
  })

  it('a long list goes on where the last answer ended', async () => {
    const { ann, submitted } = await begin()
    for (const what of ['a', 'b', 'c']) await submitted({ what })
    const page = (before?: number) =>
      ann.post<{ list: ApprovalView[]; next: number | null }>('/platform/approvals/list', {
        inbox: 'all',
        limit: 2,
        ...(before === undefined ? {} : { before }),
      })
    const first = (await page()).body.data
    expect(first.list.map((each) => each.number)).toEqual([3, 2])
    const second = (await page(first.next!)).body.data
    expect(second.list.map((each) => each.number)).toEqual([1])
    expect(second.next).toBeNull()
  })

  it('a new revision clears the votes and is approved anew; the old one stays to be compared', async () => {
    const two = aPolicy({ stages: [{ name: 'Review', need: 2, groups: [] }] })
    const { ann, bob, signIn, submitted, detail } = await begin(two)
    const first = await submitted()
    expect((await vote(bob, first)).body.data).toEqual({ status: 1 })
    const revise = (as: Begun['ann'], revision: number, what: string) =>
      as.postText<{ revision: number; hash: string }>(
        '/platform/approvals/revise',
        { id: first.id, revision, input: { body: { lineId: LINE, what } }, reason: 'mended' },
        '',
      )
    expect(codeOf(await revise(bob, 1, 'gold'))).toBe('forbidden')
    const { data: second } = (await revise(ann, 1, 'gold')).body
    expect(second.revision).toBe(2)
    expect(codeOf(await revise(ann, 1, 'gold'))).toBe('approval_revision_changed')
    expect(codeOf(await vote(bob, first))).toBe('approval_revision_changed')
    const cat = signIn('cat', grants.approver)
    expect((await vote(bob, { id: first.id, hash: second.hash })).body.data.status).toBe(1)
    expect((await vote(cat, { id: first.id, hash: second.hash })).body.data.status).toBe(5)
    const seen = await detail(ann, first.id)
    expect(seen.revisions.map((each) => each.hash)).toEqual([first.hash, second.hash])
    const compared = await ann.post('/platform/approvals/compare', { id: first.id, left: 1, right: 2 })
    expect(compared.body.data).toMatchObject({
      input: [{ path: 'body.what', left: '"gems"', right: '"gold"' }],
      more: 0,
    })
  })

  it('keys of servers are shown to nobody: their digest stands in for them', async () => {
    const { submitted, store, detail, ann } = await begin()
    const { id } = await submitted({ key: 'very-secret-key' })
    const revision = await store.read.selectFrom('approval_revision').selectAll().executeTakeFirstOrThrow()
    expect(revision.input).toMatch(/^sealed /)
    expect(JSON.stringify({ ...revision, input: '' })).not.toContain('very-secret-key')
    expect(revision.content).toContain('sha256:')
    expect(JSON.stringify(await detail(ann, id))).not.toContain('very-secret-key')
  })

  it('withdrawn it is a draft that only its author sees; watching and comments are for all who see it', async () => {
    const { ann, bob, submitted, detail, clock } = await begin()
    const { id } = await submitted()
    clock.nowMs += 1
    expect((await bob.post('/platform/approvals/comment', { id, text: 'why now?' })).http).toBe(200)
    expect((await bob.post('/platform/approvals/watch', { id, isWatched: true })).http).toBe(200)
    expect(await detail(bob, id)).toMatchObject({ isWatched: true, comments: [{ text: 'why now?' }] })
    expect((await bob.post('/platform/approvals/watch', { id, isWatched: false })).http).toBe(200)
    expect(codeOf(await bob.post('/platform/approvals/withdraw', { id }))).toBe('forbidden')
    expect((await ann.post('/platform/approvals/withdraw', { id })).http).toBe(200)
    expect(codeOf(await bob.post('/platform/approvals/get', { id }))).toBe('approval_not_found')
    expect((await detail(ann, id)).timeline.map(({ what }) => what)).toEqual(['submitted', 'withdrawn'])
  })

  it('nothing waits for ever: undecided it ends after the hours of its policy', async () => {
    const { ann, submitted, detail, clock, approvals, told } = await begin()
    const { id } = await submitted()
    clock.nowMs += 72 * HOUR_MS - 1
    await approvals.start()
    await expect.poll(async () => (await detail(ann, id)).execution).toBe('none')
    clock.nowMs += 1
    await expect.poll(async () => (await detail(ann, id)).execution).toBe('expired')
    expect(told.at(-1)).toMatchObject({
      notice: {
        kind: { name: 'approvals.decided' },
        params: { outcome: { text: 'approvals.outcome.expired' } },
      },
      to: ['id-ann'],
    })
    await approvals.stop()
  })

  it('an API token is told of requests it handed in and may make the call of, and of no others of its owner', async () => {
    const { signIn, submit, submitted, ann } = await begin()
    const [give, sees] = [['test.give'], ['approvals.see']].map((codes) => [
      { scope: '*', environment: '*' as const, codes },
    ])
    const token = (name: string, held: typeof give) =>
      signIn(name, held!, { userId: 'id-ann', kind: 'token', sessionId: name })
    const giver = token('giver', give)
    const byAnn = await submitted()
    const byToken = (await submit(giver, { what: 'gold' })).body.data
    const reader = token('reader', sees)
    const listOf = async (as: typeof giver, inbox = 'all') =>
      (await as.post<{ list: ApprovalView[] }>('/platform/approvals/list', { inbox })).body.data.list.map(
        ({ id }) => id,
      )
    const codesOf = async (as: typeof giver, id: string) => {
      const calls = { get: {}, proof: {}, withdraw: {}, comment: { text: 'x' }, watch: { isWatched: true } }
      const answers = await Promise.all(
        Object.entries(calls).map(([call, more]) => as.post(`/platform/approvals/${call}`, { id, ...more })),
      )
      return new Set(answers.map(codeOf))
    }
    expect(await listOf(giver)).toEqual([byToken.id])
    expect(await codesOf(giver, byAnn.id)).toEqual(new Set(['approval_not_found']))
    // The same token, once its owner has lost the right.
    const narrowed = token('giver', [{ scope: '*', environment: '*', codes: ['players.search'] }])
    expect(await listOf(narrowed)).toEqual([])
    expect(await codesOf(narrowed, byToken.id)).toEqual(new Set(['approval_not_found']))
    // By a grant it reads what people with that grant read, and is the author of nothing.
    expect(await listOf(reader)).toEqual([byToken.id, byAnn.id])
    expect(codeOf(await reader.post('/platform/approvals/withdraw', { id: byAnn.id }))).toBe('forbidden')
    expect((await ann.post('/platform/approvals/withdraw', { id: byAnn.id })).http).toBe(200)
    expect(await listOf(reader)).toEqual([byToken.id])
    const again = token('giver', give)
    expect((await again.post('/platform/approvals/withdraw', { id: byToken.id })).http).toBe(200)
  })

  it('policies are told as far as they are about places whose requests somebody may see', async () => {
    const match = aPolicy().match
    const at = (name: string, ...scopes: string[]) => aPolicy({ name, match: { ...match, scopes } })
    const { signIn } = await begin(
      at('everywhere'),
      at('own line', 'lantern/northwind/northwind-test', 'other/line'),
      at('own game', 'lantern'),
      at('other line', 'lantern/northwind/other'),
      aPolicy({ name: 'other environment', match: { ...match, environments: ['test'] } }),
    )
    const codes = ['approvals.see']
    const line = 'lantern/northwind/northwind-test'
    const operator = signIn('operator', [{ scope: line, environment: 'production', codes }])
    const listed = await operator.post<{ list: { name: string; match: { scopes: string[] } }[] }>(
      '/platform/approvals/policies',
      {},
    )
    expect(listed.body.data.list.map(({ name, match: { scopes } }) => [name, ...scopes])).toEqual([
      ['everywhere'],
      ['own line', line],
      ['own game', 'lantern'],
    ])
    const editor = signIn('editor', grants.policies)
    const all = await editor.post<{ list: object[] }>('/platform/approvals/policies', {})
    expect(all.body.data.list).toHaveLength(5)
  })
})
