import { expect, test } from 'vitest'
import { sha1Of } from '../run-watched.ts'
import { setJson } from './edit-json.ts'

const key = Buffer.from('j')
const edit = { kind: 'setJson' as const, value: '1' }

/** The module could not be installed here: its answers are those of the command reference. */
test.each([
  ['.', '{"a":9007199254740993}', '{"a":9007199254740993}'],
  ['$.a', '[9007199254740993]', '9007199254740993'],
  ['$..a', '[1,2]', null],
])('what takes a change of JSON at %s back has every digit of what was there', (path, before, back) => {
  const step = setJson(key, { ...edit, path, expect: sha1Of(before) })
  const now = Buffer.from('[1]')
  const { undo } = step.effect({
    checks: ['1', Buffer.from('ReJSON-RL'), Buffer.from(before)],
    writes: [Buffer.from('OK'), now, '1'],
  })
  expect(undo).toEqual(back === null ? null : { kind: 'setJson', path, value: back, expect: sha1Of(now) })
})

test('what is no JSON never reaches the server', () => {
  expect(() => setJson(key, { ...edit, value: '{', path: '.', expect: null })).toThrow('redis_value_invalid')
})
