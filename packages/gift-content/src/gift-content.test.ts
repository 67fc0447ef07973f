import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_ENTRIES, MAX_QUANTITY, checkEntries, parseGift, printGift } from './index.ts'
import type { GiftEntry } from './index.ts'

const amount = (least: bigint) => fc.bigInt({ min: least, max: MAX_QUANTITY }).map(String)
const entry = fc.record({ number: amount(0n), quantity: amount(1n) })
const distinct = fc.uniqueArray(entry, { selector: ({ number }) => number, maxLength: 40 })
/** Quantities that many of which still fit. */
const small = fc.record({
  number: fc.integer({ min: 0, max: 9 }).map(String),
  quantity: fc.integer({ min: 1, max: 1_000_000 }).map(String),
})
const blank = fc.stringMatching(/^[ \t\n\u3000]{0,2}$/)

const faultsOf = (text: string, known?: readonly string[]) => {
  const read = parseGift(text, known && { isKnown: (number) => known.includes(number) })
  return read.ok ? [] : read.faults.map(({ rule, part, at, end }) => [rule, part, at, end])
}

describe('the text of a gift', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(distinct, (entries) => {
        expect(parseGift(printGift(entries))).toEqual({ ok: true, entries })
      }),
    )
  })

  it('may have blanks, leading zeros, full-width commas and bars', () => {
    const mark = (plain: string, wide: string) => fc.constantFrom(plain, wide)
    const written = fc.tuple(entry, blank, blank, mark(',', '，'), mark('|', '｜'), fc.nat(3))
    fc.assert(
      fc.property(fc.uniqueArray(written, { selector: ([{ number }]) => number }), (all) => {
        const text = all.map(([{ number, quantity }, before, after, comma, bar, zeros], at) => {
          const number0 = `${'0'.repeat(zeros)}${number}`
          return `${at === 0 ? '' : bar}${before}${number0}${after}${comma}${before}${quantity}${after}`
        })
        expect(parseGift(text.join(''))).toEqual({ ok: true, entries: all.map(([each]) => each) })
      }),
    )
  })

  it('sums what stands there twice, at its first place', () => {
    expect(parseGift('7,1|8,2|007,3')).toEqual({
      ok: true,
      entries: [
        { number: '7', quantity: '4' },
        { number: '8', quantity: '2' },
      ],
    })
    fc.assert(
      fc.property(fc.array(small, { maxLength: 40 }), (entries) => {
        const read = parseGift(printGift(entries))
        const sum = (all: readonly GiftEntry[], number: string) =>
          all.reduce((so, each) => so + (each.number === number ? BigInt(each.quantity) : 0n), 0n)
        expect(read.ok).toBe(true)
        const got = read.ok ? read.entries : []
        expect(got.map(({ number }) => number)).toEqual([...new Set(entries.map(({ number }) => number))])
        for (const { number, quantity } of got) expect(BigInt(quantity)).toBe(sum(entries, number))
      }),
    )
  })

  it.each<[string, [string, string, number, number][]]>([
    ['', []],
    [' \n', []],
    [
      '|',
      [
        ['empty', 'entry', 0, 0],
        ['empty', 'entry', 1, 1],
      ],
    ],
    ['7,1|', [['empty', 'entry', 4, 4]]],
    ['7,1||8,1', [['empty', 'entry', 4, 4]]],
    ['7', [['no_quantity', 'quantity', 1, 1]]],
    ['7,', [['empty', 'quantity', 2, 2]]],
    [',7', [['empty', 'number', 0, 0]]],
    ['7,1,2', [['extra_part', 'entry', 0, 5]]],
    ['7,1.5', [['not_a_number', 'quantity', 2, 5]]],
    ['7, 1e3 ', [['not_a_number', 'quantity', 3, 6]]],
    ['7,+1', [['not_a_number', 'quantity', 2, 4]]],
    ['7,١', [['not_a_number', 'quantity', 2, 3]]],
    ['x,1', [['not_a_number', 'number', 0, 1]]],
    ['7,0', [['zero', 'quantity', 2, 3]]],
    ['7,-0', [['zero', 'quantity', 2, 4]]],
    ['7,-3', [['negative', 'quantity', 2, 4]]],
    ['-7,3', [['negative', 'number', 0, 2]]],
    ['7,9007199254740992', [['too_large', 'quantity', 2, 18]]],
    ['9007199254740992,1', [['too_large', 'number', 0, 16]]],
    ['7,9223372036854775808', [['too_large', 'quantity', 2, 21]]],
    ['7,9007199254740991|7,1', [['too_large', 'quantity', 21, 22]]],
    [
      'x,0|8,1|9,-1',
      [
        ['not_a_number', 'number', 0, 1],
        ['zero', 'quantity', 2, 3],
        ['negative', 'quantity', 10, 12],
      ],
    ],
  ])('%j has its faults where they stand', (text, faults) => {
    expect(faultsOf(text)).toEqual(faults)
  })

  it('names the items the game does not have', () => {
    expect(faultsOf('7,1|8,1|07,2', ['7'])).toEqual([['unknown_item', 'number', 4, 5]])
  })

  it('is refused at the first entry too many, and quickly', () => {
    const most = Array.from({ length: MAX_ENTRIES }, (_, at) => `${at},1`)
    expect(parseGift(most.join('|')).ok).toBe(true)
    const text = [...most, '7,1'].join('|')
    expect(faultsOf(text)).toEqual([['too_many', 'entry', text.length - 3, text.length]])
    expect(faultsOf('7,1|'.repeat(500_000))).toHaveLength(1)
    expect(faultsOf(`7,${'9'.repeat(2_000_000)}`)).toHaveLength(1)
  })

  it('any text has entries that are right, or faults with their places in it', () => {
    const nearly = fc.stringMatching(/^[0-9,|x -]{0,40}$/)
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' })), (text) => {
        const read = parseGift(text)
        if (read.ok) {
          expect(checkEntries(read.entries)).toEqual(read)
          return
        }
        expect(read.faults.length).toBeGreaterThan(0)
        for (const { at, end } of read.faults) {
          expect(at).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThanOrEqual(at)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})

describe('entries of a gift', () => {
  it('are taken exactly when their text is', () => {
    const part = fc.oneof(amount(0n), fc.constantFrom('', '0', '-1', '1.5', 'x', String(MAX_QUANTITY + 1n)))
    const loose = fc.array(fc.record({ number: part, quantity: part }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(loose, (entries) => {
        const known = { isKnown: (number: string) => number !== '7' }
        expect(checkEntries(entries, known).ok).toBe(parseGift(printGift(entries), known).ok)
      }),
    )
  })

  it('say which of them is wrong', () => {
    expect(
      checkEntries([
        { number: '7', quantity: '1' },
        { number: 'x', quantity: '0' },
      ]),
    ).toEqual({
      ok: false,
      faults: [
        { entry: 1, part: 'number', rule: 'not_a_number' },
        { entry: 1, part: 'quantity', rule: 'zero' },
      ],
    })
  })
})
