import { expect, it } from 'vitest'
import { handleAsk } from './handle-ask.ts'
import type { FoundView, Surroundings } from './messages.ts'

const NESTED = {
  Hero: { fields: { name: { type: 'string', id: 1 }, powers: { rule: 'repeated', type: 'double', id: 2 } } },
}
const AROUND: Surroundings = { definitions: { hash: 'a', nested: NESTED }, module: null, layout: null }
const VIEW: FoundView = { compression: 'none', format: 'protobuf', message: 'Hero', decoderId: '' }
/** name = "Ann", powers = [1.5]. */
const HERO = Uint8Array.from([0x0a, 3, 0x41, 0x6e, 0x6e, 0x12, 8, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f])

it.each([
  ['1.5', '1e400', 'range'],
  ['1.5', '-1e400', 'range'],
  ['"Ann"', '5', 'name wrong_type string'],
])('an edited message with %s as %s is refused, with the character', async (from, to, code) => {
  const opened = await handleAsk({ kind: 'open', bytes: HERO, view: VIEW, around: AROUND })
  const before = 'text' in opened ? (opened.text ?? '') : ''
  const ask = { kind: 'encode', bytes: HERO, view: VIEW, around: AROUND } as const
  const text = before.replace(from, to)
  const at = before.indexOf(from) + 1
  expect(await handleAsk({ ...ask, content: { text } })).toEqual({ ok: false, at, code })
  const named = before.replace('1.5', '"Infinity"')
  expect(await handleAsk({ ...ask, content: { text: named } })).toMatchObject({ ok: true })
})
