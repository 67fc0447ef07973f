import { GameError } from '@qd/game-contract/adapter'
import { SIGN_HEADER, signResponse } from '@qd/game-contract/signing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonPlace } from './json-place.ts'
import { readAnswer } from './read-answer.ts'

const expected = { call: '/gm/v1/data/change', nonce: 'a'.repeat(32), hashKey: 'key' }
const KEY = { nonce: expected.nonce, hashKey: expected.hashKey }

function refused(text: string, status = 200, isSigned = true): GameError {
  const body = Buffer.from(text)
  const headers = isSigned ? { [SIGN_HEADER.toLowerCase()]: signResponse({ status, body, ...KEY }) } : {}
  try {
    readAnswer({ status, body, headers }, expected)
  } catch (error) {
    if (error instanceof GameError) return error
    throw error
  }
  throw new Error('it was read')
}

describe('the envelope of an answer', () => {
  it.each([
    [{ status: 2003, err: { code: '2003' } }, 2003],
    [{ status: '2003', err: { code: 2003 } }, 2003],
    [{ status: 2004, err: { code: 'wrong' } }, 2004],
    [{ status: 2004, err: 'wrong' }, 2004],
  ])('a refusal stays one, however its code is written: %j', (envelope, code) => {
    expect(refused(JSON.stringify(envelope), 409)).toMatchObject({ kind: 'refused', code, status: 409 })
  })

  it.each([
    ['{"status":"x"}', 'status', '"x"'],
    ['{"status":0,"err":{"code":true}}', 'err.code', 'true'],
    ['{"status":0,"requestId":7}', 'requestId', '7'],
    ['{"msg":""}', 'status', ''],
  ])('a field that breaks it is named: %s', (text, field, found) => {
    expect(refused(text)).toMatchObject({ kind: 'garbage', wrong: { call: expected.call, field, found } })
  })

  it('what is no JSON is named with its place, to whoever may read the answer', () => {
    const text = '{"status":0,"data":{"tables":{"role":[{"level":NaN}]}}}'
    expect(refused(text)).toMatchObject({
      kind: 'garbage',
      msg: '/gm/v1/data/change: no JSON at character 48, data.tables.role.0.level: NaN',
      wrong: { field: 'data.tables.role.0.level', found: 'NaN (character 48)' },
    })
    expect(refused(text, 200, false)).toMatchObject({ msg: 'no JSON', wrong: undefined })
  })
})

describe('the place where a text is no JSON', () => {
  it('is nowhere in JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(jsonPlace(text)).toBeNull()
      }),
    )
  })

  it.each([
    ['', 1, '', ''],
    ['[1,]', 4, '1', ''],
    ['{"a":1}x', 8, '', 'x'],
    ['{"a":{"b":-Infinity}}', 11, 'a.b', '-Infinity'],
    ['{"a":undefined}', 6, 'a', 'undefined'],
    ['{"a":1', 7, '', ''],
    ['{a:1}', 2, '', 'a'],
    ['{"a" 1}', 6, 'a', ''],
    ['[01]', 3, '', ''],
  ])('of %s is character %d, %s', (text, at, field, word) => {
    expect(jsonPlace(text)).toEqual({ at, field, word })
  })
})
