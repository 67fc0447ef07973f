import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextListenerState, startListening } from './listener-state.ts'
import type { ListenerEffect, ListenerEvent, ListenerState } from './listener-state.ts'

/** What the effects so far have left behind. */
interface World {
  state: ListenerState
  /** Connections that were opened and not let go of. */
  open: number[]
  opened: number
  letGo: number
  /** Timer that is set, in ms. */
  timerMs: number | null
}

function apply(world: World, effects: readonly ListenerEffect[]): void {
  for (const effect of effects) {
    if (effect.act === 'open') {
      world.open.push(effect.connection)
      world.opened += 1
    } else if (effect.act === 'cut' || effect.act === 'leave') {
      expect(world.open).toHaveLength(1)
      world.open.pop()
      world.letGo += 1
    } else if (effect.act === 'timer') world.timerMs = effect.ms
    else if (effect.act === 'noTimer') world.timerMs = null
    expect(world.open.length).toBeLessThanOrEqual(1)
  }
}

function begin(): World {
  const { state, effects } = startListening()
  const world: World = { state, open: [], opened: 0, letGo: 0, timerMs: null }
  apply(world, effects)
  return world
}

function happen(world: World, event: ListenerEvent, random = 0.5): ListenerEffect[] {
  if (event.kind === 'timer') {
    // It can only go off while it is set.
    if (world.timerMs === null) return []
    world.timerMs = null
  }
  const { state, effects } = nextListenerState(world.state, event, random)
  world.state = state
  apply(world, effects)
  return effects
}

/** Mostly the newest connection speaks, at times one from before, or one that never was. */
const anyEvent = fc.oneof(
  fc.record({
    kind: fc.constantFrom('listens' as const, 'beat' as const, 'over' as const),
    age: fc.constantFrom(0, 0, 0, 1, 2, -1),
  }),
  fc.constant({ kind: 'timer' as const }),
  fc.constant({ kind: 'timer' as const }),
)
const toEvent = (world: World, event: { kind: string; age?: number }) =>
  (event.age === undefined
    ? event
    : { kind: event.kind, connection: world.state.connection - event.age }) as ListenerEvent

test('[store.listener] in whatever order things happen there is one connection and one timer at most, and none after a stop', () => {
  const story = fc.record({
    events: fc.array(anyEvent, { maxLength: 200 }),
    stopAfter: fc.nat(200),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(story, ({ events, stopAfter, random }) => {
      const world = begin()
      for (const event of events.slice(0, stopAfter)) {
        const before = world.opened
        happen(world, toEvent(world, event), random)
        expect(world.opened - before).toBeLessThanOrEqual(1)
        // It never stands still without a timer, and holds a connection exactly while it has one.
        expect(world.timerMs).not.toBeNull()
        expect(world.open.length).toBe(['opening', 'listening'].includes(world.state.phase) ? 1 : 0)
        expect(world.timerMs).toBeLessThan(2_000)
      }
      happen(world, { kind: 'stop' })
      for (const event of events) expect(happen(world, toEvent(world, event))).toEqual([])
      expect(happen(world, { kind: 'stop' })).toEqual([])
      expect({ open: world.open, timerMs: world.timerMs }).toEqual({ open: [], timerMs: null })
      expect(world.letGo).toBe(world.opened)
    }),
    { numRuns: 500, seed: 20261122 },
  )
})

test('[store.listener] a connection opens only when the timer of a rest goes off', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 100 }), (events) => {
      const world = begin()
      for (const event of events) {
        const isDue = event.kind === 'timer' && world.state.phase === 'resting'
        const opens = happen(world, toEvent(world, event)).filter(({ act }) => act === 'open')
        expect(opens).toHaveLength(isDue ? 1 : 0)
      }
    }),
    { numRuns: 300, seed: 20261122 },
  )
})

test('[store.listener] the error and the end of one connection are one failure, told once', () => {
  const world = begin()
  const over = { kind: 'over', connection: 1 } as const
  expect(happen(world, over)).toEqual([
    { act: 'cut' },
    { act: 'timer', ms: 37.5 },
    { act: 'tell', news: 'unreachable' },
  ])
  expect(happen(world, over)).toEqual([])
  expect(happen(world, { kind: 'timer' })).toContainEqual({ act: 'open', connection: 2 })
  // Late words of the first one.
  expect([...happen(world, over), ...happen(world, { kind: 'listens', connection: 1 })]).toEqual([])
  expect(happen(world, { kind: 'listens', connection: 2 })).toContainEqual({ act: 'tell', news: 'listening' })
  expect(happen(world, { kind: 'over', connection: 2 })).toContainEqual({ act: 'tell', news: 'lost' })
})

test('[store.listener] rests grow to a cap, with chance in them, and only a beat that came back makes them short again', () => {
  const world = begin()
  const restsMs: number[] = []
  const failOnce = (random: number, isListening = false) => {
    const { connection } = world.state
    if (isListening) happen(world, { kind: 'listens', connection })
    happen(world, { kind: 'over', connection }, random)
    restsMs.push(world.timerMs!)
    happen(world, { kind: 'timer' })
  }
  // One that listens and dies before its first beat is as much a failure as one that never listened.
  for (let index = 0; index < 6; index++) failOnce(1, index % 2 === 1)
  expect(restsMs).toEqual([50, 100, 200, 400, 400, 400])
  failOnce(0)
  expect(restsMs.at(-1)).toBe(200)
  const { connection } = world.state
  happen(world, { kind: 'listens', connection })
  happen(world, { kind: 'beat', connection })
  failOnce(1)
  expect(restsMs.at(-1)).toBe(50)
})

test('[store.listener] a connection that neither listens nor fails is given up', () => {
  const world = begin()
  expect(world.timerMs).toBe(1_500)
  expect(happen(world, { kind: 'timer' })).toContainEqual({ act: 'cut' })
  expect(world.state.phase).toBe('resting')
})
