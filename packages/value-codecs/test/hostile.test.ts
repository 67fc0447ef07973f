import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COMPRESSIONS,
  DEFAULT_LIMITS,
  VALUE_FORMATS,
  decode,
  deflate,
  detectCompression,
  inflate,
  toJson,
} from '../src/index.ts'
import type { Compression, Limits, ValueFormat } from '../src/index.ts'
import { ofHex, ofLatin } from './bytes-of.ts'
import { JAVA, MSGPACK, PACKED, PHP, PICKLE } from './fixtures.ts'

const MIB = 1_048_576
const SMALL: Limits = { ...DEFAULT_LIMITS, outBytes: 2 * MIB }

const hex = (each: Readonly<Record<string, string>>): Uint8Array[] => Object.values(each).map(ofHex)
const SAMPLES: Partial<Record<ValueFormat, Uint8Array[]>> = {
  java: hex(JAVA),
  pickle: hex(PICKLE),
  msgpack: hex(MSGPACK),
  php: Object.values(PHP).map(ofLatin),
}
const SAMPLED = Object.keys(SAMPLES) as ValueFormat[]

/** Reads it, shows it, and sees that a fault has its place. */
function look(format: ValueFormat, bytes: Uint8Array, limits = DEFAULT_LIMITS): string {
  const read = decode(format, bytes, limits)
  const node = read.ok ? read.node : read.partial
  if (node !== null) toJson(node)
  if (read.ok) return 'ok'
  expect(read.fault.at).toBeGreaterThanOrEqual(-1)
  expect(read.fault.at).toBeLessThanOrEqual(bytes.length)
  return read.fault.code
}

/** Samples with some of their bytes changed: they get further into a reader than random ones. */
const changed = (samples: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    )
    .map(([sample, changes]) => {
      const bytes = sample.slice()
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      return bytes
    })

describe('values', () => {
  it.each(VALUE_FORMATS)('%s: random bytes end in a value or a fault with its place', (format) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void look(format, bytes)),
      { numRuns: 200 },
    )
  })

  it.each(SAMPLED)('%s: changed bytes end as well', (format) => {
    fc.assert(
      fc.property(changed(SAMPLES[format]!), (bytes) => void look(format, bytes)),
      { numRuns: 500 },
    )
  })

  it.each(SAMPLED)('%s: every beginning is a fault at the place where bytes are missing', (format) => {
    for (const sample of SAMPLES[format]!) {
      for (let length = 0; length < sample.length; length += 1) {
        const read = decode(format, sample.subarray(0, length))
        // Java writes values one after the other: between two of them a stream may end.
        if (read.ok) expect(format).toBe('java')
        else expect(read.fault.at).toBeGreaterThanOrEqual(0)
        if (!read.ok && read.partial !== null) toJson(read.partial)
      }
    }
  })
})

const repeat = (byte: number, count: number): number[] => Array.from({ length: count }, () => byte)
const DEEP = 100_000
/** A Java class descriptor without fields; it begins the stream. */
const javaClass = (...parent: number[]): Uint8Array =>
  Uint8Array.of(0xac, 0xed, 0, 5, 0x73, 0x72, 0, 1, 65, ...repeat(0, 8), 2, 0, 0, 0x78, ...parent)

describe('hostile values', () => {
  it.each<[string, ValueFormat, Uint8Array, string]>([
    ['lists in lists', 'msgpack', Uint8Array.from(repeat(0x91, DEEP)), 'tooDeep'],
    [
      'a list of 2^32 values that are not there',
      'msgpack',
      Uint8Array.of(0xdd, 255, 255, 255, 255),
      'truncated',
    ],
    ['a map of 2^32 pairs', 'msgpack', Uint8Array.of(0xdf, 255, 255, 255, 255), 'truncated'],
    ['bytes of 4 GiB', 'msgpack', Uint8Array.of(0xc6, 255, 255, 255, 255), 'truncated'],
    ['lists in lists', 'php', ofLatin('a:1:{i:0;'.repeat(DEEP)), 'tooDeep'],
    ['a list of 9,999,999,999', 'php', ofLatin('a:9999999999:{'), 'truncated'],
    ['a text of 9,999,999,999', 'php', ofLatin('s:9999999999:"'), 'truncated'],
    ['lists in lists', 'json', ofLatin('['.repeat(DEEP)), 'tooDeep'],
    ['tuples in tuples', 'pickle', Uint8Array.of(0x80, 4, 0x29, ...repeat(0x85, DEEP), 0x2e), 'tooDeep'],
    ['tuples in tuples, cut', 'pickle', Uint8Array.of(0x80, 4, 0x29, ...repeat(0x85, DEEP)), 'truncated'],
    ['marks', 'pickle', Uint8Array.from(repeat(0x28, DEEP)), 'truncated'],
    ['bytes of 2^64', 'pickle', Uint8Array.of(0x80, 4, 0x8e, ...repeat(255, 8)), 'truncated'],
    ['a protocol to come', 'pickle', Uint8Array.of(0x80, 9, 0x4e, 0x2e), 'unsupported'],
    ['a class above itself', 'java', javaClass(0x71, 0, 0x7e, 0, 0), 'invalid'],
    ['exceptions without end', 'java', Uint8Array.of(0xac, 0xed, 0, 5, ...repeat(0x7b, DEEP)), 'invalid'],
    [
      'an array of 2^32',
      'java',
      ofHex(`aced00057572000${'25b49'}${'00'.repeat(8)}0200007870ffffffff`),
      'truncated',
    ],
  ])('%s in %s end in a fault', (_name, format, bytes, code) => expect(look(format, bytes)).toBe(code))

  it('a set of a pickle that holds itself is shown once', () => {
    // EMPTY_SET MEMOIZE MARK BINGET 0 ADDITEMS STOP
    const read = decode('pickle', Uint8Array.of(0x80, 4, 0x8f, 0x94, 0x28, 0x68, 0, 0x90, 0x2e))
    expect(read.ok && toJson(read.node)).toContain('same as')
  })

  it('sets of a pickle that double at each step do not multiply', () => {
    const steps = Array.from({ length: 40 }, (_none, at) => [0x28, 0x68, at, 0x68, at, 0x91, 0x94]).flat()
    const read = decode('pickle', Uint8Array.of(0x80, 4, 0x8f, 0x94, ...steps, 0x2e))
    expect(read.ok && toJson(read.node).length < 10_000).toBe(true)
  })

  it('values beyond the limit are not read', () => {
    const limits = { ...DEFAULT_LIMITS, nodes: 1_000 }
    expect(look('msgpack', Uint8Array.of(0xdc, 0x27, 0x10, ...repeat(0xc0, 10_000)), limits)).toBe('tooMany')
    expect(look('float32', new Uint8Array(8_000), limits)).toBe('tooMany')
    expect(look('java', new Uint8Array(101), { ...DEFAULT_LIMITS, inBytes: 100 })).toBe('tooLarge')
  })

  it('keys that reach prototypes are only names', () => {
    const read = decode('msgpack', Uint8Array.of(0x81, 0xa9, ...ofLatin('__proto__'), 0x81, 0xa1, 0x78, 0x01))
    const text = read.ok ? toJson(read.node) : ''
    expect(JSON.parse(text)).toEqual({ $map: [['__proto__', { x: 1 }]] })
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

const LONG = { [constants.BROTLI_PARAM_QUALITY]: 5 }
const PACK: Partial<Record<Compression, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  deflateRaw: (bytes) => deflateRawSync(bytes),
  brotli: (bytes) => brotliCompressSync(bytes, { params: LONG }),
  zstd: (bytes) => zstdCompressSync(bytes),
}
const words = Uint8Array.from(
  Buffer.from(
    JSON.stringify(Array.from({ length: 60 }, (_none, at) => ({ uId: at * 7919, name: `n${at}` }))),
  ),
)
const packedBy = async (compression: Compression): Promise<Uint8Array[]> => {
  const own = [await deflate(compression, words)]
  const byNode = PACK[compression]
  if (byNode !== undefined) return [...own, byNode(words)]
  const others = Object.entries(PACKED).filter(([name]) => name.startsWith(compression))
  return [...own, ...others.map(([, text]) => ofHex(text))]
}

describe('packed bytes', () => {
  it.each(COMPRESSIONS)('%s: every beginning is a fault at its place', async (compression) => {
    for (const sample of await packedBy(compression)) {
      const step = Math.ceil(sample.length / 50)
      for (let length = 0; length < sample.length; length += step) {
        const read = await inflate(compression, sample.subarray(0, length))
        // The head alone is an empty stream of Snappy.
        if (read.ok && compression === 'snappy' && length === 10) continue
        if (read.ok) throw new Error(`${length} of ${sample.length} bytes were enough`)
        expect(read.fault.at).toBeLessThanOrEqual(length)
        expect(read.fault.at).toBeGreaterThanOrEqual(0)
      }
    }
  })

  it.each(COMPRESSIONS)('%s: random and changed bytes end within the limits', async (compression) => {
    const samples = await packedBy(compression)
    const any = fc.oneof(fc.uint8Array({ maxLength: 200 }), changed(samples))
    await fc.assert(
      fc.asyncProperty(any, async (bytes) => {
        const read = await inflate(compression, bytes, SMALL)
        if (read.ok) expect(read.bytes.length).toBeLessThanOrEqual(SMALL.outBytes)
        else expect(read.fault.at).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: 150 },
    )
  })
})

describe('how bytes are packed', () => {
  it.each(COMPRESSIONS)('%s is known by its magic bytes where it has some', async (compression) => {
    const byNode = PACK[compression]?.(words)
    const isMarked = ['gzip', 'deflate', 'zstd', 'lz4'].includes(compression)
    if (isMarked) expect(detectCompression(await deflate(compression, words))).toBe(compression)
    if (byNode !== undefined) expect(detectCompression(byNode)).toBe(isMarked ? compression : null)
  })

  it('texts and values are not packed', () => {
    expect(detectCompression(ofHex(PACKED.snappyFramed))).toBe('snappy')
    const texts = ['', 'x', 'x^2 + y^2', 'PK', JSON.stringify({ x: 1 })].map(ofLatin)
    for (const bytes of [...texts, ...Object.values(SAMPLES).flat()])
      expect(detectCompression(bytes)).toBeNull()
  })
})

describe('bombs', () => {
  const zeros = new Uint8Array(6 * MIB)
  it.each(Object.entries(PACK))('6 MiB of zeros in %s stop at the limit', async (compression, pack) => {
    const bytes = pack!(zeros)
    const byRatio = await inflate(compression as Compression, bytes)
    const isExtreme = zeros.length / bytes.length > DEFAULT_LIMITS.ratio
    expect(byRatio).toMatchObject(isExtreme ? { ok: false, fault: { code: 'ratio' } } : { ok: true })
    const bySize = await inflate(compression as Compression, bytes, { ...SMALL, ratio: 1_000_000 })
    expect(bySize).toMatchObject({ ok: false, fault: { code: 'tooLarge' } })
  })

  it.each<[string, Compression, Uint8Array]>([
    ['a window of 2 GiB in the second frame', 'zstd', ofHex('28b52ffd200001000028b52ffd00a8010000')],
    ['an announced size of 4 GiB', 'lz4', ofHex('ffffffff1000')],
    ['an announced size of 4 GiB', 'snappy', ofHex('ffffffff0f0000')],
  ])('%s in %s is refused before there is room for it', async (_name, compression, bytes) => {
    const read = await inflate(compression, bytes)
    expect(read.ok ? 'ok' : read.fault.code).toMatch(/^(?:tooLarge|ratio)$/)
  })

  it('small values may be packed as well as they can be', async () => {
    expect(await inflate('zstd', zstdCompressSync(new Uint8Array(MIB)))).toMatchObject({ ok: true })
  })
})
