import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { worthBy, worthRate } from './worth.ts'

const MOST = 2n ** 63n - 1n
const quantity = fc.bigInt({ min: 0n, max: MOST })
const rate = fc.record({
  per: fc.bigInt({ min: 1n, max: MOST }).map(String),
  worth: fc.bigInt({ min: 0n, max: MOST }).map(String),
})
const values = fc.array(fc.nat(), { maxLength: 5 })

describe('what so much of an item is worth', () => {
  it('is the least whole number that the rate does not exceed, whatever the game says', () => {
    fc.assert(
      fc.property(quantity, rate, values, (given, by, told) => {
        const per = BigInt(by.per)
        const exact = given * BigInt(by.worth)
        const worth = worthBy(given, by, told)!
        expect(worth * per >= exact).toBe(true)
        expect((worth - 1n) * per < exact).toBe(true)
      }),
    )
  })

  it('never falls as more is given, nor rises by being given in parts less than at once', () => {
    fc.assert(
      fc.property(quantity, quantity, rate, (one, other, by) => {
        const [first, second, both] = [one, other, one + other].map((each) => worthBy(each, by, [])!)
        expect(both! >= first! && both! >= second!).toBe(true)
        expect(first! + second! >= both!).toBe(true)
      }),
    )
  })

  it('is by the highest value of the game where there is no rate, and unknown where nobody says any', () => {
    fc.assert(
      fc.property(quantity, values, (given, told) => {
        const worth = worthBy(given, undefined, told)
        if (told.length === 0) expect(worth).toBeNull()
        else expect(worth).toBe(told.map((each) => given * BigInt(each)).reduce((a, b) => (a > b ? a : b)))
      }),
    )
  })

  it('is nothing of what is worth nothing, which is not unknown', () => {
    expect(worthBy(7n, { per: '3', worth: '0' }, [5])).toBe(0n)
    expect(worthBy(0n, { per: '3', worth: '9' }, [])).toBe(0n)
  })
})

describe('a rate', () => {
  it.each([
    ['1', '0'],
    [String(MOST), String(MOST)],
    ['007', '1'],
  ])('of %s for %s is one', (per, worth) => {
    expect(worthRate.safeParse({ per, worth }).success).toBe(true)
  })
  it.each([
    ['0', '1'],
    ['00', '1'],
    ['-1', '1'],
    ['1', '-1'],
    ['1.5', '1'],
    ['', '1'],
    ['x', '1'],
    ['1', String(MOST + 1n)],
    [String(MOST + 1n), '1'],
  ])('of %s for %s is none', (per, worth) => {
    expect(worthRate.safeParse({ per, worth }).success).toBe(false)
  })
})
