import { SEARCH_MODULE } from '@qd/testing'
import { expect, test } from 'vitest'
import type { Arg, Reply } from '../link/redis-link.ts'
import { plainDatabase } from '../testing/plain-database.ts'
import { startKeys } from '../testing/with-keys.ts'
import { moduleInfo, moduleItems } from './module-info.ts'

/** A database that answers as a server with the module; none of these modules can be installed for a test. */
function answering(answers: Record<string, Reply>) {
  const asked: string[] = []
  const run = async (args: readonly Arg[]): Promise<Reply> => {
    asked.push(args.map(String).join(' '))
    return answers[String(args[0])] ?? null
  }
  return { asked, database: { ...plainDatabase(1), run } }
}
const bytes = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text))
const KEY = Buffer.from('k')

test.each<[string, string, Reply, object[]]>([
  [
    'TopK-TYPE',
    'TOPK.LIST k WITHCOUNT',
    [Buffer.from('foo'), '12', Buffer.from([255]), '7'],
    [
      { name: 'foo', value: '12' },
      { name: { base64: '/w==' }, value: '7' },
    ],
  ],
  [
    'TSDB-TYPE',
    'TS.REVRANGE k - + COUNT 50',
    [
      ['1700000000001', Buffer.from('2.5')],
      ['1700000000000', Buffer.from('1')],
    ],
    [
      { name: '1700000000001', value: '2.5' },
      { name: '1700000000000', value: '1' },
    ],
  ],
  [
    'vectorset',
    'VRANDMEMBER k 50',
    bytes('a', 'b'),
    [
      { name: 'a', value: '' },
      { name: 'b', value: '' },
    ],
  ],
])('a key of type %s shows some of what it holds', async (type, command, reply, items) => {
  const { asked, database } = answering({ [command.split(' ')[0]!]: reply })
  expect(await moduleItems(database, type, KEY)).toEqual(items)
  expect(asked).toEqual([command])
})

test('what such a type tells of itself comes as rows, nested answers in one line', async () => {
  const reply = [...bytes('size'), '2', ...bytes('labels'), [bytes('a', 'b'), bytes('c', 'd')]]
  const { database, asked } = answering({ 'TS.INFO': reply })
  expect(await moduleInfo(database, 'TSDB-TYPE', KEY)).toEqual([
    { name: 'size', value: '2' },
    { name: 'labels', value: 'a, b, c, d' },
  ])
  expect(asked).toEqual(['TS.INFO k'])
  expect(await moduleInfo(database, 'MBbloom--', KEY)).toEqual([])
  expect(await moduleItems(database, 'TSDB-TYPE', KEY)).toEqual([])
})

test('keys of an index stand there with type and size, expire and are deleted', async () => {
  const on = await startKeys(['--loadmodule', SEARCH_MODULE])
  await on.run('FT.CREATE', 'heroes', 'SCHEMA', 'name', 'TEXT', 'level', 'NUMERIC', 'guild', 'TAG')
  await on.run('FT.ADD', 'heroes', 'h:1', '1', 'FIELDS', 'name', 'Anna', 'level', '3', 'guild', 'red')
  const types: Record<string, string> = {
    'idx:heroes': 'ft_index0',
    'ft:heroes/anna': 'ft_invidx',
    'nm:heroes/level': 'numericdx',
    'tag:heroes/guild': 'ft_tagidx',
  }
  for (const [key, type] of Object.entries(types)) {
    const shown = await on.ask<{ bytes: number }>('key/show', { key })
    expect(shown).toMatchObject({ type, ttlMs: -1, length: null, info: [], items: [], hasFieldTtl: false })
    expect(shown.bytes).toBeGreaterThan(0)
    await on.edit(key, { kind: 'expire', ttlMs: 1_000_000 })
    expect(Number(await on.text('PTTL', key))).toBeGreaterThan(0)
  }
  await on.edit('nm:heroes/level', { kind: 'remove' })
  expect(await on.text('EXISTS', 'nm:heroes/level')).toBe('0')
  await on.close()
})
