import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decide } from './decide.ts'
import type { FlowActor, FlowEvent, FlowState } from './flow-state.ts'

/*
 * Eight people work on one request at once. Each step reads a state some steps old, as a node does that looked before
 * others wrote, and writes only where nothing has moved since, as the conditional update does. A plain book of what
 * happened, kept beside it, says what must hold.
 */

const PEOPLE = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay', 'gil', 'hal'] as const
const AUTHOR = 'ann'
/** Changed the request, or owns the token it was made with. */
const EDITOR = 'hal'

const start: FlowState = {
  status: 1,
  execution: 'none',
  isStopping: false,
  revision: 1,
  stage: 0,
  stages: [{ need: 1 }, { need: 2 }],
  differentPeople: true,
  votes: [],
  excluded: [AUTHOR, EDITOR],
  hash: 'hash-1',
}

interface Step {
  who: (typeof PEOPLE)[number] | null
  voice: (typeof PEOPLE)[number] | null
  what: FlowEvent['kind']
  /** How many writes ago the state was read. */
  stale: number
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.option(fc.constantFrom(...PEOPLE), { freq: 12 }),
  voice: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, fc.constantFrom(...PEOPLE)),
  what: fc.oneof(
    { weight: 60, arbitrary: fc.constant('approve' as const) },
    { weight: 20, arbitrary: fc.constant('begin' as const) },
    {
      weight: 10,
      arbitrary: fc.constantFrom(
        'submit',
        'revise',
        'withdraw',
        'reject',
        'veto',
        'override',
        'stop',
        'end',
        'expire',
      ) satisfies fc.Arbitrary<FlowEvent['kind']>,
    },
  ),
  stale: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(3)),
})

const actorOf = ({ who, voice }: Step): FlowActor => ({
  person: who,
  voice: voice ?? who,
  isAuthor: who === AUTHOR,
  isAsked: who !== null && who !== 'gil',
  mayVeto: who === 'gil',
  mayBypass: who === 'gil',
})

function eventOf(kind: FlowEvent['kind'], seen: FlowState): FlowEvent {
  const { hash } = seen
  if (kind === 'revise') return { kind, hash: `hash-${seen.revision + 1}` }
  if (kind === 'begin') return { kind, hash, isWindowOpen: true }
  if (kind === 'end') return { kind, as: seen.isStopping ? 'cancelled' : 'succeeded' }
  return { kind, hash } as FlowEvent
}

it('whatever eight people do at once, nothing is executed that enough others have not approved as it is', () => {
  let executed = 0
  let lost = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const states = [start]
      /** Who said yes to which hash. */
      let book: { person: string; voice: string; hash: string }[] = []
      let isVetoed = false
      let ends = 0
      for (const each of steps) {
        const now = states.at(-1)!
        const seen = states.at(-1 - Math.min(each.stale, states.length - 1))!
        const event = eventOf(each.what, seen)
        const answer = decide(seen, actorOf(each), event)
        if ('refusal' in answer) continue
        // The conditional update: somebody else was faster.
        if (seen !== now) {
          lost += 1
          continue
        }
        const { next } = answer
        if (event.kind === 'approve') {
          book.push({ person: each.who!, voice: (each.voice ?? each.who)!, hash: event.hash })
        }
        if (event.kind === 'revise' || event.kind === 'withdraw') book = []
        if (event.kind === 'veto') isVetoed = true
        if (event.kind === 'end') ends += 1
        if (event.kind === 'begin') {
          executed += 1
          const yes = book.filter(({ hash }) => hash === next.hash)
          expect(new Set(yes.map(({ voice }) => voice)).size).toBe(3)
          expect(new Set(yes.map(({ person }) => person)).size).toBe(3)
          for (const { person, voice } of yes) {
            expect([AUTHOR, EDITOR]).not.toContain(person)
            expect([AUTHOR, EDITOR]).not.toContain(voice)
          }
          expect(isVetoed).toBe(false)
        }
        if (isVetoed) expect(next.status).toBe(4)
        states.push(next)
      }
      expect(ends).toBeLessThanOrEqual(
        states.filter(
          ({ execution }, at) => execution === 'executing' && states[at - 1]?.execution !== 'executing',
        ).length,
      )
    }),
    { numRuns: 3_000 },
  )
  // The model has to reach what it is about.
  expect(executed).toBeGreaterThan(20)
  expect(lost).toBeGreaterThan(1_000)
})
