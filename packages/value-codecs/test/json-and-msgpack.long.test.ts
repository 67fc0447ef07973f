import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decode, encodeText, shownText, toJson } from '../src/index.ts'
import { ofHex, ofLatin } from './bytes-of.ts'

const suite = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`suites/${name}.json`, import.meta.url), 'utf8')) as T

/** Too large to be kept here: they are made. */
const MADE: Record<string, Uint8Array> = {
  n_structure_100000_opening_arrays: ofLatin('['.repeat(100_000)),
  n_structure_open_array_object: ofLatin('[{"":'.repeat(50_000)),
}

/**
 * Declared limits, where the standard leaves the choice: what is no UTF-8 is refused, other encodings and halves of pairs in
 * bytes with it; so are a mark of the byte order and more than 200 levels. Numbers keep their digits, however many, and
 * escapes may write half a pair.
 */
const REFUSED = /utf-?8|utf-?16|overlong|iso_latin|not_in_unicode_range|500_nested/i

describe('JSONTestSuite', () => {
  const { files } = suite<{ files: Record<string, string> }>('json-test-suite')
  const all = [
    ...Object.entries(files).map(
      ([name, base64]) => [name, Uint8Array.from(Buffer.from(base64, 'base64'))] as const,
    ),
    ...Object.entries(MADE),
  ]

  it.each(all)('%s', (name, bytes) => {
    const read = decode('json', bytes)
    const isTaken = name.startsWith('y_') || (name.startsWith('i_') && !REFUSED.test(name))
    expect([name, read.ok]).toEqual([name, isTaken])
    if (!read.ok) {
      expect(read.fault.at).toBeGreaterThanOrEqual(0)
      expect(read.fault.at).toBeLessThanOrEqual(bytes.length)
      return
    }
    expect(read.isExact).toBe(true)
    if (!name.startsWith('i_'))
      expect(() => JSON.parse(new TextDecoder().decode(bytes)) as unknown).not.toThrow()
  })
})

type Sample = Record<string, unknown> & { msgpack: string[] }
const { groups } = suite<{ groups: Record<string, Sample[]> }>('msgpack-test-suite')

/** What our JSON of a sample is. */
function expected({ msgpack: _bytes, ...sample }: Sample): unknown {
  // A number with an exact text of its digits stands in both ways.
  const kind = 'bignum' in sample ? 'bignum' : Object.keys(sample)[0]!
  const value = sample[kind]
  const base64 = (hex: unknown) => ({
    $base64: Buffer.from(String(hex).replaceAll('-', ''), 'hex').toString('base64'),
  })
  if (kind === 'binary') return base64(value)
  if (kind === 'bignum') return Number(value)
  if (kind === 'ext') {
    const [type, hex] = value as [number, string]
    return { $is: `ext ${type}`, value: base64(hex) }
  }
  if (kind !== 'timestamp') return value
  const [seconds, nanos] = value as [number, number]
  const part = String(nanos).padStart(9, '0').replace(/0+$/, '')
  const whole = new Date(seconds * 1_000).toISOString().slice(0, -5)
  return { $is: 'timestamp', value: part === '' ? `${whole}Z` : `${whole}.${part}Z` }
}

describe('msgpack-test-suite', () => {
  const all = Object.entries(groups).flatMap(([group, samples]) =>
    samples.flatMap((sample) => sample.msgpack.map((hex) => [group, hex, sample] as const)),
  )

  it.each(all)('%s %s', (_group, hex, sample) => {
    const bytes = ofHex(hex.replaceAll('-', ''))
    const read = decode('msgpack', bytes)
    if (!read.ok) throw new Error(read.fault.code)
    expect(JSON.parse(toJson(read.node))).toEqual(expected(sample))
    expect(read.isExact).toBe(true)
    expect(encodeText('msgpack', shownText('msgpack', read.node), read.node)).toEqual({ ok: true, bytes })
  })
})
