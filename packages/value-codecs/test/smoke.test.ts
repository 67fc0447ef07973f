import { brotliCompressSync, brotliDecompressSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  COMPRESSIONS,
  VALUE_FORMATS,
  decode,
  deflate,
  encode,
  encodeText,
  inflate,
  isEditable,
  shownText,
} from '../src/index.ts'
import type { ValueNode } from '../src/index.ts'

const bytes = fc.uint8Array({ maxLength: 400 })
const text = fc.string({ unit: 'binary', maxLength: 20 })

const { node } = fc.letrec<{ node: ValueNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constant<ValueNode>({ kind: 'null' }),
    fc.boolean().map((value): ValueNode => ({ kind: 'bool', value })),
    fc
      .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
      .map((value): ValueNode => ({ kind: 'int', value: String(value) })),
    fc.double().map((value): ValueNode => ({ kind: 'float', value })),
    text.map((value): ValueNode => ({ kind: 'text', value })),
    fc.array(tie('node'), { maxLength: 5 }).map((items): ValueNode => ({ kind: 'list', items })),
    fc
      .uniqueArray(fc.tuple(text, tie('node')), { maxLength: 5, selector: ([key]) => key })
      .map((pairs): ValueNode => ({
        kind: 'map',
        pairs: pairs.map(([key, value]) => [{ kind: 'text', value: `k${key}` }, value]),
      })),
  ),
}))

test.each(COMPRESSIONS)('%s leads back to what was packed', async (compression) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), async (given) => {
      expect(await inflate(compression, await deflate(compression, given))).toMatchObject({
        ok: true,
        bytes: given,
      })
    }),
    { numRuns: 60 },
  )
})

test('what Node packs is read, and Node reads what is packed here', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...'the quick brown fox 狐狸'), { maxLength: 3_000 }),
      async (chars) => {
        const given = new TextEncoder().encode(chars.join(''))
        expect(await inflate('brotli', brotliCompressSync(given))).toMatchObject({ ok: true, bytes: given })
        expect(await inflate('zstd', zstdCompressSync(given))).toMatchObject({ ok: true, bytes: given })
        expect(Uint8Array.from(brotliDecompressSync(await deflate('brotli', given)))).toEqual(given)
        expect(Uint8Array.from(zstdDecompressSync(await deflate('zstd', given)))).toEqual(given)
      },
    ),
    { numRuns: 40 },
  )
})

test.each(['msgpack', 'php'] as const)(
  '%s: a value written, read, shown and written again is the same',
  (format) => {
    fc.assert(
      fc.property(node, (given) => {
        const first = encode(format, given)
        if (!first.ok) throw new Error(first.fault.code)
        const read = decode(format, first.bytes)
        expect(read).toMatchObject({ ok: true, isExact: true })
        if (!read.ok) return
        expect(encodeText(format, shownText(format, read.node), read.node)).toEqual(first)
      }),
    )
  },
)

test.each(VALUE_FORMATS)('%s: bytes of a stranger never throw', (format) => {
  fc.assert(
    fc.property(bytes, (given) => {
      const read = decode(format, given)
      if (read.ok && isEditable(format) && read.isExact) {
        expect(encodeText(format, shownText(format, read.node), read.node).ok || format === 'hex').toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})
