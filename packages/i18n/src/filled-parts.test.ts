import { expect, it } from 'vitest'
import { filledParts } from './filled-parts.ts'

const kinds = (text: string, vars: Record<string, string> | null) =>
  filledParts(text, vars).map(({ value, kind }) => [kind, value])

it('fills variables and tells those nobody fills', () => {
  expect(kinds('{name}，{days} 天 {x}{y}', { name: '沐风', x: '' })).toEqual([
    ['filled', '沐风'],
    ['text', '，'],
    ['missing', '{days}'],
    ['text', ' 天 '],
    ['missing', ''],
    ['missing', '{y}'],
  ])
})

it('leaves them open while nobody is chosen', () => {
  expect(kinds('Hi {name}', null)).toEqual([
    ['text', 'Hi '],
    ['open', '{name}'],
  ])
})

it('takes no name of every object for a variable, and no other braces', () => {
  expect(kinds('{toString} {1} { a }', {})).toEqual([
    ['missing', '{toString}'],
    ['text', ' {1} { a }'],
  ])
})
