import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { jsonOfMsgpack, walkMsgpack } from '@qd/game-frame'
import { walk } from '@qd/proto-wire'
import { decode, inflate, toJson } from '@qd/value-codecs'
import type { Compression, ValueFormat } from '@qd/value-codecs'
import { expect, test } from 'vitest'
import { formatOf, packedSnapshot } from './packed-snapshot.ts'
import type { SnapshotFormat } from './packed-snapshot.ts'
import { phpOf } from './php-of.ts'

test('a value is written as PHP serializes it', () => {
  expect(phpOf({ name: '灯塔', list: [1, -2.5, true, null], 7: {} })).toBe(
    'a:3:{s:1:"7";a:0:{}s:4:"name";s:6:"灯塔";s:4:"list";a:4:{i:0;i:1;i:1;d:-2.5;i:2;b:1;i:3;N;}}',
  )
})

const role = { uId: '30123000045', name: '灯', level: 9, exp: '9007199254740993', vip: 1, power: '5' }
const document = {
  role: { ...role, position: { harbor: 1, x: 2, y: 3 }, tags: ['a'] },
  currency: { gold: '1' },
  arena: { score: 1, winRate: 0.5, season: 2 },
  ship: { shipId: 1, name: 's', route: { fromHarbor: 1 }, cargo: [{ itemId: 1, count: 2 }] },
} as unknown as Parameters<typeof packedSnapshot>[1]

test('each format opens to the same snapshot', () => {
  const packed = (format: SnapshotFormat) => packedSnapshot(format, document)
  const plain = JSON.parse(packed('json').toString()) as { role: { exp: string } }
  expect(plain.role.exp).toBe('9007199254740993')
  const opened = [
    gunzipSync(packed('gzip')),
    inflateSync(packed('deflate')),
    brotliDecompressSync(packed('brotli')),
    zstdDecompressSync(packed('zstd')),
  ]
  for (const text of opened) expect(JSON.parse(text.toString())).toEqual(plain)
  expect(jsonOfMsgpack(walkMsgpack(packed('msgpack')), null)).toEqual(plain)
  expect(packed('php').toString()).toContain('s:5:"level";i:9;')
})

const shown = (format: ValueFormat): unknown => {
  const read = decode(format, packedSnapshot(format as SnapshotFormat, document))
  if (!read.ok) throw new Error(read.fault.code)
  return JSON.parse(toJson(read.node))
}

test('the console reads every format', async () => {
  const plain = packedSnapshot('json', document)
  for (const compression of ['deflateRaw', 'lz4', 'snappy', 'brotli', 'zstd'] satisfies Compression[]) {
    const opened = await inflate(compression, packedSnapshot(compression, document))
    expect(opened).toMatchObject({ ok: true, bytes: new Uint8Array(plain) })
  }
  expect(shown('pickle')).toEqual(JSON.parse(plain.toString()))
  expect(shown('java')).toEqual(['30123000045', '灯', '9'])
  expect(shown('float32')).toHaveLength(3)
  const card = walk(packedSnapshot('protobuf', document)).nodes
  expect(card.map(({ number }) => number)).toEqual([1, 2, 3, 4])
})

test('players get every format, and keep theirs', () => {
  const formats = Array.from({ length: 20 }, (_, at) => formatOf(`30123${String(at).padStart(6, '0')}`))
  expect(new Set(formats).size).toBe(14)
  expect(formatOf('30123000007')).toBe(formatOf('30123000007'))
})
