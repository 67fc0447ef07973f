import { describe, expect, it } from 'vitest'
import { GAME_CALLS, GAME_CODE_FACTS, GAME_CODES, gameEnvelope, isGameCode } from './index.ts'
import type { GameCallName } from './index.ts'

const operator = { opId: 'o', user: 'u', requestId: 'r' }
const change = { diff: 'Role', path: ['level'], op: 'set', value: 1, old: 2 }
const accepts = (name: GameCallName, request: unknown) => GAME_CALLS[name].request.safeParse(request).success

describe('game calls', () => {
  it('no two calls share a method and path', () => {
    const calls = Object.values(GAME_CALLS)
    const places = calls.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it.each<[GameCallName, unknown]>([
    ['dataGet', { uId: '30123000045', items: [{ diff: 'Role' }, { diff: 'Bag', keys: ['7'] }] }],
    ['dataCheck', { uId: '30123000045', version: '1', changes: [change] }],
    ['dataChange', { uId: '30123000045', version: '1', changes: [change], operator }],
    ['lookup', { by: 'name', value: '潮', limit: 20 }],
    ['setTime', { mode: 'set', value: 1_790_000_000_000, operator }],
    ['accountsCreate', { count: 20, operator }],
    ['protocol', {}],
    ['protocol', { full: '1' }],
  ])('%s takes %j', (name, request) => {
    expect(accepts(name, request)).toBe(true)
  })

  it.each<[GameCallName, unknown]>([
    ['dataGet', { uId: 30_123_000_045, items: [] }],
    ['dataGet', { uId: '0', items: [] }],
    ['dataCheck', { uId: '30123000045', version: '1', changes: [] }],
    ['dataCheck', { uId: '30123000045', version: '1', changes: [{ ...change, op: 'swap' }] }],
    ['dataChange', { uId: '30123000045', version: '1', changes: [change] }],
    ['dataChange', { uId: '30123000045', version: '1', changes: [change], operator, onlinePolicy: 'later' }],
    ['lookup', { by: 'phone', value: '1' }],
    ['lookup', { by: 'name', value: '', limit: 20 }],
    ['setTime', { mode: 'set', value: 1 }],
    ['accountsCreate', { count: 21, operator }],
    ['accountsCreate', { count: 0, operator }],
  ])('%s refuses %j', (name, request) => {
    expect(accepts(name, request)).toBe(false)
  })
})

describe('codes and envelope', () => {
  it('[G3.3] every code has its facts, and nothing else is a code', () => {
    expect(Object.values(GAME_CODES).map(String).sort()).toEqual(Object.keys(GAME_CODE_FACTS).sort())
    expect(isGameCode(2003)).toBe(true)
    expect(isGameCode(2009)).toBe(false)
    expect(GAME_CODE_FACTS[2003]).toMatchObject({ httpStatus: 409, isRetryable: false })
  })

  it('[G3.3] an envelope needs a numeric status and nothing more', () => {
    expect(gameEnvelope.parse({ status: 0, extra: 1 })).toEqual({ status: 0, msg: '' })
    expect(gameEnvelope.safeParse({ status: '0' }).success).toBe(false)
    expect(gameEnvelope.safeParse({ status: 1, err: { code: 'x' } }).success).toBe(false)
  })
})
