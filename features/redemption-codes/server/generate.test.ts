import { CODES_LINE, codesWorld, codesWorldMigrations } from '@qd/app-server/testing'
import { isCheckRight, normalizeCode } from '@qd/code-alphabet'
import { codesFrom } from '@qd/code-alphabet/generate'
import { createEnvelopeBox } from '@qd/server-kit'
import { unzipSync } from 'fflate'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSeed, shapeOf } from './batch/batch-secrets.ts'
import { createCodeDigest } from './code-digest.ts'
import type { CodeTables } from './code-tables.ts'

type World = ReturnType<typeof codesWorld>

/** A store as a node has it that writes nothing after its first codes, until it is let: so a test can act before all are made. */
function heldAfterFirstCodes(store: Store<never>) {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const write: Store<never>['write'] = async (...args) => {
    const made = await store.as<CodeTables>().read.selectFrom('code').select('n').limit(1).execute()
    if (made.length > 0) {
      reached.resolve()
      await opened.promise
    }
    return store.write(...args)
  }
  const held: Store<never> = new Proxy(store, {
    get(target, key) {
      if (key === 'write') return write
      if (key === 'as') return () => held
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { held, reached: reached.promise, open: () => opened.resolve() }
}

describeOnBothDatabases('making and handing out codes', codesWorldMigrations, (openStore) => {
  let store: Store<never>
  let world: World
  beforeEach(async () => {
    store = await openStore<never>()
    world = codesWorld(store)
    await world.jobs.start()
  })
  afterEach(() => world.stop())

  const made = async (part: Parameters<World['release']>[0]) => {
    const batch = await world.release(part)
    expect(['generating', 'active']).toContain(batch.state)
    await expect.poll(async () => (await world.get(batch.id)).state).toBe('active')
    return batch
  }

  test('exactly as many are made, each reads as itself, and each works', async () => {
    const { id, jobId } = await made({ quantity: 6_001, prefix: 'ZT' })
    const made6001 = { made: { quantity: '6001' }, total: { quantity: '6001' } }
    expect(await world.jobs.resultOf(jobId!)).toEqual({
      isWhole: true,
      words: { key: 'codes.job.result', params: made6001 },
    })
    const codes = await world.codesOf(id)
    expect(new Set(codes.map(normalizeCode)).size).toBe(6_001)
    expect(codes.every((code) => code.startsWith('ZT') && isCheckRight(normalizeCode(code)!))).toBe(true)
    const funnel = async () => (await world.get(id)).funnel
    await expect.poll(funnel).toMatchObject({ generated: 6_001, exported: 6_001 })
    for (const [at, code] of [codes[0]!, codes.at(-1)!].entries()) {
      expect((await world.redeem(code, String(at + 1))).data.reservation).toBeTruthy()
    }
  })

  test('codes another batch has are left out and made up for', async () => {
    await world.jobs.stop()
    const { id: batchId, number } = await world.release({ quantity: 3_000 })
    const row = await world.store.read
      .selectFrom('code_batch')
      .selectAll()
      .where('id', '=', batchId)
      .executeTakeFirstOrThrow()
    const box = createEnvelopeBox(world.shared.masterKey)
    const digestOf = await createCodeDigest(world.store, box).open()
    const all = codesFrom(openSeed(box, row), shapeOf(row), { first: 0, count: 3_003 })
    const taken = [5, 2_999, 3_000].map((n) => all[n]!)
    await world.store.write((tx) =>
      tx
        .insertInto('code')
        .values(
          taken.map((code, n) => ({
            digest: digestOf(code),
            batch: number + 1,
            last4: code.slice(-4),
            n,
            used: 0,
            is_void: 0,
          })),
        )
        .execute(),
    )
    const second = codesWorld(store, world.shared)
    second.signIn('ann')
    await second.jobs.start()
    await expect.poll(async () => (await second.get(batchId)).state).toBe('active')
    const codes = (await second.codesOf(batchId)).map(normalizeCode)
    await second.stop()
    expect(codes).toHaveLength(3_000)
    expect(codes.some((code) => taken.includes(code!))).toBe(false)
    expect(codes.at(-1)).toBe(all[3_002])
  })

  test('making that was cancelled leaves a paused batch with an exact count, and goes on without doubles', async () => {
    await world.jobs.stop()
    const { id: batchId, jobId } = await world.release({ quantity: 60_000, length: 13 })
    const gate = heldAfterFirstCodes(store)
    const second = codesWorld(gate.held, world.shared)
    const operator = second.signIn('ann')
    await second.jobs.start()
    await gate.reached
    await world.cancel(jobId!)
    gate.open()
    await expect.poll(async () => (await second.get(batchId)).state).toBe('paused')
    const stopped = await second.get(batchId)
    const count = async () => {
      const { n } = await store
        .as<CodeTables>()
        .read.selectFrom('code')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    expect(stopped).toMatchObject({ isUnfinished: true, isExportable: false })
    expect(stopped.funnel.generated).toBeLessThan(60_000)
    expect(await count()).toBe(stopped.funnel.generated)
    const listed = async (state: string) =>
      (await second.post<{ list: { id: string }[] }>('list', { state })).list.map(({ id }) => id)
    expect(await listed('paused')).toEqual([batchId])
    expect(await listed('generating')).toEqual([])
    const end = { lineId: CODES_LINE, batchId, moveTo: 'ended' }
    expect((await operator.post('/partner/codes/move', end)).body.err?.code).toBe('code_batch_wrong_state')
    const gone = await second.post<{ state: string }>('move', { batchId, moveTo: 'active' })
    expect(gone.state).toBe('generating')
    await expect.poll(async () => (await second.get(batchId)).state, { timeout: 60_000 }).toBe('active')
    expect(await count()).toBe(60_000)
    expect((await second.get(batchId)).funnel.generated).toBe(60_000)
    expect(new Set(await second.codesOf(batchId)).size).toBe(60_000)
    await second.stop()
  }, 90_000)

  test('codes of "export once" are fetched once, and a stolen database gives none of them away', async () => {
    const { id: batchId } = await made({ quantity: 50, exportOnce: true })
    const { url } = await world.post<{ url: string }>('export', { batchId, fileFormat: 'zip' })
    const answer = await world.app.inject({ method: 'GET', url, headers: { token: 'ann' } })
    const [[name, bytes]] = Object.entries(unzipSync(answer.rawPayload)) as [[string, Uint8Array]]
    expect(name).toMatch(/^codes-\d+-1\.csv$/)
    const codes = Buffer.from(bytes).toString().trim().split('\r\n').slice(1)
    expect(codes).toHaveLength(50)
    await expect.poll(async () => (await world.get(batchId)).isExportable).toBe(false)
    expect((await world.operator.get(url)).http).toBe(410)
    const tables = ['code', 'code_batch', 'code_key', 'code_redemption'] as const
    const dump = JSON.stringify(
      await Promise.all(tables.map((table) => world.store.read.selectFrom(table).selectAll().execute())),
    )
    for (const code of codes) {
      expect(dump).not.toContain(normalizeCode(code))
      expect(dump).not.toContain(code)
    }
    expect((await world.redeem(codes[3]!, '1')).data.reservation).toBeTruthy()
  })

  test('a link is good for its batch, its format and a day, and for who may export', async () => {
    const { id: batchId } = await made({ quantity: 5 })
    const { url } = await world.post<{ url: string }>('export', { batchId, fileFormat: 'csv' })
    expect((await world.operator.get(url.replace('csv', 'zip'))).body.err?.code).toBe('code_link_invalid')
    expect((await world.anonymous.get(url)).http).toBe(401)
    const reader = world.signIn('rita', [{ scope: 'lantern', environment: '*', codes: ['codes.see'] }])
    expect((await reader.get(url)).http).toBe(403)
    world.shared.now += 86_400_000
    expect((await world.operator.get(url)).body.err?.code).toBe('code_link_invalid')
    const actions = world.audit.rows.map(({ entry }) => entry?.action)
    expect(actions).toContain('redemption-codes.export')
  })

  test('one code is voided, and then the rest', async () => {
    const { id: batchId } = await made({ quantity: 3 })
    const [first, second] = await world.codesOf(batchId)
    await world.post('void', { batchId, code: first, reason: 'posted in a forum' })
    expect((await world.redeem(first!, '1')).data.refused).toBe(6001)
    expect((await world.redeem(second!, '1')).data.reservation).toBeTruthy()
    const wrong = await world.operator.post('/partner/codes/void', {
      lineId: CODES_LINE,
      batchId,
      code: 'NOT-THERE-1',
      reason: 'x',
    })
    expect(wrong.body.err?.code).toBe('code_not_found')
    await world.post('void', { batchId, reason: 'all leaked' })
    expect((await world.redeem(second!, '2')).data.refused).toBe(6001)
  })

  test.each([
    ['a gift of nothing', { gift: [] }],
    ['a prefix with letters that look alike', { prefix: 'LOL' }],
    ['an end before the start', { validFrom: 2, validTo: 1 }],
    ['a zone nobody knows', { zone: 'Mars/Base' }],
    ['a word too short to be one', { kind: 'universal' as const, word: 'abc' }],
    ['no number of uses', { kind: 'times' as const, perCode: null }],
    [
      'a range without ends',
      {
        limits: [
          { typeCode: { code: 4, name: 'range' }, content: { of: 'vip', min: null, max: null } },
        ] as never,
      },
    ],
    ['a line of elsewhere', { alsoLines: ['elsewhere'] }],
  ])('%s is refused', async (_what, part) => {
    const draft = { ...(await world.save({})).draft, ...part }
    const answer = await world.operator.post('/partner/codes/save', {
      lineId: CODES_LINE,
      batchId: null,
      revision: 0,
      draft,
    })
    expect(answer.body.err?.code).toBe('field_invalid')
    expect(answer.body.msg).toContain(answer.body.err?.field)
    expect(answer.body.msg).not.toContain('{{')
  })

  test('codes that could be guessed are refused, and a draft is released by what was seen', async () => {
    const short = await world.operator.post('/partner/codes/save', {
      lineId: CODES_LINE,
      batchId: null,
      revision: 0,
      draft: { ...(await world.save({})).draft, quantity: 5_000_000, length: 11 },
    })
    expect(short.body.err?.code).toBe('code_too_short')
    const { id: batchId, draft } = await world.save({})
    await world.post('save', { batchId, revision: 1, draft: { ...draft, name: 'Other' } })
    const stale = await world.operator.post('/partner/codes/release', {
      lineId: CODES_LINE,
      batchId,
      revision: 1,
    })
    expect(stale.body.err?.code).toBe('code_batch_changed')
  })
})
