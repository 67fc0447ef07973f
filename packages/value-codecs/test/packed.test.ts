import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { deflate, detectCompression, inflate } from '../src/index.ts'
import type { Compression } from '../src/index.ts'
import { ofHex, ofLatin } from './bytes-of.ts'
import { PACKED } from './fixtures.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))
const FOX = bytesOf('the quick brown fox, 狐狸 '.repeat(12))
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))
/** A frame for no reader, of LZ4 and of Zstandard alike. */
const SKIPPED = joined(Uint8Array.of(0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0), ofLatin('abc'))
/** `lz4 -l` of the fox. */
const LEGACY = ofHex(
  '02214c1828000000ff0d74686520717569636b2062726f776e20666f782c20e78b90e78bb8201c00ff1d5090e78bb820',
)

/** `zstd -1` of some rows with one changed bit: all weights of its Huffman code are one value. */
const ENDLESS =
  '28b52ffd64e1028d070082cc201df0a7d0010c43c9a11d0c20422ada507461a6994899649232f9a1bdc3f1028a71749d75ce7e68c3a2334beddfa92c72f361adc6d279d72aa9d8d8b1486c2597c8160d29af927623592624e92a64c527bc518e777c79ab67ea336417d127fb7c542fcedc9fd6c64c1eef08c590c302c342a1613112a3c060e0602024310800104642403a2060a3961e33e1ee54313b5f2ccc82af997277aa98cd2716a7c6cc7c7183648ecd07b128ce823abe4f4f753a664dcfc7742c969eaa74cc929e0fe9581c3dd568cc9859541c88f234d4b8881a17e98d456f13906e0c7a3781887191da58f4601323d2da988828f7d97002e7539e90'

const FOXES: readonly [string, Compression, Uint8Array, boolean][] = [
  ['gzip', 'gzip', gzipSync(FOX), true],
  ['gzip of two members', 'gzip', joined(gzipSync(FOX.subarray(0, 9)), gzipSync(FOX.subarray(9))), true],
  ['zlib', 'deflate', deflateSync(FOX), true],
  ['raw Deflate', 'deflateRaw', deflateRawSync(FOX), false],
  ['Brotli', 'brotli', brotliCompressSync(FOX), false],
  ['Zstd with a checksum', 'zstd', zstdCompressSync(FOX, CHECKED), true],
  ['Zstd without', 'zstd', zstdCompressSync(FOX), false],
  [
    'two frames of Zstd',
    'zstd',
    joined(
      zstdCompressSync(FOX.subarray(0, 9), CHECKED),
      SKIPPED,
      zstdCompressSync(FOX.subarray(9), CHECKED),
    ),
    true,
  ],
  ['LZ4 with a checksum', 'lz4', ofHex(PACKED.lz4Checked), true],
  ['LZ4 without', 'lz4', ofHex(PACKED.lz4Linked), false],
  ['LZ4 behind a frame to skip', 'lz4', joined(SKIPPED, ofHex(PACKED.lz4Checked)), true],
  ['LZ4 before a frame to skip', 'lz4', joined(ofHex(PACKED.lz4Checked), SKIPPED), true],
  ['legacy LZ4', 'lz4', LEGACY, false],
  ['legacy LZ4 behind a frame to skip', 'lz4', joined(SKIPPED, LEGACY), false],
  ['a block of LZ4', 'lz4', ofHex(PACKED.lz4Block), false],
  ['a stream of Snappy', 'snappy', ofHex(PACKED.snappyFramed), true],
  ['a block of Snappy', 'snappy', ofHex(PACKED.snappyRaw), false],
]
const MARKED = FOXES.filter(([name]) => !/^raw|Brotli|block/.test(name))

describe('what programs pack', () => {
  it.each(FOXES)(
    '%s is read, and it is said whether a checksum was compared',
    async (_name, kind, bytes, isChecked) => {
      expect(await inflate(kind, bytes)).toEqual({ ok: true, bytes: FOX, isChecked })
    },
  )

  it.each(MARKED)('%s is known by its magic bytes', (_name, kind, bytes) => {
    expect(detectCompression(bytes)).toBe(kind)
  })

  it('legacy LZ4 goes on with a frame behind it', async () => {
    const both = joined(LEGACY, ofHex(PACKED.lz4Checked), LEGACY)
    expect(await inflate('lz4', both)).toEqual({ ok: true, bytes: joined(FOX, FOX, FOX), isChecked: false })
  })

  it('bytes behind the end are named as that', async () => {
    const tail = ofLatin('tail')
    for (const [, kind, bytes] of FOXES.filter(([name]) => ['gzip', 'zlib', 'Zstd without'].includes(name)))
      expect(await inflate(kind, joined(bytes, tail))).toMatchObject({
        ok: false,
        fault: { code: 'trailing' },
      })
    expect(await inflate('lz4', joined(ofHex(PACKED.lz4Checked), tail))).toMatchObject({
      fault: { code: 'trailing', at: ofHex(PACKED.lz4Checked).length },
    })
  })

  it('a gzip whose second member is damaged is named as that', async () => {
    const bytes = joined(gzipSync(FOX), gzipSync(FOX))
    bytes[bytes.length - 8]! ^= 1
    expect(await inflate('gzip', bytes)).toMatchObject({ ok: false, fault: { code: 'damaged' } })
  })

  it('bytes that look like a further member are none', async () => {
    const member = joined(FOX, Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0))
    const stored = gzipSync(member, { level: 0 })
    expect(await inflate('gzip', joined(stored, stored))).toMatchObject({
      ok: true,
      bytes: joined(member, member),
    })
  })

  it.each([0, 1, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1_000, 70_001])(
    'checksums of %i bytes are those of other programs',
    async (length) => {
      const given = Uint8Array.from({ length }, (_none, at) => (at * 7919) >>> 3)
      expect(await inflate('zstd', zstdCompressSync(given, CHECKED))).toEqual({
        ok: true,
        bytes: given,
        isChecked: true,
      })
    },
  )
})

describe('one changed bit', () => {
  it.each(FOXES)('in %s is no value that is called right', async (_name, kind, bytes, isChecked) => {
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = bytes.slice()
      changed[bit >>> 3]! ^= 1 << (bit & 7)
      const read = await inflate(kind, changed)
      if (!read.ok || Buffer.compare(read.bytes, FOX) === 0) continue
      expect([bit, read.isChecked]).toEqual([bit, false])
      // A chunk that Snappy lets every reader skip is the one way to lose bytes without a checksum.
      if (isChecked) expect([kind, bit >>> 3]).toEqual(['snappy', 10])
    }
  })

  it('in weights of Zstd does not go round for ever', async () => {
    const rows = Array.from({ length: 30 }, (_none, at) => ({ uId: at * 7919, name: `岚夜 ${at % 97}` }))
    const changed = ofHex(ENDLESS)
    expect(await inflate('zstd', changed)).toMatchObject({ ok: false, fault: { code: 'invalid', at: 10 } })
    changed[14]! ^= 1 << 6
    expect(await inflate('zstd', changed)).toMatchObject({ ok: true, bytes: bytesOf(JSON.stringify(rows)) })
  })

  it.each<[string, Compression, Uint8Array, number]>([
    ['Zstd', 'zstd', zstdCompressSync(FOX, CHECKED), -1],
    ['LZ4', 'lz4', ofHex(PACKED.lz4Checked), -1],
    ['the head of LZ4', 'lz4', ofHex(PACKED.lz4Checked), 6],
    ['Snappy', 'snappy', ofHex(PACKED.snappyFramed), 14],
    ['gzip', 'gzip', gzipSync(FOX), -8],
    ['zlib', 'deflate', deflateSync(FOX), -1],
  ])('in a checksum of %s is damage, with its place', async (_name, kind, bytes, at) => {
    const changed = Uint8Array.from(bytes)
    changed[at < 0 ? bytes.length + at : at]! ^= 1
    const read = await inflate(kind, changed)
    expect(read).toMatchObject({ ok: false, fault: { code: 'damaged' } })
    if (!read.ok) expect(read.fault.at).toBeGreaterThanOrEqual(0)
  })

  it('in a size that Zstd declares is damage', async () => {
    const stored = await deflate('zstd', FOX)
    const changed = stored.slice()
    // Without a checksum, and one byte more than there is.
    changed[4] = 0xa0
    changed[5]! += 1
    expect(await inflate('zstd', changed.subarray(0, -4))).toMatchObject({ fault: { code: 'damaged' } })
  })
})

describe('what is packed again', () => {
  it.each<[string, Compression, Uint8Array]>([
    ['legacy LZ4', 'lz4', LEGACY],
    ['a block of LZ4', 'lz4', ofHex(PACKED.lz4Block)],
    ['frames of LZ4', 'lz4', ofHex(PACKED.lz4Linked)],
    ['a stream of Snappy', 'snappy', ofHex(PACKED.snappyFramed)],
    ['a block of Snappy', 'snappy', ofHex(PACKED.snappyRaw)],
  ])('%s stays what it was, whatever its length', async (name, kind, like) => {
    for (const length of [0, 1, 14, 15, 16, 269, 270, 271, 70_000]) {
      const given = Uint8Array.from({ length }, (_none, at) => at & 0xff)
      const packed = await deflate(kind, given, like)
      expect(await inflate(kind, packed)).toMatchObject({ ok: true, bytes: given })
      // A block alone has no magic bytes.
      expect(detectCompression(packed)).toBe(name.includes('block') ? null : kind)
      if (name === 'legacy LZ4') expect(Buffer.from(packed).readUInt32LE()).toBe(0x184c2102)
    }
  })
})
