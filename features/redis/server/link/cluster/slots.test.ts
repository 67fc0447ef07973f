import { expect, test } from 'vitest'
import { commonKeysOf } from './keys-of.ts'
import { readReplicas, readSlots, redirectionOf, slotOf } from './slots.ts'

test('slots are those of the specification, hash tags included', () => {
  const slots: Record<string, number> = {
    foo: 12_182,
    '123456789': 12_739,
    '': 0,
    'a{}b': slotOf(Buffer.from('a{}b')),
  }
  for (const [key, slot] of Object.entries(slots)) expect(slotOf(Buffer.from(key))).toBe(slot)
  for (const key of ['{foo}', 'x{foo}y', 'x{foo}{bar}', '{foo}}'])
    expect(slotOf(Buffer.from(key))).toBe(12_182)
  expect(slotOf(Buffer.from('a{}{foo}'))).not.toBe(12_182)
  expect(slotOf(Buffer.from('foo{'))).not.toBe(12_182)
})

test('a node that does not know its address is where it was asked', () => {
  const asked = { host: '10.0.0.1', port: 7000 }
  const bytes = (text: string) => Buffer.from(text)
  const { slots, masters } = readSlots(
    [
      ['0', '1', [null, '7001', bytes('a')]],
      ['2', '2', [bytes(''), '7002', bytes('b')]],
      ['3', '16383', [bytes('fd00::1'), '7003', bytes('c')], [bytes('10.0.0.9'), '7004', bytes('d')]],
    ],
    asked,
  )
  expect([...masters.keys()]).toEqual(['10.0.0.1:7001', '10.0.0.1:7002', '[fd00::1]:7003'])
  expect([0, 1, 2, 3, 16_383].map((slot) => slots[slot])).toEqual([
    '10.0.0.1:7001',
    '10.0.0.1:7001',
    '10.0.0.1:7002',
    '[fd00::1]:7003',
    '[fd00::1]:7003',
  ])
  expect(redirectionOf('MOVED 3 :7009', asked)).toEqual({
    kind: 'MOVED',
    slot: 3,
    address: { host: '10.0.0.1', port: 7009 },
  })
  expect(redirectionOf('ASK 3 fd00::1:7003', asked)?.address).toEqual({ host: 'fd00::1', port: 7003 })
  expect(redirectionOf('WRONGTYPE x', asked)).toBeNull()
})

test('replicas are those of CLUSTER NODES, failing ones included, by the kind of name the masters have', () => {
  const asked = { host: '10.0.0.1', port: 7000 }
  const text = Buffer.from(
    [
      'a 10.0.0.1:7001@17001,one myself,master - 0 0 1 connected 0-16383',
      'b 10.0.0.2:7002@17002,two slave a 0 0 1 connected',
      'c :7003@17003 slave,fail a 0 0 1 disconnected',
      'd fd00::1:7004@17004,,shard-id=x slave a 0 0 1 connected',
      'e :0@0 slave,noaddr a 0 0 1 disconnected',
      'f 10.0.0.6:7006@17006 handshake - 0 0 0 disconnected',
    ].join('\n'),
  )
  const keys = (master: string) => [
    ...readReplicas(text, { asked, masters: new Map([[master, asked]]) }).keys(),
  ]
  expect(keys('10.0.0.1:7001')).toEqual(['10.0.0.2:7002', '10.0.0.1:7003', '[fd00::1]:7004'])
  expect(keys('one:7001')).toEqual(['two:7002', '10.0.0.1:7003', '[fd00::1]:7004'])
  expect(readReplicas(null, { asked, masters: new Map() }).size).toBe(0)
})

test('keys of commands, sub-commands and modules', () => {
  const keys = (...args: string[]) => commonKeysOf(args).map(String)
  expect(keys('get', 'a')).toEqual(['a'])
  expect(keys('MSET', 'a', '1', 'b', '2')).toEqual(['a', 'b'])
  expect(keys('OBJECT', 'ENCODING', 'a')).toEqual(['a'])
  expect(keys('MEMORY', 'USAGE', 'a')).toEqual(['a'])
  expect(keys('XINFO', 'STREAM', 'a')).toEqual(['a'])
  expect(keys('XGROUP', 'CREATE', 'a', 'g', '$')).toEqual(['a'])
  expect(keys('EVAL', 'return 1', '1', 'a', 'b')).toEqual(['a'])
  expect(keys('XREAD', 'COUNT', '1', 'STREAMS', 'a', 'b', '0', '0')).toEqual(['a', 'b'])
  expect(keys('JSON.SET', 'a', '$', '1')).toEqual(['a'])
  expect(keys('INFO')).toEqual([])
  expect(keys('CLUSTER', 'SLOTS')).toEqual([])
})
