import { parseProtocol } from '@qd/protocol-model'
import { expect, test } from 'vitest'
import { PlayerState } from './player-state.ts'

/* What is known of a player, however much a game says of them. */

const field = { name: '', type: 'string', fieldName: 'name', comment: '' }
const role = { name: 'role', netKey: 'role', key: '', names: {}, comment: '', fields: [field] }
const read = parseProtocol(JSON.stringify({ diffInfos: { role }, protocols: [] }))
if (!read.ok) throw new Error(read.reason)
const { protocol } = read
const change = (name: string) => ({ d: 'role', change: JSON.stringify({ name }) })

test('a player who takes too much room is followed no longer, and that is told once', () => {
  let told = 0
  const state = new PlayerState(() => (told += 1))
  state.setRules({ protocol })
  expect(state.take(0, () => change('a'))).toMatchObject({ changes: [{ module: 'role' }] })
  expect(state.show('role')).toMatchObject({ isKnown: true, data: '{"name":"a"}' })
  // Much that replaces what was there is not much that is kept.
  for (let times = 0; times < 3; times += 1) state.take(1, () => change('x'.repeat(9_000_000)))
  expect(state.show(undefined).isKnown).toBe(true)
  expect(state.take(2, () => change('x'.repeat(18_000_000)))).toBe(null)
  expect(state.show('role')).toMatchObject({ isKnown: false, modules: [], data: null })
  expect(state.take(3, () => change('b'))).toBe(null)
  expect(told).toBe(1)
})

test.each([null, 1, 'a', [1]])('a body that is %j alone says nothing of a player', (body) => {
  const state = new PlayerState(() => undefined)
  state.setRules({ protocol })
  expect(state.take(0, () => body as never)).toBe(null)
})
