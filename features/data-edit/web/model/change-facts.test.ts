import { describe, expect, it } from 'vitest'
import { deltaText } from './change-facts.ts'

describe('deltaText', () => {
  it.each([
    [480, 680, '+200'],
    ['9223372036854775807', '9223372036854775800', '-7'],
    [0.1, 0.3, '+0.2'],
    ['a', 'b', null],
  ])('[ED.26] from %s to %s is %s', (old, value, delta) => {
    expect(deltaText({ diff: 'x', path: ['y'], op: 'set', old, value })).toBe(delta)
  })
})
