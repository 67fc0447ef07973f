import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Asker } from '@qd/game-contract/adapter'
import { GameError } from '@qd/game-contract/adapter'
import { DEFAULT_GATE_LIMITS } from './server-gate.ts'
import { ServerRoom } from './server-room.ts'

const LIMITS = { ...DEFAULT_GATE_LIMITS, queueMs: 60_000 }
const person = (id: string): Asker => ({ kind: 'person', id })
const ASKERS: Asker[] = [
  ...['a', 'b', 'c', 'd', 'e', 'f'].map(person),
  { kind: 'shared' },
  { kind: 'background' },
]
/** Lets every promise that can settle do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

interface Try {
  asker: Asker
  state: 'waiting' | 'inside' | 'refused'
  leave: () => void
  abort: () => void
}

function enter(room: ServerRoom, asker: Asker): Try {
  const leaving = new AbortController()
  const made: Try = { asker, state: 'waiting', leave: () => {}, abort: () => leaving.abort() }
  room.enter(asker, leaving.signal).then(
    (leave) => Object.assign(made, { state: 'inside', leave }),
    () => Object.assign(made, { state: 'refused' }),
  )
  return made
}

const inside = (tries: readonly Try[], asker?: Asker) =>
  tries.filter((each) => each.state === 'inside' && (asker === undefined || each.asker === asker)).length
const waiting = (tries: readonly Try[], asker: Asker) =>
  tries.some((each) => each.state === 'waiting' && each.asker === asker)
const boundOf = ({ kind }: Asker) => (kind === 'background' ? LIMITS.background : LIMITS.perAsker)

function expectSound(tries: readonly Try[]): void {
  const free = LIMITS.maxInFlight - inside(tries)
  expect(free).toBeGreaterThanOrEqual(0)
  for (const asker of ASKERS) {
    const own = inside(tries, asker)
    expect(own).toBeLessThanOrEqual(boundOf(asker))
    // Nobody waits who could be inside.
    if (!waiting(tries, asker) || own === boundOf(asker)) continue
    expect(free).toBeLessThanOrEqual(own === 0 && asker.kind !== 'background' ? 0 : LIMITS.forNewcomers)
  }
}

describe('places at a server', () => {
  it('[T30] no place is lost or given twice, whatever comes, waits, leaves and is given up', async () => {
    const step = fc.record({ act: fc.nat({ max: 5 }), which: fc.nat({ max: 999 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 200 }), async (steps) => {
        const room = new ServerRoom(LIMITS)
        // More than there is room for, so that somebody waits from the first step on.
        const tries = ASKERS.flatMap((asker) => Array.from({ length: 6 }, () => enter(room, asker)))
        await settle()
        for (const { act, which } of steps) {
          const among = tries.filter(({ state }) => state === (act === 4 ? 'inside' : 'waiting'))
          const chosen = among[which % Math.max(among.length, 1)]
          if (act < 4) tries.push(enter(room, ASKERS[which % ASKERS.length]!))
          else if (act === 4) tries.splice(tries.indexOf(chosen!), chosen ? 1 : 0)
          if (act === 4) chosen?.leave()
          // Given up twice, and a place left twice, count once.
          if (act === 5) chosen?.abort()
          chosen?.leave()
          await settle()
          if (act === 5 && chosen) expect(chosen.state).toBe('refused')
          expectSound(tries)
        }
        for (const each of tries) each.abort()
        for (const each of tries) each.leave()
        await settle()
        const fresh = ASKERS.map((asker) => enter(room, asker))
        await settle()
        expect(inside(fresh)).toBe(ASKERS.length)
      }),
      { numRuns: 60 },
    )
  })

  it('[T30] people take turns, and background work gets what they leave', async () => {
    const room = new ServerRoom({ ...LIMITS, maxInFlight: 1, perAsker: 1, forNewcomers: 0 })
    const first = enter(room, person('a'))
    const order: string[] = []
    const names = ['job', 'a', 'a', 'a', 'b', 'b', 'c']
    const left = names.map(async (name) => {
      const leave = await room.enter(name === 'job' ? { kind: 'background' } : person(name), undefined)
      order.push(name)
      await settle()
      leave()
    })
    await settle()
    first.leave()
    await Promise.all(left)
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'job'])
  })

  it('[T30] however many have their full part, the next one finds a place', async () => {
    const room = new ServerRoom(LIMITS)
    const tries = ASKERS.slice(0, 5).flatMap((asker) => Array.from({ length: 20 }, () => enter(room, asker)))
    await settle()
    const next = enter(room, person('next'))
    await settle()
    expect(next.state).toBe('inside')
    expectSound(tries)
  })

  it('[T30] who waits in vain is refused as busy in the console`s own name', async () => {
    const room = new ServerRoom({ ...LIMITS, perAsker: 1, queueMs: 5 })
    enter(room, person('a'))
    const refused = await room.enter(person('a'), undefined).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(GameError)
    expect(refused).toMatchObject({ kind: 'refused', code: 4001, isOurs: true, retryable: true })
  })
})
