import fc from 'fast-check'
import { expect, it } from 'vitest'
import { int64Text, sint64Text, uint64Text } from './numbers.ts'

it('numbers in two halves are written with all digits, near the limits of exact numbers too', () => {
  const near = fc.constantFrom(
    0,
    1,
    0x1f_ff_ff,
    0x20_00_00,
    0x20_00_01,
    0x7f_ff_ff_ff,
    0x80_00_00_00,
    0xff_df_ff_ff,
    0xff_e0_00_00,
    0xff_ff_ff_ff,
  )
  const half = fc.oneof(near, fc.nat(0xff_ff_ff_ff))
  fc.assert(
    fc.property(half, half, (lo, hi) => {
      const bits = (BigInt(hi) << 32n) | BigInt(lo)
      expect(int64Text(lo, hi)).toBe(String(BigInt.asIntN(64, bits)))
      expect(uint64Text(lo, hi)).toBe(String(bits))
      expect(sint64Text(lo, hi)).toBe(String((bits >> 1n) ^ -(bits & 1n)))
    }),
    { seed: 9, numRuns: 500 },
  )
})
