import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAddressAllowed } from '../src/index.ts'

/** Ranges as first and last address; whatever is in none of them is the public internet. */
const CLASSES = {
  loopback: ['127.0.0.0-127.255.255.255'],
  private: [
    '10.0.0.0-10.255.255.255',
    '172.16.0.0-172.31.255.255',
    '192.168.0.0-192.168.255.255',
    '100.64.0.0-100.127.255.255',
  ],
  never: [
    '0.0.0.0-0.255.255.255',
    '100.100.100.200-100.100.100.200',
    '168.63.129.16-168.63.129.16',
    '169.254.0.0-169.254.255.255',
    '192.0.0.0-192.0.0.255',
    '192.0.2.0-192.0.2.255',
    '192.88.99.0-192.88.99.255',
    '198.18.0.0-198.19.255.255',
    '198.51.100.0-198.51.100.255',
    '203.0.113.0-203.0.113.255',
    '224.0.0.0-255.255.255.255',
  ],
} as const
type AddressClass = keyof typeof CLASSES | 'public'

const numberOf = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const dotted = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
const ends = Object.values(CLASSES).flatMap((ranges) =>
  ranges.flatMap((range) => range.split('-').map(numberOf)),
)

function classOf(value: number): AddressClass {
  const holds = (range: string) => {
    const [first, last] = range.split('-').map(numberOf)
    return value >= first! && value <= last!
  }
  // One address of a cloud lies in a private range.
  const order = ['never', 'loopback', 'private'] as const
  return order.find((name) => CLASSES[name].some(holds)) ?? 'public'
}

const EXPECTED: Record<AddressClass, readonly boolean[]> = {
  public: [true, true, true, true],
  loopback: [false, true, false, true],
  private: [false, false, true, true],
  never: [false, false, false, false],
}

/** With nothing open, loopback, private networks, and both. */
const verdicts = (address: string) =>
  [0, 1, 2, 3].map((open) =>
    isAddressAllowed(address, { allowLoopback: open % 2 === 1, allowPrivate: open > 1 }),
  )

/** Any address, and often one at or beside the end of a range. */
const v4 = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc
    .tuple(fc.constantFrom(...ends), fc.constantFrom(-1, 0, 1))
    .map(([end, step]) => Math.min(Math.max(end + step, 0), 2 ** 32 - 1)),
)
const hex = (value: number) => value.toString(16)
const halves = (value: number) => [Math.floor(value / 65_536), value % 65_536] as const

/** The ways IPv6 hides an IPv4 address. */
const hidden: Record<string, (value: number) => string> = {
  'v4-mapped, dotted': (value) => `::ffff:${dotted(value)}`,
  'v4-mapped, in full': (value) => `0:0:0:0:0:FFFF:${halves(value).map(hex).join(':')}`,
  'in brackets': (value) => `[::ffff:${halves(value).map(hex).join(':')}]`,
  'v4-translated': (value) => `::ffff:0:${halves(value).map(hex).join(':')}`,
  NAT64: (value) => `64:ff9b::${halves(value).map(hex).join(':')}`,
  ISATAP: (value) => `2606:4700::5efe:${dotted(value)}`,
  '6to4': (value) => `2002:${halves(value).map(hex).join(':')}::1`,
}

describe('[T1] classes of addresses', () => {
  test('every IPv4 address is in its class, at the ends of the ranges too', () => {
    fc.assert(
      fc.property(v4, (value) => {
        expect(verdicts(dotted(value))).toEqual(EXPECTED[classOf(value)])
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(Object.entries(hidden))('hidden in IPv6 (%s) it is in the same class', (_way, write) => {
    fc.assert(
      fc.property(v4, (value) => {
        expect(verdicts(write(value))).toEqual(EXPECTED[classOf(value)])
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['fc00::/7 is private', 'fc', 'private'],
    ['fd00::/8 is private', 'fd', 'private'],
    ['fe80::/10 is link-local', 'fe8', 'never'],
    ['febf::/16 is link-local', 'febf', 'never'],
    ['fec0::/10 was for sites', 'fec', 'never'],
    ['ff00::/8 is multicast', 'ff', 'never'],
    ['2001::/32 hides an address', '20010000', 'never'],
    ['2001:db8::/32 is for examples', '20010db8', 'never'],
    ['2a00::/12 is public', '2a0', 'public'],
  ] as const)('%s, however it is written', (_what, prefix, name) => {
    const rest = 32 - prefix.length
    const digits = fc.string({
      unit: fc.constantFrom(...'123456789abcdef'),
      minLength: rest,
      maxLength: rest,
    })
    fc.assert(
      fc.property(digits, (tail) => {
        const groups = `${prefix}${tail}`.match(/.{4}/g)!
        // A word of ISATAP in the middle is a class of its own.
        fc.pre(groups[5] !== '5efe')
        const text = groups.join(':')
        for (const form of [text, text.toUpperCase(), `[${text}]`]) {
          expect([form, verdicts(form)]).toEqual([form, EXPECTED[name]])
        }
      }),
      { numRuns: 200 },
    )
  })
})
