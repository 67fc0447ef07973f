import { expect, test } from 'vitest'
import type { WorkerTick } from '../worker/messages.ts'
import { Collector } from './collector.ts'

const workerTick = (given: Partial<WorkerTick>): WorkerTick => ({
  online: 0,
  late: 0,
  underWay: 0,
  sent: 0,
  received: 0,
  passed: 0,
  failed: 0,
  answered: 0,
  commands: [],
  errors: [],
  at: [],
  ...given,
})

const MOST_BYTES = 16_384
const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value))

test('a tick of many commands and steps with long names fits an event of output, and says what it left out', () => {
  const collector = new Collector(new Map(many(100, (n) => [n, `${'长'.repeat(300)}${n}`] as const)))
  collector.add(
    0,
    workerTick({
      commands: many(100, (cmd) => ({ cmd, count: 100 - cmd, errors: 0, times: Float64Array.of(1_234, 1) })),
      at: many(100, (n) => ({ step: `${'"步'.repeat(300)}${n}`, clients: 100 - n })),
    }),
  )
  const tick = collector.tick(1_000, 1)
  expect(bytesOf(tick)).toBeLessThanOrEqual(MOST_BYTES)
  // The busiest stay; steps go before commands.
  expect(tick.commands[0]).toMatchObject({ cmd: 0, count: 100 })
  expect(tick.leftOut).toEqual({
    commands: 100 - tick.commands.length,
    steps: 100 - tick.at.length,
  })
  expect(tick.commands.length).toBeGreaterThan(tick.at.length)
})

test('a small tick is whole', () => {
  const collector = new Collector(new Map([[5, 'Echo']]))
  const at = [{ step: '1', clients: 2 }]
  collector.add(
    0,
    workerTick({ commands: [{ cmd: 5, count: 1, errors: 0, times: Float64Array.of(9, 1) }], at }),
  )
  expect(collector.tick(1_000, 1)).toMatchObject({
    at,
    commands: [{ name: 'Echo' }],
    leftOut: { commands: 0, steps: 0 },
  })
})
