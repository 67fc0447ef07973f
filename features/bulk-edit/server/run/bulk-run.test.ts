import { UNKNOWN_WORTH, sumOfWorths } from '@qd/contract-kit'
import { startLyingGame } from '@qd/adapter-standard/testing'
import type { HttpPersonality, LyingGame } from '@qd/adapter-standard/testing'
import { dataEditMigrations, freshKey, ordinaryEditor, startBulkConsole } from '@qd/app-server/testing'
import type { BulkConsoleTables } from '@qd/app-server/testing'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { ApprovalsPort, GivenBack, LimitsPort, UseParts, WorthPort } from '@qd/server-kit'
import { aCaller, aServer, everything } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeOnBothDatabases } from '@qd/store/testing'
import type { Edit } from '@qd/data-edit/contract'
import type { BulkChange, BulkJob, BulkSet } from '../../contract/index.ts'

const P = ['30123000045', '30123000046', '30123000047']
const AT = '?lineId=northwind-test'
const quick = { readTimeoutMs: 4_000, writeTimeoutMs: 1_500, cacheMs: 0 }
const gain: BulkChange = { diff: 'Role', path: ['exp'], op: 'set', by: '100' }
const setOf = (...changes: BulkChange[]): BulkSet => ({ changes, onlyUnchanged: false, existing: 'skip' })

describeOnBothDatabases('a bulk edit', dataEditMigrations, (open) => {
  let game: LyingGame
  let store: Store<BulkConsoleTables>
  let test: ReturnType<typeof startBulkConsole>

  const kinds = () => test.feature.jobs ?? []
  const exp = (uId: string) =>
    BigInt(String((game.honest.players.get(uId)!.data['role'] as { exp: unknown }).exp))
  const history = async (uId: string) =>
    (await test.admin.post<{ list: Edit[] }>(`/adjust/history/list?uId=${uId}`)).body.data.list
  const changesSent = () => game.calls.filter(({ name }) => name === 'dataChange')
  const listed = async () =>
    (await test.admin.post<{ list: BulkJob[] }>(`/adjust/bulk/list${AT}`)).body.data.list

  async function start(set: BulkSet, text = P.join('\n')) {
    const preview = await test.admin.postText<{ hash: string }>(`/adjust/bulk/preview${AT}`, { set }, text)
    expect(preview.http, preview.raw).toBe(200)
    const body = { set, hash: preview.body.data.hash, onlinePolicy: 'live', reason: 'ticket 7' }
    const order = { ...body, idempotencyKey: freshKey() }
    const started = await test.admin.postText(`/adjust/bulk/start${AT}`, order, text)
    expect(started.http, started.raw).toBe(200)
    return test.jobs.ordered.at(-1)!
  }

  beforeEach(async () => {
    game = await startLyingGame()
    store = await open<BulkConsoleTables>()
    test = startBulkConsole({ store, target: game.target, adapter: quick })
  })
  afterEach(async () => {
    await test.close()
    await game.stop()
  })

  it('changes every player once and tells it in his history', async () => {
    const job = await start(setOf(gain))
    const before = P.map(exp)
    expect(await test.jobs.run(kinds(), job)).toEqual([
      { status: 'done' },
      { status: 'done' },
      { status: 'done' },
    ])
    expect(P.map(exp)).toEqual(before.map((value) => value + 100n))
    expect(await history(P[1]!)).toMatchObject([
      {
        status: 'applied',
        jobId: job.jobId,
        reason: 'ticket 7',
        actor: 'admin',
        changes: [{ value: '9007199254741093' }],
      },
    ])
    expect(await listed()).toMatchObject([
      { jobId: job.jobId, kind: 'edit', players: 3, applied: 3, refused: 0, name: 'Role · label exp +100' },
    ])
  })

  it('counts what rows give before they are sent, once, and refuses those beyond a limit', async () => {
    await test.close()
    const counted: { use: UseParts; key: string; only: number[] | undefined }[] = []
    const backs: GivenBack[] = []
    const excess: Awaited<ReturnType<LimitsPort['check']>>[0] = {
      number: '7',
      kind: 'person_day',
      source: 'console',
      limit: '250',
      used: '200',
      asked: '100',
      over: '50',
    }
    const limits: LimitsPort = {
      ofAction: async () => new Map(),
      check: async () => [],
      reserve: async () => ({ isReserved: true, excess: [] }),
      prepare: async (use, key) => async (_tx, only) => {
        counted.push({ use, key, only: only && [...only] })
        return use.parts.map((_, at) => (at === 2 ? [excess] : []))
      },
      giveBack: async (_tx, given) => void backs.push(...given),
      recount: async () => {},
      release: async () => {},
    }
    test = startBulkConsole({
      store,
      target: game.target,
      adapter: quick,
      items: { limits, worth: { worthOf: async () => UNKNOWN_WORTH, namesOf: async () => new Map() } },
    })
    for (const uId of P)
      game.honest.players.get(uId)!.data['bag'] = { 7: { itemId: 7, count: '9', gainAt: 0, gems: [] } }
    const job = await start(setOf({ diff: 'Bag', key: '7', path: ['count'], op: 'set', by: '100' }))
    await test.jobs.runChunk(kinds(), job)
    expect(counted).toMatchObject([
      {
        only: [0, 1, 2],
        use: {
          kind: 'edit',
          lineId: 'northwind-test',
          person: { id: 'id-admin' },
          about: job.jobId,
          request: job.jobId,
        },
      },
    ])
    expect(counted[0]?.use.parts.flat()).toMatchObject(
      P.map((uId) => ({ entries: [{ number: '7', quantity: '100' }], to: { uIds: [uId] } })),
    )
    expect(await history(P[2]!)).toEqual([])
    // After the crash the stored rows are sent again and counted no more; the refused one is asked about anew.
    const honest = game.honest.answer.bind(game.honest)
    game.honest.answer = (name, body, key) => {
      if (name !== 'dataChange' || body.uId !== P[1]) return honest(name, body, key)
      return { status: 2007, msg: 'the bag is full', data: null, err: { code: 2007, retryable: false } }
    }
    const outcomes = await test.jobs.run(kinds(), job)
    expect(outcomes.map(({ status, code }) => [status, code])).toMatchObject([
      ['done', undefined],
      ['failed', 'edit_refused'],
      ['done', undefined],
    ])
    expect(counted).toHaveLength(2)
    expect(counted[1]?.use.parts).toHaveLength(1)
    expect(backs).toMatchObject([
      { key: counted[0]?.key, gifts: [{ entries: [{ quantity: '100' }], to: { uIds: [P[1]] } }] },
    ])
  })

  it('tells approvers what it gives at most is worth, and that nobody can say where nobody tells', async () => {
    await test.close()
    const weighed: (string | null)[] = []
    const effects: string[][] = []
    const approvals: ApprovalsPort = {
      isOn: async () => true,
      needed: async ({ facts }) => {
        const { atLeast, isComplete } = facts.value.worth
        weighed.push(isComplete ? atLeast : null)
        effects.push([...facts.effects.known])
        return null
      },
    }
    const limits = { check: async () => [], ofAction: async () => new Map() } as unknown as LimitsPort
    let each: bigint | null = 10n
    const worth: WorthPort = {
      worthOf: async (_server, totals) =>
        sumOfWorths([each === null ? null : (totals.get('7') ?? 0n) * each]),
      namesOf: async () => new Map(),
    }
    test = startBulkConsole({
      store,
      target: game.target,
      adapter: quick,
      items: { limits, worth },
      approvals,
    })
    for (const uId of P)
      game.honest.players.get(uId)!.data['bag'] = { 7: { itemId: 7, count: '9', gainAt: 0, gems: [] } }
    const bag = { diff: 'Bag', key: '7', path: ['count'], op: 'set' as const }
    await start(setOf({ ...bag, by: '100' }))
    await start(setOf({ ...bag, by: '-5' }))
    await start(setOf({ ...bag, value: '20', old: '9' }))
    await start({ ...setOf({ ...bag, value: '20', old: '9' }), onlyUnchanged: true })
    await start(setOf(gain))
    each = null
    await start(setOf({ ...bag, by: '100' }))
    expect(weighed).toEqual(['3000', '0', '600', '330', '0', null])
    expect(effects.map((each) => each.includes('items'))).toEqual([true, false, true, true, false, true])
  })

  it('the page of the job tells what is changed', async () => {
    const set = setOf(gain, { diff: 'Role', path: ['name'], op: 'set', value: '新名', old: '' })
    const kind = kinds().find(({ job }) => job.name === 'data-edit.bulk')
    expect(kind?.runner.facts?.({ set } as never, (key) => key)).toEqual([
      { label: 'Role.exp', value: '+ 100' },
      { label: 'Role.name', value: '= "新名"' },
    ])
  })

  it('worked on again after a crash the same words are sent, and nothing happens twice', async () => {
    const job = await start(setOf(gain))
    const before = P.map(exp)
    await test.jobs.runChunk(kinds(), job)
    expect((await history(P[0]!))[0]?.status).toBe('unknown')
    expect(await test.jobs.run(kinds(), job)).toHaveLength(3)
    expect(P.map(exp)).toEqual(before.map((value) => value + 100n))
    const words = new Map<string, Set<string>>()
    for (const { idempotencyKey, body } of changesSent()) {
      const held = words.get(idempotencyKey ?? '') ?? new Set()
      words.set(idempotencyKey ?? '', held.add(JSON.stringify(body)))
    }
    expect([...words.values()].map(({ size }) => size)).toEqual([1, 1, 1])
    expect(changesSent()).toHaveLength(6)
    // A third run finds everything settled and sends nothing at all.
    expect(await test.jobs.run(kinds(), job)).toEqual([
      { status: 'done' },
      { status: 'done' },
      { status: 'done' },
    ])
    expect(changesSent()).toHaveLength(6)
  })

  it('two nodes on the same rows at the same time change each player once', async () => {
    const job = await start(setOf(gain))
    const before = P.map(exp)
    await Promise.all([test.jobs.run(kinds(), job), test.jobs.run(kinds(), job)])
    expect(P.map(exp)).toEqual(before.map((value) => value + 100n))
    expect(await history(P[0]!)).toHaveLength(1)
  })

  it('a failed row tried anew is a new edit', async () => {
    const job = await start(setOf({ diff: 'Role', path: ['level'], op: 'set', value: 80, old: 1 }))
    game.behave('refuse', 'dataChange')
    const failed = await test.jobs.run(kinds(), job)
    expect(failed.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
    expect(failed[0]?.msg).not.toBe('')
    game.behave('honest')
    const again = await test.jobs.run(kinds(), job, { rows: test.jobs.rowsOf(job, 1) })
    expect(again.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
    expect((await history(P[0]!)).map(({ status }) => status)).toEqual(['applied', 'refused'])
  })

  it('[ED.150] an unknown edit of a job is asked for at the player, in the same words', async () => {
    const job = await start(setOf(gain), P[0])
    const before = exp(P[0]!)
    game.behave('slow', 'dataChange')
    await test.jobs.run(kinds(), job)
    const [edit] = await history(P[0]!)
    expect(edit?.status).toBe('unknown')
    game.behave('honest')
    const ask = () => test.admin.post<{ edit: Edit }>(`/adjust/history/ask?uId=${P[0]}`, { editId: edit!.id })
    const answer = await ask()
    expect(answer.body.data.edit, answer.raw).toMatchObject({ status: 'applied', jobId: job.jobId })
    expect((await ask()).body.data.edit.status).toBe('applied')
    const words = changesSent().map(({ idempotencyKey, body }) => JSON.stringify([idempotencyKey, body]))
    expect(new Set(words).size).toBe(1)
    expect(exp(P[0]!)).toBe(before + 100n)
    // The job's own asking finds it settled.
    expect(await test.jobs.run(kinds(), job)).toEqual([{ status: 'done' }])
    expect(changesSent()).toHaveLength(words.length)
  })

  it.each<HttpPersonality>(['slow', 'error_500', 'garbage', 'internal', 'bad_signature'])(
    'an answer that is %s leaves the outcome unknown; asked again it is told and happens once',
    async (personality) => {
      const job = await start(setOf(gain))
      const before = exp(P[0]!)
      game.behave(personality, 'dataChange')
      const rows = test.jobs.rowsOf(job).slice(0, 1)
      const [outcome] = await test.jobs.run(kinds(), job, { rows })
      expect(outcome).toMatchObject({ status: 'unknown', code: 'edit_unknown' })
      expect((await history(P[0]!))[0]?.status).toBe('unknown')
      game.behave('honest')
      expect(await test.jobs.run(kinds(), job, { rows })).toEqual([{ status: 'done' }])
      expect(exp(P[0]!)).toBe(before + 100n)
      expect(await history(P[0]!)).toMatchObject([{ status: 'applied' }])
    },
  )

  it('a server that hangs up is asked once more under the same key, then somebody must look', async () => {
    const job = await start(setOf(gain))
    const before = exp(P[0]!)
    const rows = test.jobs.rowsOf(job).slice(0, 1)
    game.behave('hang_up', 'dataChange')
    const wait = { status: 'waiting', code: 'server_down', isSent: true }
    expect(await test.jobs.run(kinds(), job, { rows })).toMatchObject([wait])
    expect(await test.jobs.run(kinds(), job, { rows })).toMatchObject([{ status: 'unknown' }])
    game.behave('honest')
    expect(await test.jobs.run(kinds(), job, { rows })).toEqual([{ status: 'done' }])
    expect(exp(P[0]!)).toBe(before + 100n)
    const words = changesSent().map(({ idempotencyKey, body }) => JSON.stringify([idempotencyKey, body]))
    expect(new Set(words).size).toBe(1)
  })

  it('[jobs.wait] rows of a server that is down wait and say so, those of the others are worked on', async () => {
    const other = aServer({ sId: 124, key: `${test.server.key}-124`, serviceName: 'S124' })
    await test.close()
    test = startBulkConsole({ store, target: game.target, adapter: quick, otherServers: [other] })
    const reach = test.reach.reach
    const isDown = { now: false }
    test.reach.reach = async (server) => {
      if (server.sId === 124 && isDown.now) throw new GameError({ kind: 'down', msg: 'nothing answers' })
      return reach(server)
    }
    const lost = '30124000046'
    const job = await start(setOf(gain), [P[0], lost, P[1]].join('\n'))
    const before = exp(P[0]!)
    isDown.now = true
    const outcomes = await test.jobs.run(kinds(), job)
    expect(outcomes).toMatchObject([{ status: 'done' }, { status: 'waiting', code: 'server_down' }, {}])
    expect(outcomes[1]?.msg).toContain('S124')
    isDown.now = false
    const again = await test.jobs.run(kinds(), job, { rows: test.jobs.rowsOf(job).slice(1, 2) })
    expect(again[0]?.status).not.toBe('waiting')
    expect(exp(P[0]!)).toBe(before + 100n)
  })

  it('[jobs.wait] what an earlier run may have sent stays so while its server is away', async () => {
    const job = await start(setOf(gain), P[0])
    await test.jobs.runChunk(kinds(), job)
    const reach = test.reach.reach
    test.reach.reach = async () => {
      throw new GameError({ kind: 'down', msg: 'nothing answers' })
    }
    expect(await test.jobs.run(kinds(), job)).toMatchObject([{ status: 'waiting', isSent: true }])
    test.reach.reach = reach
    expect(await test.jobs.run(kinds(), job)).toEqual([{ status: 'done' }])
  })

  it('[jobs.wait] an edit that was planned and not sent is planned anew once the server is back', async () => {
    const job = await start(setOf(gain), P[0])
    const honest = game.honest.answer.bind(game.honest)
    let isDown = true
    game.honest.answer = (name, body, key) => {
      if (name !== 'dataChange' || !isDown) return honest(name, body, key)
      const code = GAME_CODES.maintenance
      return { status: code, msg: '', data: null, err: { code, retryable: true } }
    }
    const [outcome] = await test.jobs.run(kinds(), job)
    expect(outcome).toMatchObject({ status: 'waiting', code: 'maintenance' })
    expect(await history(P[0]!)).toEqual([])
    const player = game.honest.players.get(P[0]!)!
    player.data = { ...player.data, role: { ...(player.data['role'] as object), exp: '5' } }
    isDown = false
    expect(await test.jobs.run(kinds(), job)).toEqual([{ status: 'done' }])
    expect(exp(P[0]!)).toBe(105n)
  })

  it('a stopped server makes its players wait, in the middle of a chunk and after', async () => {
    const job = await start(setOf(gain))
    const honest = game.honest.answer.bind(game.honest)
    game.honest.answer = (name, body, key) => {
      const reply = honest(name, body, key)
      if (name === 'dataChange') void game.stop()
      return reply
    }
    const outcomes = await test.jobs.run(kinds(), job)
    // What was under way when it died waits to be asked about, never failed.
    expect(outcomes.some(({ isSent }) => isSent === true)).toBe(true)
    expect(outcomes.every(({ status }) => status === 'done' || status === 'waiting')).toBe(true)
    const away = await test.jobs.run(kinds(), job)
    expect(away.map(({ code }) => code)).toEqual(P.map(() => 'server_down'))
  })

  it('rows the game refuses fail with its words, the others go on', async () => {
    const job = await start(setOf(gain))
    const honest = game.honest.answer.bind(game.honest)
    game.honest.answer = (name, body, key) => {
      if (name !== 'dataChange' || body.uId !== P[1]) return honest(name, body, key)
      return { status: 2007, msg: 'the bag is full', data: null, err: { code: 2007, retryable: false } }
    }
    expect(await test.jobs.run(kinds(), job)).toMatchObject([
      { status: 'done' },
      { status: 'failed', code: 'edit_refused', msg: 'the bag is full' },
      { status: 'done' },
    ])
    expect((await history(P[1]!))[0]).toMatchObject({
      status: 'refused',
      results: [{ msg: 'the bag is full' }],
    })
  })

  it('a player the game does not know is skipped', async () => {
    const job = await start(setOf(gain), `${P[0]}\n30123999999`)
    expect(await test.jobs.run(kinds(), job)).toMatchObject([
      { status: 'done' },
      { status: 'skipped', code: 'player_not_found' },
    ])
  })

  it('what changed between reading and writing is a failed row that can be tried anew', async () => {
    const job = await start(setOf(gain))
    const honest = game.honest.answer.bind(game.honest)
    game.honest.answer = (name, body, key) => {
      const player = game.honest.players.get(String(body.uId))
      if (name === 'dataChange' && player)
        player.data = { ...player.data, role: { ...(player.data['role'] as object), exp: '1' } }
      return honest(name, body, key)
    }
    const [outcome] = await test.jobs.run(kinds(), job, { rows: test.jobs.rowsOf(job).slice(0, 1) })
    expect(outcome).toMatchObject({ status: 'failed', code: 'edit_conflict' })
    game.honest.answer = honest
    await test.jobs.run(kinds(), job, { rows: test.jobs.rowsOf(job, 1).slice(0, 1) })
    expect(exp(P[0]!)).toBe(101n)
  })

  it('rights are those the owner has when the row is worked on', async () => {
    const job = await start(setOf(gain))
    const stranger = aCaller('admin', [{ ...everything, scope: 'lantern/elsewhere' }])
    const outcomes = await test.jobs.run(kinds(), job, { caller: stranger })
    expect(outcomes.map(({ status, code }) => [status, code])).toEqual(P.map(() => ['failed', 'not_found']))
    expect(changesSent()).toEqual([])
  })

  it('an edit that may have happened is not failed because its player is out of reach now', async () => {
    const job = await start(setOf(gain))
    const rows = test.jobs.rowsOf(job).slice(0, 1)
    await test.jobs.runChunk(kinds(), job, { rows })
    const sent = changesSent().length
    const stranger = aCaller('admin', [{ ...everything, scope: 'lantern/elsewhere' }])
    expect(await test.jobs.run(kinds(), job, { rows, caller: stranger })).toMatchObject([
      { status: 'unknown', code: 'not_found' },
    ])
    expect(changesSent()).toHaveLength(sent)
    expect(await test.jobs.run(kinds(), job, { rows })).toEqual([{ status: 'done' }])
  })

  it('who may not change sensitive fields sends none that somebody else has planned', async () => {
    const field = game.honest.protocol.diffInfos['Role']!.fields.find(({ fieldName }) => fieldName === 'exp')!
    field.sensitive = true
    game.honest.protocol.md5 = 'changed'
    const job = await start(setOf(gain))
    const rows = test.jobs.rowsOf(job).slice(0, 1)
    await test.jobs.runChunk(kinds(), job, { rows })
    const sent = changesSent().length
    const plain = aCaller('admin', [ordinaryEditor])
    expect(await test.jobs.run(kinds(), job, { rows, caller: plain })).toMatchObject([
      { status: 'unknown', code: 'field_forbidden' },
    ])
    expect(changesSent()).toHaveLength(sent)
  })

  it('an undo takes every player back who is as we left him, once', async () => {
    const job = await start(setOf(gain))
    const before = P.map(exp)
    await test.jobs.run(kinds(), job)
    const middle = game.honest.players.get(P[1]!)!
    middle.data = { ...middle.data, role: { ...(middle.data['role'] as object), exp: '5' } }
    const order = { jobId: job.jobId, reason: 'wrong gift', idempotencyKey: freshKey() }
    const answer = await test.admin.post<{ players: number }>(`/adjust/bulk/undo${AT}`, order)
    expect([answer.http, answer.body.data.players]).toEqual([200, 3])
    const undo = test.jobs.ordered.at(-1)!
    await test.jobs.runChunk(kinds(), undo)
    const outcomes = await test.jobs.run(kinds(), undo)
    // Edits made within one millisecond have no order of their own.
    const outcomeOf = (uId: string) => outcomes[undo.rows.findIndex(({ key }) => key === uId)]
    expect(P.map(outcomeOf)).toMatchObject([
      { status: 'done' },
      { status: 'skipped', code: 'edit_conflict', field: 'Role.exp' },
      { status: 'done' },
    ])
    expect(P.map(exp)).toEqual([before[0], 5n, before[2]])
    // The call sent again is the one that was made, though fewer players are left to undo.
    const repeated = await test.admin.post(`/adjust/bulk/undo${AT}`, order)
    expect(repeated.body.data, repeated.raw).toEqual({ jobId: undo.jobId, players: 3, replayed: true })
    expect((await history(P[0]!)).map(({ status }) => status)).toEqual(['applied', 'undone'])
    expect(await listed()).toMatchObject([
      { kind: 'undo', undoOf: job.jobId, applied: 2, players: 3 },
      { kind: 'edit', applied: 1, undone: 2 },
    ])
    const again = await test.admin.post(`/adjust/bulk/undo${AT}`, {
      jobId: job.jobId,
      reason: 'r',
      idempotencyKey: freshKey(),
    })
    expect(again.http).toBe(200)
    const rest = test.jobs.ordered.at(-1)!
    await test.jobs.prepare(kinds(), rest)
    expect(rest.rows).toHaveLength(1)
    // Nor does it matter that nothing is left.
    middle.data = {
      ...middle.data,
      role: { ...(middle.data['role'] as object), exp: String(before[1]! + 100n) },
    }
    expect(await test.jobs.run(kinds(), rest)).toEqual([{ status: 'done' }])
    expect((await test.admin.post(`/adjust/bulk/undo${AT}`, order)).http).toBe(200)
    const anew = { ...order, idempotencyKey: freshKey() }
    expect((await test.admin.post(`/adjust/bulk/undo${AT}`, anew)).body.err?.code).toBe(
      'bulk_nothing_to_undo',
    )
  })

  it('is listed and taken back also when its first rows were never worked on, and so is its undo', async () => {
    const job = await start(setOf(gain))
    const before = P.map(exp)
    // The engine hands out no rows of places that are lost.
    await test.jobs.run(kinds(), job, { rows: test.jobs.rowsOf(job).slice(1) })
    expect(await listed()).toMatchObject([{ jobId: job.jobId, kind: 'edit', players: 3, applied: 2 }])
    const order = { jobId: job.jobId, reason: 'wrong gift', idempotencyKey: freshKey() }
    expect((await test.admin.post(`/adjust/bulk/undo${AT}`, order)).http).toBe(200)
    const undo = test.jobs.ordered.at(-1)!
    await test.jobs.prepare(kinds(), undo)
    await test.jobs.run(kinds(), undo, { rows: test.jobs.rowsOf(undo).slice(1) })
    expect(await listed()).toMatchObject([
      { kind: 'undo', applied: 1 },
      { kind: 'edit', undone: 1 },
    ])
    expect(P.map(exp).filter((value, index) => value === before[index])).toHaveLength(2)
  })
})
