import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './index.ts'

/** How bodies were written before there was a library for it: hashes of them stand in databases. */
function writtenBefore(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((inner) => writtenBefore(inner ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${writtenBefore(inner)}`)
  return `{${pairs.join(',')}}`
}

describe('canonical JSON', () => {
  test('the example of RFC 8785, section 3.2.2', () => {
    const value = {
      numbers: JSON.parse('[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]') as unknown,
      string: '€$\u000F\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  test('keys are in the order of their code units, number-like ones too', () => {
    expect(canonicalJson({ 9: 1, 10: 2, é: 3, a: 4, '\uFB33': 5, '😀': 6 })).toBe(
      '{"10":2,"9":1,"a":4,"é":3,"😀":6,"\uFB33":5}',
    )
  })

  test('hashes of bodies stay what they were', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(canonicalJson(value)).toBe(writtenBefore(value))
      }),
    )
  })

  test.each([
    ['undefined is left out, in lists it is null', { a: undefined, b: [undefined] }, '{"b":[null]}'],
    ['nothing', undefined, 'null'],
    ['minus zero', -0, '0'],
    ['a bigint', { id: 2n ** 63n }, '{"id":"9223372036854775808"}'],
    ['lone surrogates', { '\uD800': 'x\uDC00' }, '{"\uFFFD":"x\uFFFD"}'],
  ])('%s', (_what, value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })
})
