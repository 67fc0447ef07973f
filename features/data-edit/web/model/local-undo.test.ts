import type { Change } from '@qd/protocol-model'
import { describe, expect, it } from 'vitest'
import { keptSteps } from './local-undo.ts'

const step = (count: number): Change[] =>
  Array.from({ length: count }, (_change, index) => ({
    diff: 'Bag',
    key: String(index),
    path: [],
    op: 'remove',
  }))

describe('what undo remembers', () => {
  it('[ED.120] is two hundred small steps, the latest ones', () => {
    const steps = Array.from({ length: 250 }, (_step, index) => step(index % 3))
    expect(keptSteps(steps)).toEqual(steps.slice(-200))
    expect(keptSteps([])).toEqual([])
  })

  it('[ED.120] is fewer large ones, and the last one however large it is', () => {
    const huge = step(300_000)
    expect(keptSteps([huge, huge, huge])).toEqual([huge])
    expect(keptSteps([huge, step(5)])).toHaveLength(2)
    expect(keptSteps([step(600_000)])).toHaveLength(1)
  })
})
