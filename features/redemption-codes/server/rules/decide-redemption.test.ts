import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESERVED_FOR_MS } from '@qd/game-contract/open'
import type { CodeLimit } from '../../contract/index.ts'
import { limitFault } from './check-limit.ts'
import { countGuess, NO_GUESSES } from './count-guess.ts'
import { decideRedemption } from './decide-redemption.ts'
import type { BatchRules } from './decide-redemption.ts'

const rules = (part: Partial<BatchRules> = {}): BatchRules => ({
  state: 'active',
  lines: ['line'],
  validFrom: null,
  validTo: null,
  perCode: null,
  perPlayerCode: null,
  perPlayerBatch: null,
  total: null,
  limits: [],
  ...part,
})

interface Use {
  id: string
  digest: string
  uId: string
  state: 'reserved' | 'confirmed' | 'gone'
  expiresAt: number
}

/** A ledger as plain as can be, to go through long histories with. */
function ledger(batch: BatchRules) {
  const uses: Use[] = []
  let nowMs = 0
  const taken = (is: (use: Use) => boolean) => uses.filter((use) => use.state !== 'gone' && is(use)).length
  return {
    uses,
    taken,
    pass: (ms: number) => (nowMs += ms),
    redeem(uId: string, digest: string) {
      const decision = decideRedemption({
        rules: batch,
        isVoid: false,
        digest,
        lineId: 'line',
        facts: { uId, roleId: uId, sId: 1, attributes: {}, nowMs },
        taken: {
          code: taken((use) => use.digest === digest),
          batch: taken(() => true),
          playerCode: taken((use) => use.uId === uId && use.digest === digest),
          playerBatch: taken((use) => use.uId === uId),
        },
        stale: uses.filter((use) => use.state === 'reserved' && use.expiresAt <= nowMs),
      })
      if (decision.kind === 'refuse') return
      for (const use of uses.filter(({ id }) => decision.gives.includes(id))) {
        // Nothing that is confirmed or still held is ever given away.
        expect(use.state).toBe('reserved')
        expect(use.expiresAt).toBeLessThanOrEqual(nowMs)
        use.state = 'gone'
      }
      uses.push({
        id: String(uses.length),
        digest,
        uId,
        state: 'reserved',
        expiresAt: nowMs + RESERVED_FOR_MS,
      })
    },
    confirm(at: number) {
      const use = uses[at % Math.max(1, uses.length)]
      if (use?.state === 'reserved') use.state = 'confirmed'
    },
    cancel(at: number) {
      const use = uses[at % Math.max(1, uses.length)]
      if (use?.state === 'reserved') use.state = 'gone'
    },
  }
}

const few = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null })
const step = fc.oneof(
  fc.record({
    do: fc.constant('redeem' as const),
    uId: fc.constantFrom('1', '2', '3'),
    code: fc.constantFrom('a', 'b'),
  }),
  fc.record({ do: fc.constantFrom('confirm' as const, 'cancel' as const), at: fc.nat(20) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1_000, RESERVED_FOR_MS) }),
)

describe('deciding a redemption', () => {
  it('never gives more uses than any limit, whatever is held, confirmed late, cancelled or given away', () => {
    const limits = fc.record({ perCode: few, perPlayerCode: few, perPlayerBatch: few, total: few })
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 60 }), (most, steps) => {
        const book = ledger(rules(most))
        for (const each of steps) {
          if (each.do === 'redeem') book.redeem(each.uId, each.code)
          else if (each.do === 'pass') book.pass(each.ms)
          else book[each.do](each.at)
          const { perCode, perPlayerCode, perPlayerBatch, total } = most
          expect(book.taken(() => true)).toBeLessThanOrEqual(total ?? Infinity)
          for (const { uId, digest } of book.uses) {
            const isSame = (use: Use) => use.digest === digest
            const isTheirs = (use: Use) => use.uId === uId
            expect(book.taken(isSame)).toBeLessThanOrEqual(perCode ?? Infinity)
            expect(book.taken(isTheirs)).toBeLessThanOrEqual(perPlayerBatch ?? Infinity)
            expect(book.taken((use) => isSame(use) && isTheirs(use))).toBeLessThanOrEqual(
              perPlayerCode ?? Infinity,
            )
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  const decide = (part: Partial<BatchRules>, nowMs = 100, lineId = 'line', isVoid = false) => {
    const decision = decideRedemption({
      rules: rules(part),
      isVoid,
      digest: 'a',
      lineId,
      facts: { uId: '1', roleId: '1', sId: 1, attributes: {}, nowMs },
      taken: { code: 0, batch: 0, playerCode: 0, playerBatch: 0 },
      stale: [],
    })
    return decision.kind === 'reserve' ? 'reserve' : decision.why.refusal
  }

  it('goes by the state, the time, the line and what is void', () => {
    const states = [
      'draft',
      'pending',
      'approved',
      'generating',
      'active',
      'paused',
      'ended',
      'void',
    ] as const
    expect(states.map((state) => decide({ state }))).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'reserve',
      'paused',
      'expired',
      'unknown',
    ])
    expect([99, 100, 199, 200].map((at) => decide({ validFrom: 100, validTo: 200 }, at))).toEqual([
      'early',
      'reserve',
      'reserve',
      'expired',
    ])
    expect(decide({}, 100, 'other')).toBe('unknown')
    expect(decide({}, 100, 'line', true)).toBe('unknown')
  })
})

describe('limits', () => {
  const facts = {
    uId: '30123',
    roleId: '7',
    sId: 123,
    nowMs: 1_000,
    attributes: { channel: 'ios', level: 10, language: 'de', items: ['5'], registeredAt: 500 },
  }
  const limit = (code: number, content: unknown) => ({ typeCode: { code, name: '' }, content }) as CodeLimit
  it.each([
    [limit(0, ['ios', 'android']), null],
    [limit(0, ['android']), ''],
    [limit(1, { of: 'language', match: 'equals', values: ['de'] }), null],
    [limit(1, { of: 'language', match: 'equals', values: ['d'] }), ''],
    [limit(1, { of: 'uId', match: 'prefix', values: ['301'] }), null],
    [limit(2, { owns: 'all', numbers: ['5', '6'] }), ''],
    [limit(2, { owns: 'any', numbers: ['5', '6'] }), null],
    [limit(2, { owns: 'none', numbers: ['6'] }), null],
    [limit(3, { of: 'registered', from: 500, to: 500 }), null],
    [limit(3, { of: 'redeemed', from: 1_001, to: null }), ''],
    [limit(4, { of: 'level', min: 10, max: 10 }), null],
    [limit(4, { of: 'level', min: 11, max: null }), ''],
    [limit(4, { of: 'sId', min: 100, max: 200 }), null],
    [limit(4, { of: 'vip', min: 1, max: null }), 'vip'],
  ])('%j: %s', (each, missing) => {
    expect(limitFault(each, facts)).toEqual(missing === null ? null : { missing })
  })

  it('counts what the game does not tell against the player', () => {
    const silent = { ...facts, attributes: {} }
    const asked = [
      limit(0, ['ios']),
      limit(2, { owns: 'none', numbers: ['1'] }),
      limit(3, { of: 'registered', from: 1, to: null }),
    ]
    expect(asked.map((each) => limitFault(each, silent)?.missing)).toEqual([
      'channel',
      'items',
      'registeredAt',
    ])
  })
})

it('blocks twice as long each time, at most an hour, and starts over after a day', () => {
  const guess = (before: typeof NO_GUESSES, at: number) => countGuess(before, 1, at)
  let at = 1_000
  let kept = NO_GUESSES
  const blocks = Array.from({ length: 8 }, () => {
    kept = guess(kept, at)
    const block = kept.blockedUntil - at
    at = kept.blockedUntil
    return block / 60_000
  })
  expect(blocks).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(guess(kept, at + 86_400_000).strikes).toBe(1)
})
