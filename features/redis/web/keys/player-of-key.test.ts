import { uIdOf } from '@qd/game-id'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uIdInKey } from './player-of-key.ts'

const servers = new Set([1, 123])

test('a uId of the line is found in the name of a key, and nothing else is taken for one', () => {
  expect(uIdInKey('lantern:s123:session:30123000045', servers)).toBe('30123000045')
  expect(uIdInKey('mail:{30123000045}:1763675971000', servers)).toBe('30123000045')
  expect(uIdInKey('at:1763675971000:u30123000045x', servers)).toBe('30123000045')
  for (const other of [
    'rank:day:20261123',
    'order:1763675971000',
    'n:30999000045',
    'n:130123000045123456',
    'x',
  ]) {
    expect(uIdInKey(other, servers)).toBeNull()
  }
  expect(uIdInKey({ base64: 'MzAxMjMwMDAwNDU=' }, servers)).toBeNull()
  expect(uIdInKey('session:30123000045', new Set())).toBeNull()
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 900 }),
      fc.constantFrom(...servers),
      fc.integer({ min: 1, max: 999_999 }),
      fc.string({ unit: fc.constantFrom('a', ':', '{', '键', '-') }),
      (platform, sId, sequence, around) => {
        const uId = uIdOf({ platform, sId, sequence })
        expect(uIdInKey(`${around}${uId}${around}`, servers)).toBe(uId)
      },
    ),
    { seed: 82 },
  )
})
