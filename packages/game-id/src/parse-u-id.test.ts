import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUId, serverIdOf, uIdOf } from './index.ts'

describe('parseUId', () => {
  it.each([
    ['30123000045', 3, 123, 45],
    [30_123_000_045, 3, 123, 45],
    ['10001000001', 1, 1, 1],
    ['000030123000045', 3, 123, 45],
    ['9999999999', 0, 9999, 999_999],
    ['9223372036854775807', 922_337_203, 6854, 775_807],
  ])('splits %s', (input, platform, sId, sequence) => {
    expect(parseUId(input)).toMatchObject({ ok: true, platform, sId, sequence })
  })

  it.each([
    [0],
    ['0'],
    ['000'],
    [-1],
    ['-1'],
    [2 ** 53 + 1],
    [2 ** 53],
    [1.5],
    ['1.5'],
    ['1e10'],
    ['0x10'],
    [' 1'],
    ['1\n'],
    ['١٢٣'],
    [''],
    ['9223372036854775808'],
    ['12345678901234567890'],
    [Number.NaN],
    [Infinity],
    [[30_123_000_045]],
    [['30123000045']],
    [{}],
    [null],
    [undefined],
    [true],
    [5n],
  ])('refuses %s', (input) => {
    expect(parseUId(input)).toMatchObject({ ok: false, reason: expect.any(String) })
    expect(serverIdOf(input)).toBeNull()
  })

  it('joins what it splits, for every part that fits', () => {
    fc.assert(
      fc.property(fc.nat(900_000_000), fc.nat(9999), fc.nat(999_999), (platform, sId, sequence) => {
        fc.pre(platform + sId + sequence > 0)
        const uId = uIdOf({ platform, sId, sequence })
        expect(parseUId(uId)).toEqual({ ok: true, uId, platform, sId, sequence })
        expect(serverIdOf(uId)).toBe(sId)
      }),
      { seed: 905 },
    )
  })

  it('agrees with exact arithmetic for every int64', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), (value) => {
        const parsed = parseUId(value.toString())
        expect(parsed).toMatchObject({ ok: true, sId: Number((value % 10_000_000_000n) / 1_000_000n) })
      }),
      { seed: 906 },
    )
  })

  it('agrees with exact arithmetic where it divides doubles, for any bases', () => {
    const most = BigInt(Number.MAX_SAFE_INTEGER)
    const anyValue = fc.oneof(
      fc.bigInt({ min: 1n, max: most }),
      fc.bigInt({ min: most - 9n, max: most + 9n }),
    )
    const anyBases = fc.tuple(fc.integer({ min: 1, max: 10 ** 7 }), fc.integer({ min: 1, max: 10 ** 12 }))
    fc.assert(
      fc.property(anyValue, anyBases, (value, [serverBase, more]) => {
        const platformBase = serverBase + more
        const [platform, server] = [BigInt(platformBase), BigInt(serverBase)]
        expect(parseUId(String(value), { platformBase, serverBase })).toEqual({
          ok: true,
          uId: String(value),
          platform: Number(value / platform),
          sId: Number((value % platform) / server),
          sequence: Number(value % server),
        })
      }),
      { seed: 907, numRuns: 1_000 },
    )
  })

  it('splits by the bases of the settings file', () => {
    const bases = { platformBase: 1_000_000, serverBase: 1000 }
    expect(parseUId('7042013', bases)).toMatchObject({ platform: 7, sId: 42, sequence: 13 })
    expect(uIdOf({ platform: 7, sId: 42, sequence: 13 }, bases)).toBe('7042013')
    expect(() => parseUId('1', { platformBase: 10, serverBase: 10 })).toThrow(RangeError)
  })

  it.each([
    [{ platform: 0, sId: 0, sequence: 0 }],
    [{ platform: 1, sId: 10_000, sequence: 0 }],
    [{ platform: 1, sId: 1, sequence: 1_000_000 }],
    [{ platform: 1.5, sId: 1, sequence: 1 }],
    [{ platform: -1, sId: 1, sequence: 1 }],
    [{ platform: 922_337_204, sId: 1, sequence: 1 }],
  ])('refuses to join %j', (parts) => {
    expect(() => uIdOf(parts)).toThrow(RangeError)
  })
})
