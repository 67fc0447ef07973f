import { describe, expect, it } from 'vitest'
import { plainJsonFault } from '../index.ts'

const limits = { maxDepth: 3, maxNodes: 10 }
const parse = (text: string): unknown => JSON.parse(text)

describe('plainJsonFault', () => {
  it.each<[string, unknown]>([
    ['a value', 5],
    ['null', null],
    ['three levels', [[[1]]]],
    ['ten values', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['keys of a prototype`s methods', { toString: 1, hasOwnProperty: 2 }],
  ])('[T13] lets %s pass', (_what, value) => {
    expect(plainJsonFault(value, limits)).toBeNull()
  })

  it.each<[string, unknown, string]>([
    ['four levels', [[[[]]]], 'deeper'],
    ['four levels of objects', { a: { b: { c: {} } } }, 'deeper'],
    ['eleven values', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 'more than'],
    ['eleven values spread', { a: [1, 2, 3], b: [1, 2, 3], c: [1] }, 'more than'],
    ['__proto__', parse('{"__proto__":1}'), '__proto__'],
    ['constructor inside', [{ constructor: 1 }], 'constructor'],
    ['prototype inside', { a: { prototype: 1 } }, 'prototype'],
  ])('[T13] refuses %s', (_what, value, reason) => {
    expect(plainJsonFault(value, limits)).toContain(reason)
  })
})
