import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startKeys } from '../testing/with-keys.ts'
import { uploadName } from './upload-name.ts'

/** A cluster of one node: it refuses keys of different slots as a large one does. */
let on: Awaited<ReturnType<typeof startKeys>>
beforeAll(async () => {
  on = await startKeys(['--cluster-enabled', 'yes'], { isCluster: true })
  await on.run('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await vi.waitFor(async () => expect(await on.text('CLUSTER', 'INFO')).toContain('cluster_state:ok'), 30_000)
})
afterAll(() => on.close())

const names = ['plain', 'with{tag}behind', 'a}b', 'a{b', 'a{}b', '世界']

test.each(names)('an upload takes the place of %s', async (name) => {
  const key = Buffer.from(name)
  const beside = uploadName(key, true)
  expect(beside.toString().startsWith(`${name}:upload:`)).toBe(true)
  expect(await on.text('CLUSTER', 'KEYSLOT', beside)).toBe(await on.text('CLUSTER', 'KEYSLOT', key))
  await on.run('SET', key, 'four', 'PX', '500000')
  const query = { key: key.toString('base64'), expectBytes: '4' }
  expect((await on.upload(query, Buffer.from('new'))).body.data).toEqual({ bytes: 3 })
  expect(await on.text('GET', key)).toBe('new')
  expect(Number(await on.run('PTTL', key))).toBeGreaterThan(400_000)
})

test('a new name in another slot is refused in the server’s words', async () => {
  await on.run('SET', 'from', '1')
  const { body } = await on.post('key/edit', { key: 'from', edit: { kind: 'rename', to: 'elsewhere' } })
  expect(body).toMatchObject({
    err: { code: 'redis_edit_failed' },
    msg: expect.stringContaining('CROSSSLOT'),
  })
  expect((await on.edit('from', { kind: 'rename', to: '{from}:2' })).changed).toBe(1)
})
