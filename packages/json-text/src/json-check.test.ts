import { diffInfoOf } from '@qd/protocol-model'
import { samplePlayer, sampleProtocol } from '@qd/protocol-model/testing'
import { describe, expect, it } from 'vitest'
import { JsonCheck } from './json-check.ts'
import { JsonReader } from './json-reader.ts'
import type { JsonScope } from './json-scope.ts'
import { scopeValue, undescribed, withScope } from './json-scope.ts'

const protocol = sampleProtocol()
const bag = diffInfoOf(protocol, 'Bag')!
const role = diffInfoOf(protocol, 'Role')!

function faultsOf(scope: JsonScope, text: string, { slice, base }: { slice?: number; base?: unknown } = {}) {
  const reader = new JsonReader(text)
  reader.read()
  const check = new JsonCheck(protocol, scope, reader.root!, base)
  while (!check.check(slice)) {
    // slice after slice
  }
  return check.faults.map(({ code, from, to }) => [code, text.slice(from, to)])
}

describe('JsonCheck', () => {
  it('[ED.123] finds nothing in what the game sent', () => {
    for (const scope of [
      { kind: 'player' },
      { kind: 'module', info: bag },
      { kind: 'row', info: bag, key: '7' },
    ] as const) {
      const base = scopeValue(protocol, samplePlayer(), scope)
      expect(faultsOf(scope, JSON.stringify(base, null, 2), { slice: 1, base })).toEqual([])
    }
  })

  it.each([
    [role, '{"level": 121}', 'above_max', '121'],
    [role, '{"level": "x"}', 'wrong_type', '"x"'],
    [role, '{"exp": 9223372036854775808}', 'out_of_int64', '9223372036854775808'],
    [role, '{"lvel": 1}', 'unknown_path', '"lvel"'],
    [role, '{"mood": 7}', 'not_a_choice', '7'],
    [role, '{"titles": {}}', 'wrong_type', '{}'],
    [bag, '{"7": {"itemId": 8}}', 'key_mismatch', '8'],
    [bag, '{"x": {"itemId": "x"}}', 'wrong_type', '"x"'],
    [bag, '{"7": {"count": 1}}', 'key_required', '{'],
    [bag, '{"7": {"itemId": 7, "gems": [{"slot": 1}, {"slot": "1"}]}}', 'duplicate_key', '"1"'],
  ])('[ED.123] in %o, %s is marked where it stands', (info, text, code, marked) => {
    expect(faultsOf({ kind: 'module', info }, text)[0]).toEqual([code, marked])
  })

  it.each([
    [role, '{"level": 5}', 'value_required', '{'],
    [role, '{"level": null}', 'value_required', 'null'],
    [bag, '{"7": {"itemId": 7}}', 'value_required', '{'],
  ])('[ED.123] in %o, %s leaves out a value that is there', (info, text, code, marked) => {
    const scope = { kind: 'module', info } as const
    const base = scopeValue(protocol, samplePlayer(), scope)
    expect(faultsOf(scope, text, { base })).toContainEqual([code, marked])
    expect(faultsOf(scope, text)).toEqual([])
  })

  it.each([
    [{ level: 999, exp: '0', gone: { x: 1 } }, []],
    [
      { level: 998, gone: { x: 2 } },
      [
        ['unknown_path', '"gone"'],
        ['above_max', '998'],
      ],
    ],
  ])('[ED.123] what stands there already is no fault of the text: %j', (typed, faults) => {
    const base = { level: 999, gone: { x: 1 } }
    const scope = { kind: 'module', info: role } as const
    expect(faultsOf(scope, JSON.stringify(typed), { base })).toEqual(faults)
  })

  it('[ED.123] a module nobody described is marked in the text of the player', () => {
    expect(faultsOf({ kind: 'player' }, '{"role": {}, "other": {}}')).toEqual([['unknown_diff', '"other"']])
  })
})

describe('scopes', () => {
  it('[ED.124] a text of the player leaves what it does not name, and what nobody described', () => {
    const data = { ...samplePlayer(), blob: { x: 1 } }
    expect(undescribed(protocol, data)).toEqual({ blob: { x: 1 } })
    expect(scopeValue(protocol, data, { kind: 'player' })).toEqual(samplePlayer())
    const next = withScope(data, { kind: 'player' }, { note: {} })
    expect(next).toEqual({ ...data, note: {} })
    expect(withScope(data, { kind: 'row', info: bag, key: '7' }, { itemId: 7 }).bag).toMatchObject({
      '7': { itemId: 7 },
      '8': { count: '1' },
    })
  })
})
