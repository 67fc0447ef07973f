import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containsPattern, matchesResource, reachesResource, readPattern } from './resource-pattern.ts'

const COUNT = 3
// Few letters, so that patterns meet; the last part may hold slashes.
const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 })
const lastWord = fc.string({ unit: fc.constantFrom('a', 'b', '/'), minLength: 1, maxLength: 4 })
const partOf = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    fc.constant('*'),
    text,
    text.map((start) => `${start}*`),
  )
const pattern = fc.tuple(partOf(word), partOf(word), partOf(lastWord)).map((parts) => parts.join('/'))
const name = fc.tuple(word, word, lastWord)

describe('patterns of things', () => {
  test('one that contains another matches whatever the other matches', () => {
    let contained = 0
    fc.assert(
      fc.property(pattern, pattern, name, (outer, inner, names) => {
        if (!containsPattern(outer, inner)) return
        contained++
        expect(matchesResource(inner, names) && !matchesResource(outer, names)).toBe(false)
      }),
      { numRuns: 5_000 },
    )
    expect(contained).toBeGreaterThan(100)
  })

  test('one that does not contain another misses something the other matches', () => {
    // Every part of the inner pattern with something behind its `*` that no outer part begins with.
    const longest = (inner: string) => {
      const parts = readPattern(inner, COUNT)
      if (typeof parts === 'string') throw new Error(parts)
      return parts.map(({ text, isPrefix }) => (isPrefix ? `${text}z` : text))
    }
    fc.assert(
      fc.property(pattern, pattern, (outer, inner) => {
        const names = longest(inner)
        expect(matchesResource(inner, names)).toBe(true)
        expect(containsPattern(outer, inner)).toBe(matchesResource(outer, names))
      }),
      { numRuns: 5_000 },
    )
  })

  test('containing is an order: each contains itself, and what is contained twice over is contained', () => {
    fc.assert(
      fc.property(pattern, pattern, pattern, (a, b, c) => {
        expect(containsPattern(a, a)).toBe(true)
        if (containsPattern(a, b) && containsPattern(b, c)) expect(containsPattern(a, c)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  test('what matches a thing reaches to all the leading parts of its name', () => {
    fc.assert(
      fc.property(pattern, name, fc.nat(COUNT - 1), (text, names, known) => {
        if (matchesResource(text, names)) expect(reachesResource(text, names.slice(0, known))).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  test('any text can be asked, and says no where it is no pattern', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.array(fc.string(), { minLength: 1, maxLength: 4 }),
        (a, b, names) => {
          expect(typeof containsPattern(a, b)).toBe('boolean')
          if (typeof readPattern(a, names.length) === 'string') expect(matchesResource(a, names)).toBe(false)
        },
      ),
    )
  })

  test.each([
    ['game-s123/0/session:*', ['game-s123', '0', 'session:17'], true],
    ['game-s123/0/session:*', ['game-s123', '0', 'Session:17'], false],
    ['game-s123/0/session:*', ['game-s123', '10', 'session:17'], false],
    ['game-s123/*/a/b*', ['game-s123', '7', 'a/b/c'], true],
    ['game-s123/*/a/b*', ['game-s123', '7', 'a'], false],
    ['game-*/0/*', ['game-s1', '0', 'x/y/z'], true],
    ['*/*/*', ['any/thing', '', 'x'], true],
    ['game-s123/0', ['game-s123', '0', 'x'], false],
    ['a/b', ['a/b'], true],
    ['a', [], false],
  ])('%s and %j: %s', (text, names, expected) => {
    expect(matchesResource(text, names)).toBe(expected)
  })

  test.each([
    ['game-s123/0/session:*', [], true],
    ['game-s123/0/session:*', ['game-s123'], true],
    ['game-s123/0/session:*', ['game-s124'], false],
    ['game-*/0/session:*', ['game-s124', '0'], true],
    ['game-*/0/session:*', ['game-s124', '1'], false],
  ])('%s reaches below %j: %s', (text, known, expected) => {
    expect(reachesResource(text, known)).toBe(expected)
  })

  test.each([
    ['a/b', 'parts'],
    ['', 'parts'],
    ['//', 'parts'],
    ['a//c', 'parts'],
    ['a/b/', 'parts'],
    ['a*b/0/c', 'star'],
    ['a/0/b*c', 'star'],
    ['a/0/**', 'star'],
    ['a/0/b*/c', 'star'],
    ['a/0/*c*', 'star'],
  ])('%j is none of three parts: %s', (text, fault) => {
    expect(readPattern(text, COUNT)).toBe(fault)
    expect(matchesResource(text, ['a', '0', 'b'])).toBe(false)
  })
})
