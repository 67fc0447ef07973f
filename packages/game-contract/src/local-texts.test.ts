import { describe, expect, it } from 'vitest'
import { GAME_CALLS, toldIn } from './index.ts'
import type { GameCallName } from './index.ts'

const BOTH = { cn: '没有', en: 'none' }

const ANSWERS: readonly (readonly [GameCallName, (text: unknown) => unknown])[] = [
  [
    'dataCheck',
    (text) => ({
      actions: [{ text, code: 'a' }],
      warnings: [{ index: 0, code: 1, msg: text }],
      refused: [{ index: 0, status: 422, code: 2004, msg: text }],
    }),
  ],
  [
    'dataChange',
    (text) => ({ version: '1', c: [], results: [{ index: 0, status: 422, code: 2004, msg: text }] }),
  ],
  [
    'commandsRun',
    (text) => ({
      kind: 'text',
      text,
      table: { columns: [{ key: 'a', title: text }], rows: [] },
      actions: [{ text }],
      c: [],
    }),
  ],
  [
    'setTime',
    (text) => ({ real: 1, game: 1, offset: 0, zone: 'UTC', firing: [{ at: 1, name: text, text }] }),
  ],
]

describe('sentences of a game', () => {
  it.each(ANSWERS)('%s: by language they are read in the wanted one', (name, answer) => {
    const { reply } = GAME_CALLS[name]
    const read = (language: 'cn' | 'de') => reply.parse(toldIn(name, answer(BOTH), language))
    expect(read('cn')).toEqual(reply.parse(answer('没有')))
    expect(read('de')).toEqual(reply.parse(answer('none')))
  })

  it.each(ANSWERS)('%s: what is no text of a language is refused', (name, answer) => {
    for (const wrong of [5, null, ['x'], { cn: 5 }, { 'zh-CN': 'x', toString: 1 }]) {
      expect(GAME_CALLS[name].reply.safeParse(toldIn(name, answer(wrong), 'de')).success).toBe(false)
    }
  })

  it('an answer of another shape is left to its schema', () => {
    for (const data of [null, 'x', [], { actions: 'x' }, { actions: [null] }]) {
      expect(toldIn('dataCheck', data, 'de')).toEqual(data)
    }
  })
})

it('an answer whose sentences are told already is nothing new', () => {
  const results = [0, 1].map((index) => ({ index, status: 0, code: 0, msg: 'sent' }))
  const data = { results }
  expect(toldIn('mailBatch', data, 'de')).toBe(data)
  const told = toldIn(
    'mailBatch',
    { results: [results[0], { ...results[1], msg: BOTH }] },
    'de',
  ) as typeof data
  expect(told.results[0]).toBe(results[0])
  expect(told.results[1]?.msg).toBe(BOTH.en)
})
