import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg } from '../link/redis-link.ts'
import { startKeys } from '../testing/with-keys.ts'
import { applyEdit } from './edit/edit-key.ts'

let on: Awaited<ReturnType<typeof startKeys>>
beforeAll(async () => {
  on = await startKeys()
})
afterAll(() => on.close())
beforeEach(async () => {
  await on.run('FLUSHALL')
})

/** The same database, where somebody else does something right after a command was answered. */
function withRival(command: string, rival: (turn: number) => Promise<unknown>): RedisDatabase {
  let turn = 0
  const run: RedisDatabase['run'] = async (args: readonly Arg[]) => {
    const reply = await on.database.run(args)
    if (args[0] === command) await rival((turn += 1))
    return reply
  }
  return { ...on.database, run }
}
const remove = (database: RedisDatabase) =>
  applyEdit(on.bin, { database, key: Buffer.from('a'), edit: { kind: 'remove' }, by: 'ann' })

test('what is deleted is what the bin has, also when it changed on the way', async () => {
  await on.run('SET', 'a', 'old')
  const done = await remove(withRival('DUMP', async (turn) => turn === 1 && on.run('SET', 'a', 'newer')))
  expect(await on.text('EXISTS', 'a')).toBe('0')
  await on.ask('bin/restore', { binId: done.binId })
  expect(await on.text('GET', 'a')).toBe('newer')
  const { list } = await on.ask<{ list: unknown[] }>('bin/list', { search: '' })
  expect(list).toHaveLength(1)
})

test('a value that never stands still stays, and its writer is not waited for', async () => {
  await on.run('SET', 'a', '0')
  const before = await on.ask<{ list: unknown[] }>('bin/list', { search: '' })
  await expect(remove(withRival('DUMP', () => on.run('INCR', 'a')))).rejects.toThrow('redis_key_changed')
  expect(await on.text('GET', 'a')).toBe('3')
  expect(await on.ask('bin/list', { search: '' })).toEqual(before)
})

test('a key of another type by the time it is changed is not touched', async () => {
  await on.run('HSET', 'a', 'f', '1')
  const database = withRival('DUMP', async (turn) => {
    if (turn > 1) return
    await on.run('DEL', 'a')
    await on.run('RPUSH', 'a', 'x')
  })
  const edit = { kind: 'removeFields' as const, fields: ['f'] }
  await expect(applyEdit(on.bin, { database, key: Buffer.from('a'), edit, by: 'ann' })).rejects.toThrow(
    'redis_key_changed',
  )
  expect(await on.text('LRANGE', 'a', '0', '-1')).toBe('x')
})

test('a list that grew between the look and the move stays in its order', async () => {
  await on.run('RPUSH', 'a', '1', '2', '3')
  const database = withRival('LLEN', () => on.run('RPUSH', 'a', '4'))
  const edit = {
    kind: 'moveIndex' as const,
    index: 0,
    to: 2,
    expect: '356a192b7913b04c54574d18c28d46e6395428ab',
  }
  await expect(applyEdit(on.bin, { database, key: Buffer.from('a'), edit, by: 'ann' })).rejects.toThrow(
    'redis_key_changed',
  )
  expect(await on.text('LRANGE', 'a', '0', '-1')).toBe('1,2,3,4')
})
