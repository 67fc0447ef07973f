import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesFrom, newSeed } from './generate.ts'
import {
  ALPHABET,
  batchPart,
  checkCharacter,
  guessesPerHit,
  isCheckRight,
  isPrefix,
  LENGTH,
  leastLength,
  normalizeCode,
  RANDOM_AT_LEAST,
  showCode,
} from './index.ts'

const letter = fc.constantFrom(...ALPHABET)
const code = fc
  .array(letter, { minLength: 1, maxLength: 27 })
  .map((letters) => letters.join(''))
  .map((body) => `${body}${checkCharacter(body)}`)
const put = (text: string, at: number, by: string) => `${text.slice(0, at)}${by}${text.slice(at + by.length)}`

describe('the alphabet', () => {
  it('has 32 characters, none of them twice', () => {
    expect(new Set(ALPHABET).size).toBe(32)
    expect(ALPHABET).toHaveLength(32)
  })

  it.each([
    ['abcd-efgh', 'ABCDEFGH'],
    [' 7k2m 9q.x4_tr–w5 ', '7K2M9QX4TRW5'],
    ['oO0 iIlL1 uU', '00011111VV'],
    ['ＡＢ１２', 'AB12'],
    ['ВЕСНА', 'BECHA'],
    ['ΒΗΤΑ', 'BHTA'],
  ])('reads %s as %s', (typed, read) => expect(normalizeCode(typed)).toBe(read))

  it.each(['', '---', 'a!b', '兑换', 'Я', 'A\u200bB', 'A'.repeat(65)])('reads %j as no code', (typed) =>
    expect(normalizeCode(typed)).toBeNull(),
  )

  it('reads what it shows, and its own form, as the same code', () => {
    fc.assert(
      fc.property(code, (each) => {
        expect(normalizeCode(each)).toBe(each)
        expect(normalizeCode(showCode(each).toLowerCase())).toBe(each)
      }),
    )
  })
})

describe('the check character', () => {
  it('finds every single wrong character, wherever it stands', () => {
    fc.assert(
      fc.property(code, (each) => {
        expect(isCheckRight(each)).toBe(true)
        for (let at = 0; at < each.length; at++) {
          for (const other of ALPHABET) {
            if (other !== each[at]) expect(isCheckRight(put(each, at, other))).toBe(false)
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('finds every swap of two different characters, neighbours or not', () => {
    fc.assert(
      fc.property(code, (each) => {
        for (let left = 0; left < each.length; left++) {
          for (let right = left + 1; right < each.length; right++) {
            const [a, b] = [each[left]!, each[right]!]
            if (a !== b) expect(isCheckRight(put(put(each, left, b), right, a))).toBe(false)
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('codes of a batch', () => {
  const seed = newSeed()
  const shape = { prefix: 'ZT', batch: 33, length: 12 }

  it('have prefix, batch, random part and check, and read as themselves', () => {
    const codes = codesFrom(seed, shape, { first: 0, count: 500 })
    for (const each of codes) {
      expect(each).toMatch(/^ZT11[0-9A-Z]{10}$/)
      expect(normalizeCode(each)).toBe(each)
      expect(isCheckRight(each)).toBe(true)
    }
    expect(new Set(codes).size).toBe(500)
  })

  it('are the same again from wherever one begins', () => {
    const whole = codesFrom(seed, shape, { first: 0, count: 100 })
    expect(codesFrom(seed, shape, { first: 60, count: 40 })).toEqual(whole.slice(60))
    expect(codesFrom(newSeed(), shape, { first: 0, count: 100 })).not.toEqual(whole)
  })

  it('use each character about as often as any other', () => {
    const long = { ...shape, prefix: '', length: LENGTH.most }
    const random = codesFrom(seed, long, { first: 0, count: 4_000 })
      .map((each) => each.slice(2, -1))
      .join('')
    const expected = random.length / ALPHABET.length
    const off = [...ALPHABET].map((each) => (random.split(each).length - 1 - expected) ** 2 / expected)
    // Chi-square with 31 degrees: above 75 once in 20,000 seeds.
    expect(off.reduce((sum, each) => sum + each, 0)).toBeLessThan(75)
  })

  it('are long enough that guessing hits none', () => {
    expect(guessesPerHit(12, 1_000_000)).toBeGreaterThan(35_000_000)
    for (const quantity of [1, 1_000, 40_000, 1_000_000, 5_000_000]) {
      expect(guessesPerHit(leastLength(quantity), quantity)).toBeGreaterThanOrEqual(RANDOM_AT_LEAST)
    }
    expect(leastLength(5_000_000)).toBe(12)
    expect(leastLength(1)).toBe(LENGTH.least)
  })

  it('come round after 1,024 batches in the part that names the batch', () => {
    expect([0, 31, 32, 1023, 1024].map(batchPart)).toEqual(['00', '0Z', '10', 'ZZ', '00'])
  })

  it.each([
    ['', true],
    ['SPRNG', true],
    ['SPRING', false],
    ['lt', false],
    ['ABCDEFGHJ', false],
  ])('a prefix %j may be used: %s', (prefix, is) => expect(isPrefix(prefix)).toBe(is))
})
