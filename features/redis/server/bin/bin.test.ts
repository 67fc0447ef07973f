import { randomBytes } from 'node:crypto'
import { createEnvelopeBox, createSealedBox } from '@qd/server-kit'
import { describeStored } from '@qd/store/testing'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnDatabase } from '../guard/redis-database.ts'
import { keysDesk } from '../testing/keys-desk.ts'
import { plainDatabase } from '../testing/plain-database.ts'
import { fitsGlob } from '../glob.ts'
import { redisBinMigrations } from './bin-migrations.ts'
import type { BinTables } from './bin-tables.ts'
import { binCleanUps, createBin } from './bin.ts'

let redis: TestRedis
let database: OwnDatabase
beforeAll(async () => {
  redis = await startRedis()
  database = plainDatabase(redis.port)
})
afterAll(async () => {
  database.close()
  await redis.stop()
})

const WHY = { action: 'deleted', by: 'ann' } as const
const secretBox = createEnvelopeBox(randomBytes(32))

describeStored('the bin of Redis', redisBinMigrations, (open) => {
  const put = async (name: string, bytes: number) => {
    const key = Buffer.from(name)
    await database.run(['SET', key, randomBytes(bytes)])
    return key
  }

  test('keeps no value that is too large, and of a connection what came last', async () => {
    const store = await open<BinTables>()
    let nowMs = 1_000
    const limits = { keyBytes: 1_000, connectionBytes: 2_000 }
    const bin = createBin({ store, secretBox, nowMs: () => nowMs, limits })
    expect(await bin.keep(database, await put('large', 1_001), WHY)).toBeNull()
    // The dump of it is larger than the value.
    expect(await bin.keep(database, await put('just', 999), WHY)).toBeNull()
    expect(await bin.keep(database, Buffer.from('none'), WHY)).toBeNull()
    for (const name of ['first', 'second', 'third']) {
      expect(await bin.keep(database, await put(name, 800), WHY)).not.toBeNull()
      nowMs += 1
    }
    const desk = keysDesk(store, () => database)
    desk.clock.nowMs = nowMs
    const list = async () => (await desk.ask<{ list: { key: string }[] }>('bin/list', { search: '' })).list
    expect((await list()).map(({ key }) => key)).toEqual(['third', 'second'])
    desk.clock.nowMs += 25 * 3_600_000
    expect(await list()).toEqual([])
    nowMs += 25 * 3_600_000
    await binCleanUps({ store, nowMs: () => nowMs })[0]!.run()
    expect(await store.read.selectFrom('redis_bin').select('id').execute()).toEqual([])
    await desk.app.close()
  })

  test('keeps nothing while the master key is missing', async () => {
    const store = await open<BinTables>()
    const bin = createBin({ store, secretBox: createSealedBox(), nowMs: Date.now })
    expect(await bin.keep(database, await put('a', 10), WHY)).toBeNull()
  })

  test('finds what somebody may read behind a page of what they may not', async () => {
    const store = await open<BinTables>()
    let nowMs = 1_000
    const bin = createBin({ store, secretBox, nowMs: () => nowMs })
    await bin.keep(database, await put('mail:1', 10), WHY)
    const other = await put('rank:1', 10)
    for (nowMs = 1_001; nowMs <= 1_101; nowMs += 1) await bin.keep(database, other, WHY)
    const desk = keysDesk(store, () => ({
      ...database,
      mayRead: (key: Buffer) => key.toString().startsWith('mail:'),
    }))
    desk.clock.nowMs = nowMs
    expect(await desk.ask('bin/list', { search: '' })).toMatchObject({
      list: [{ key: 'mail:1' }],
      hasMore: false,
    })
    await desk.app.close()
  })

  test('shows and restores only what the caller may read, in its own database', async () => {
    const store = await open<BinTables>()
    const bin = createBin({ store, secretBox, nowMs: Date.now })
    const kept = await bin.keep(database, await put('mail:1', 10), WHY)
    const narrowed = (globs: string[], db = 0) => ({
      ...database,
      db,
      mayRead: (key: Buffer) => globs.some((glob) => fitsGlob(Buffer.from(glob), key)),
    })
    const seenBy = async (of: OwnDatabase) => {
      const desk = keysDesk(store, () => of)
      desk.clock.nowMs = Date.now()
      const { list } = await desk.ask<{ list: unknown[] }>('bin/list', { search: '' })
      const { body } = await desk.post('bin/restore', { binId: kept!.binId, to: 'mail:2' })
      await desk.app.close()
      return `${list.length} ${body.err?.code ?? 'ok'}`
    }
    expect(await seenBy(narrowed(['rank:*']))).toBe('0 redis_bin_not_found')
    expect(await seenBy(narrowed(['*'], 1))).toBe('0 redis_bin_not_found')
    // Another key than the one of the console that kept it: the master key was changed.
    expect(await seenBy(narrowed(['rank:*', 'mail:?']))).toBe('1 secrets_sealed')
  })
})
