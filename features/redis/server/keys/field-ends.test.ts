import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Edited } from '../testing/keys-desk.ts'
import { startKeys } from '../testing/with-keys.ts'
import { sha1Of } from './run-watched.ts'

let on: Awaited<ReturnType<typeof startKeys>>
beforeAll(async () => {
  on = await startKeys()
})
afterAll(() => on.close())

/** Redis has ends of fields from 7.4 on; which one the tests find depends on the machine. */
test('a field keeps its end when it is set or renamed, and a server without such ends says so', async () => {
  await on.run('HSET', 'h', 'a', '1', 'b', '2')
  const { hasFieldTtl } = await on.ask<{ hasFieldTtl: boolean }>('key/show', { key: 'h' })
  const ended = await on.post<Edited>('key/edit', {
    key: 'h',
    edit: { kind: 'expireField', field: 'a', ttlMs: 500_000 },
  })
  if (!hasFieldTtl) {
    expect(ended.body).toMatchObject({
      err: { code: 'redis_edit_failed' },
      msg: expect.stringMatching(/unknown/i),
    })
    return
  }
  expect(ended.body.data).toMatchObject({
    changed: 1,
    undo: { kind: 'expireField', field: 'a', ttlMs: null },
  })
  const left = async (field: string) => Number(String(await on.run('HPTTL', 'h', 'FIELDS', '1', field)))
  await on.edit('h', { kind: 'setField', field: 'a', value: '3', expect: sha1Of('1') })
  expect(await left('a')).toBeGreaterThan(400_000)
  await on.edit('h', { kind: 'setField', field: 'c', from: 'a', value: '4', expect: sha1Of('3') })
  expect(await left('c')).toBeGreaterThan(400_000)
  expect(await left('b')).toBe(-1)
  const { rows } = await on.ask<{ rows: { field: string; ttlMs: number }[] }>('key/page', {
    key: 'h',
    type: 'hash',
    cursor: '',
    count: 10,
    filter: '',
    inValues: false,
    isDescending: false,
    from: '',
    to: '',
  })
  expect(rows.find(({ field }) => field === 'c')!.ttlMs).toBeGreaterThan(400_000)
  expect(rows.find(({ field }) => field === 'b')!.ttlMs).toBe(-1)
  // Its end cannot be put back by its value: the bin has the whole key.
  const removed = await on.edit('h', { kind: 'removeFields', fields: ['c'] })
  expect({ undo: removed.undo, isKept: removed.binId !== '' }).toEqual({ undo: null, isKept: true })
  const gone = await on.edit('h', { kind: 'expireField', field: 'b', ttlMs: 0 })
  expect(gone).toMatchObject({ changed: 1, undo: null })
  expect(await on.text('EXISTS', 'h')).toBe('0')
  await on.ask('bin/restore', { binId: gone.binId })
  expect(await on.text('HGET', 'h', 'b')).toBe('2')
})
