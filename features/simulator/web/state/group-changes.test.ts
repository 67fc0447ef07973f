import { describe, expect, it } from 'vitest'
import { groupChanges } from './group-changes.ts'

const change = (frame: number, place: [string, string], before: string, after: string) => ({
  frame,
  module: place[0],
  path: place[1],
  before,
  after,
})

describe('changes of the state', () => {
  it('shows each value once with its last change, and every frame that changed it', () => {
    const groups = groupChanges([
      change(9, ['bag', '[10060].count'], '17', '16'),
      change(8, ['role', 'exp'], '2', '3'),
      change(7, ['role', 'exp'], '1', '2'),
    ])
    expect(groups).toEqual([
      { module: 'bag', values: [{ ...change(9, ['bag', '[10060].count'], '17', '16'), frames: [9] }] },
      { module: 'role', values: [{ ...change(8, ['role', 'exp'], '2', '3'), frames: [8, 7] }] },
    ])
  })
})
