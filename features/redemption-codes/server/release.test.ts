import { CODES_LINE, aCodeBatch, codesWorld, codesWorldMigrations } from '@qd/app-server/testing'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApprovalStandingState } from '@qd/server-kit'
import type { BatchDraft, BatchState } from '../contract/index.ts'
import { CODES_FOLLOWER, objectOf } from './follow-request.ts'

type World = ReturnType<typeof codesWorld>
const LINE = { game: 'lantern', partnerCode: 'northwind', lineCode: CODES_LINE }

describeOnBothDatabases('what a released batch gives', codesWorldMigrations, (openStore) => {
  let store: Store<never>
  let world: World
  beforeEach(async () => {
    store = await openStore<never>()
    world = codesWorld(store)
  })
  afterEach(() => world.stop())

  const refused = async (draft: Partial<BatchDraft>) => {
    const { id: batchId, revision } = await world.save(draft)
    const answer = await world.operator.post('/partner/codes/release', {
      lineId: CODES_LINE,
      batchId,
      revision,
      reason: 'test',
    })
    expect(answer.http).not.toBe(200)
    expect((await world.get(batchId)).state).toBe('draft')
    return answer.body
  }
  const given = async () => {
    const answer = await world.operator.post<{ rows: { number: string; total: string; players: number }[] }>(
      '/platform/gameProp/given',
      LINE,
    )
    return answer.body.data.rows.map(({ number, total }) => `${number}: ${total}`)
  }
  const limit = async (kind: string, quantity: string) => {
    const values = { number: '1001', kind, quantity }
    const answer = await world.operator.post('/platform/gamePropUpperLimit/save', {
      ...LINE,
      values,
      reason: 'test',
      confirm: CODES_LINE,
    })
    expect(answer.http).toBe(200)
  }

  test.each([
    [{ prefix: 'TIDE' }, 'draft.prefix', '含有不允许的字符，请删除'],
    [{ word: '?', kind: 'universal' }, 'draft.word', '内容不正确，请检查'],
    [{ kind: 'times', perCode: null }, 'draft.perCode', '请填写'],
    [{ validFrom: 2, validTo: 1 }, 'draft.validTo', '内容不正确，请检查'],
  ] as const)('says what is wrong with a draft: %j', async (part, field, problem) => {
    const draft = aCodeBatch(part)
    const body = { lineId: CODES_LINE, batchId: null, revision: 0, draft }
    const answer = await world.operator.post('/partner/codes/save', body)
    expect(answer).toMatchObject({ http: 400, body: { err: { code: 'field_invalid', field } } })
    expect(answer.body.msg).toBe(`${field}：${problem}`)
  })

  test('an item that a server of a line lacks is named, and the batch stays a draft', async () => {
    world.game.itemsOf.set(124, [world.game.item(1001, 3)])
    const answer = await refused({
      gift: [
        { number: '1001', quantity: '1' },
        { number: '1002', quantity: '1' },
      ],
    })
    expect(answer).toMatchObject({ err: { code: 'code_gift_unknown' } })
    expect(answer.msg).toContain('1002 (S124)')
    expect(await given()).toEqual([])
  })

  test('one server away leaves it to the others; where none answers nobody can say', async () => {
    world.game.itemsOf.set(124, world.game.down())
    expect((await world.release({ kind: 'universal', total: 5 })).state).toBe('active')
    const other = codesWorld(store, world.shared)
    for (const sId of [123, 124]) other.game.itemsOf.set(sId, other.game.down())
    const { id: batchId, revision } = await other.save({ kind: 'universal', total: 5 })
    const body = { lineId: CODES_LINE, batchId, revision, reason: 'test' }
    const answer = await other.operator.post('/partner/codes/release', body)
    expect(answer).toMatchObject({ http: 503, body: { err: { code: 'upstream_down' } } })
    await other.stop()
  })

  test('upper limits hold for all uses together, of one batch and of what the person gave before', async () => {
    await limit('request', '500')
    await limit('person_day', '800')
    const gift = [{ number: '1001', quantity: '5' }]
    const answer = await refused({ kind: 'universal', total: 101, gift })
    expect(answer).toMatchObject({ err: { code: 'code_gift_over_limit' } })
    expect(answer.msg).toContain('First line')
    expect(answer.msg).toContain('物品1001 (1001)：合计 505，每次申请上限 500，超出 5')
    // Nobody is asked to approve what may not be given.
    expect(world.weighed).toEqual([])
    await world.release({ kind: 'universal', total: 100, gift })
    expect(await given()).toEqual(['1001: 500'])
    const beyond = (await refused({ kind: 'universal', total: 61, gift })).msg
    expect(beyond).toContain('物品1001 (1001)：你今日合计 805，上限 800，超出 5')
    await world.release({ kind: 'universal', total: 60, gift })
    expect(await given()).toEqual(['1001: 800'])
    // Without an end no limit on all of them holds.
    const endless = await refused({ kind: 'universal', gift })
    expect(endless.err?.code).toBe('code_gift_over_limit')
    expect(endless.msg).toContain('合计 5,000,000,000')
  })

  test('a release that fails gives back what it counted, one of two at once counts', async () => {
    await world.release({ kind: 'universal', word: 'SPRING-2026', total: 10 })
    expect(await given()).toEqual(['1001: 50'])
    const taken = await refused({ kind: 'universal', word: 'SPRING-2026', total: 10 })
    expect(taken.err?.code).toBe('code_word_taken')
    expect(await given()).toEqual(['1001: 50'])
    const { id: batchId, revision } = await world.save({ kind: 'universal', total: 10 })
    const body = { lineId: CODES_LINE, batchId, revision, reason: 'test' }
    const both = await Promise.all([0, 1].map(() => world.operator.post('/partner/codes/release', body)))
    expect(both.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(await given()).toEqual(['1001: 100'])
  })

  test('of batches released at the same moment none goes beyond a limit with the others', async () => {
    await limit('person_day', '120')
    const parts = [{ quantity: 10 }, { quantity: 10 }, { kind: 'universal', total: 10 }] as const
    const drafts = await Promise.all(parts.map((part) => world.save(part)))
    const answers = await Promise.all(
      drafts.map(({ id: batchId, revision }) =>
        world.operator.post('/partner/codes/release', {
          lineId: CODES_LINE,
          batchId,
          revision,
          reason: 'test',
        }),
      ),
    )
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 200, 422])
    expect(answers.find(({ http }) => http === 422)?.body.err?.code).toBe('code_gift_over_limit')
    expect(await given()).toEqual(['1001: 100'])
  })

  // As where the process ends on the way: nothing after it runs, and nothing is told to whoever asked.
  test.each([
    [{ kind: 'universal', total: 10 }, 'code'],
    [{ kind: 'once', quantity: 10 }, 'job'],
  ] as const)('a release that ends before it is stored counts nothing: %j', async (part, table) => {
    const { id: batchId, revision, draft } = await world.save(part)
    const body = { lineId: CODES_LINE, batchId, revision, reason: 'test' }
    const rename = (from: string, to: string) =>
      store.write((tx) => tx.schema.alterTable(from).renameTo(to).execute())
    await rename(table, 'away')
    expect((await world.operator.post('/partner/codes/release', body)).http).toBeGreaterThanOrEqual(500)
    await rename('away', table)
    expect(await given()).toEqual([])
    expect((await world.get(batchId)).state).toBe('draft')
    const changed = await world.post<{ revision: number }>('save', { batchId, revision, draft })
    expect(await given()).toEqual([])
    await world.post('release', { ...body, revision: changed.revision })
    expect(await given()).toEqual(['1001: 50'])
  })

  test('policies weigh all uses and what they are worth, and read limits as words', async () => {
    const range = {
      typeCode: { code: 4, name: 'range' },
      content: { of: 'level', min: 10, max: 50 },
    } as const
    const gift = [{ number: '1001', quantity: '5' }]
    await world.release({ quantity: 1_000, gift, limits: [range] })
    const { facts } = world.weighed.at(-1)!
    expect(facts.value).toEqual({
      rows: 1_000,
      hasMoreRows: false,
      worth: { atLeast: '15000', isComplete: true },
    })
    expect(facts.effects.known).toEqual(['items', 'many'])
    expect(facts.bases.find(({ key }) => key === 'items')?.version).toMatch(/^[\da-f]{64}$/)
    const [shown, totals] = facts.preview as readonly { rows?: unknown }[]
    expect(shown?.rows).toContainEqual({
      label: { key: 'codes.limit.level' },
      value: { key: 'codes.bound.between', params: { low: { quantity: '10' }, high: { quantity: '50' } } },
    })
    expect(shown?.rows).toContainEqual({ label: { key: 'codes.fact.lines' }, value: 'First line' })
    expect(totals?.rows).toMatchObject([{ number: '1001', each: '5', total: '5000', worth: '15000' }])
    const universal = await world.release({ kind: 'universal', perPlayerCode: null, perPlayerBatch: 1, gift })
    expect(world.weighed.at(-1)!.facts.value.rows).toBe(1_000_000_000)
    // The code is the whole batch: what a player may take is said once.
    expect(universal.draft.perPlayerBatch).toBeNull()
    expect(JSON.stringify(world.weighed.at(-1)!.facts.preview)).not.toContain('perPlayerBatch')
  })

  /** Says what the item of the gift is worth on a line; null takes that back. */
  async function rate(lineCode: string, by: { per: string; worth: string } | null): Promise<void> {
    const line = { ...LINE, lineCode }
    const call = async <T>(path: string, body: object) => {
      const sure = { reason: 'test', confirm: lineCode }
      const answer = await world.operator.post<T>(`/platform/gamePropValue/${path}`, {
        ...line,
        ...body,
        ...sure,
      })
      expect(answer.http, answer.raw).toBe(200)
    }
    const records = await world.operator.post<{ list: { id: string; revision: number }[] }>(
      '/platform/gamePropValue/records',
      line,
    )
    const [kept] = records.body.data.list
    const seen = kept === undefined ? {} : { id: kept.id, revision: kept.revision }
    if (by === null) await call('remove', seen)
    else await call('save', { ...seen, values: { number: '1001', rate: by } })
  }
  /** What a policy is asked about when such a batch is released. */
  async function asked(alsoLines: readonly string[] = []) {
    const saved = await world.save({ quantity: 7, gift: [{ number: '1001', quantity: '1' }] })
    const { id: batchId, revision } = saved
    // The catalogue of this world has one line only.
    await world.store.write((tx) =>
      tx
        .updateTable('code_batch')
        .set({ also_lines: JSON.stringify(alsoLines) })
        .where('id', '=', batchId)
        .execute(),
    )
    await world.post('release', { batchId, revision, reason: 'test' })
    const { facts } = world.weighed.at(-1)!
    const version = facts.bases.find(({ key }) => key === 'items')?.version
    return { worth: facts.value.worth, effects: facts.effects, version }
  }

  test('the rate of the console counts before the value of the game, and approvers are asked again for another', async () => {
    const byGame = await asked()
    expect(byGame.worth).toEqual({ atLeast: '21', isComplete: true })
    await rate(CODES_LINE, { per: '3', worth: '10' })
    const byConsole = await asked()
    expect(byConsole.worth).toEqual({ atLeast: '24', isComplete: true })
    expect(byConsole.version).not.toBe(byGame.version)
    await rate(CODES_LINE, { per: '3', worth: '11' })
    expect((await asked()).version).not.toBe(byConsole.version)
    await rate(CODES_LINE, null)
    // As it was before there were rates, for requests that are open then.
    expect((await asked()).version).toBe(byGame.version)
  })

  test('a batch for several lines is worth the most that it is on any of them', async () => {
    const alsoLines = ['other-line']
    await rate('other-line', { per: '1', worth: '100' })
    expect((await asked(alsoLines)).worth).toEqual({ atLeast: '700', isComplete: true })
    await rate(CODES_LINE, { per: '1', worth: '1' })
    expect((await asked(alsoLines)).worth).toEqual({ atLeast: '700', isComplete: true })
    expect((await asked()).worth).toEqual({ atLeast: '7', isComplete: true })
    // The game says nothing: what has a rate on one line only is worth nobody knows how much on the other.
    await rate('other-line', null)
    const { value: _value, ...bare } = world.game.item(1001, 0)
    world.game.items = [bare]
    world.shared.now += 3_600_000
    expect((await asked()).worth).toEqual({ atLeast: '7', isComplete: true })
    expect((await asked(alsoLines)).worth).toEqual({ atLeast: '0', isComplete: false })
  })

  test('a batch that gives a currency has both effects; without a definition nobody can say that it gives none', async () => {
    expect((await asked()).effects).toEqual({ known: ['items'], isComplete: true })
    world.game.currenciesOf = () => new Set(['1001'])
    expect((await asked()).effects).toEqual({ known: ['items', 'currency'], isComplete: true })
    world.game.currenciesOf = () => {
      throw new AppError(coreErrors.upstream_down)
    }
    expect((await asked()).effects).toEqual({ known: ['items'], isComplete: false })
    // One server of the line that offers its definition is enough; another line of the batch has its own.
    const down = world.game.currenciesOf
    world.game.currenciesOf = (server) => (server.sId === 124 ? new Set(['2']) : down(server))
    expect((await asked()).effects).toEqual({ known: ['items'], isComplete: true })
    expect((await asked(['other-line'])).effects).toEqual({
      known: ['items'],
      isComplete: false,
    })
    world.game.currenciesOf = (server) => (server.sId === 124 ? new Set(['1001']) : down(server))
    expect((await asked(['other-line'])).effects.known).toEqual(['items', 'currency'])
  })

  test('a draft stands where its request does, and is not changed while that is open', async () => {
    const { id: batchId, revision, draft } = await world.save({})
    const tell = (state: ApprovalStandingState | null) =>
      world.store.write((tx) =>
        CODES_FOLLOWER.changed(
          tx,
          objectOf({ id: batchId }),
          state === null ? null : { requestId: 'r1', number: 12, state },
        ),
      )
    const listed = async (state: BatchState) =>
      (await world.post<{ list: { id: string }[] }>('list', { state })).list.map(({ id }) => id)
    const shown = { pending: 'pending', approved: 'approved', executing: 'approved' } as const
    for (const [asked, state] of Object.entries(shown) as [keyof typeof shown, BatchState][]) {
      await tell(asked)
      const approval = { requestId: 'r1', number: 12, state: asked }
      expect(await world.get(batchId)).toMatchObject({ state, approval })
      expect([await listed(state), await listed('draft')]).toEqual([[batchId], []])
      const body = { lineId: CODES_LINE, batchId, revision, draft }
      const saved = await world.operator.post('/partner/codes/save', body)
      expect(saved.body).toMatchObject({ err: { code: 'code_batch_in_approval' } })
      const gone = await world.operator.post('/partner/codes/delete', { lineId: CODES_LINE, batchId })
      expect(gone.body.err?.code).toBe('code_batch_in_approval')
    }
    for (const state of ['rejected', null] as const) {
      await tell(state)
      expect((await world.get(batchId)).state).toBe('draft')
      expect(await listed('draft')).toEqual([batchId])
    }
    await world.post('save', { batchId, revision, draft })
  })

  test('what was vetoed meanwhile is not set going again', async () => {
    const { id: batchId } = await world.release({ kind: 'universal', total: 10 })
    await world.post('move', { batchId, moveTo: 'paused' })
    const vetoed = { requestId: 'r2', number: 13, state: 'vetoed' } as const
    await world.store.write((tx) => CODES_FOLLOWER.changed(tx, objectOf({ id: batchId }), vetoed))
    const again = await world.operator.post('/partner/codes/move', {
      lineId: CODES_LINE,
      batchId,
      moveTo: 'active',
    })
    expect(again.body.err?.code).toBe('approval_vetoed')
    expect((await world.get(batchId)).state).toBe('paused')
  })
})
