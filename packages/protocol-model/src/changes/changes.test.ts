import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges, applyEdit, checkChange, equalValues, readPath, writePath } from '../index.ts'
import type { Change } from '../index.ts'
import { samplePlayer, sampleProtocol } from '../../testing/index.ts'

const protocol = sampleProtocol()
const set = (diff: string, path: Change['path'], value: unknown, more: Partial<Change> = {}): Change => ({
  diff,
  path,
  op: 'set',
  value,
  old: 0,
  ...more,
})
const gem = { slot: 2, power: 5 }

describe('checkChange', () => {
  it.each<[Change]>([
    [set('Role', ['level'], 120)],
    [set('Role', ['exp'], '9223372036854775807')],
    [set('Role', ['luck'], 0.25)],
    [set('Role', ['name'], '岚夜听潮海上明月')],
    [set('Role', ['mood'], '1')],
    [set('Role', ['home', 'x'], -1e300)],
    [set('Role', ['home'], { map: 1, x: 0, y: 0 })],
    [set('Role', ['titles', 1], 'x')],
    [set('Role', ['titles'], ['a', 'b'])],
    [{ diff: 'Role', path: ['titles', 2], op: 'add', value: 'third' }],
    [{ diff: 'Role', path: ['titles', 0], op: 'remove', old: 'first' }],
    [set('Bag', ['count'], '9223372036854775807', { key: '7' })],
    [set('Bag', ['gems', '1', 'power'], 4, { key: '7' })],
    [{ diff: 'Bag', key: '9', path: [], op: 'add', value: { itemId: 9, count: '1', gems: [gem] } }],
    [{ diff: 'Bag', key: '9', path: [], op: 'add', value: { itemId: '9', count: 1 } }],
    [{ diff: 'Bag', key: '7', path: [], op: 'remove', old: {} }],
    [{ diff: 'Bag', key: '7', path: ['gems', '2'], op: 'add', value: gem }],
  ])('accepts %j', (change) => {
    expect(checkChange(protocol, change)).toBeNull()
  })

  it.each<[string, string, Change]>([
    ['unknown_diff', 'Ghost.x', set('Ghost', ['x'], 1)],
    ['unknown_diff', '__proto__.x', set('__proto__', ['x'], 1)],
    ['unknown_diff', 'Place.map', set('Place', ['map'], 1)],
    ['unknown_path', 'Role.ghost', set('Role', ['ghost'], 1)],
    ['unknown_path', 'Role.constructor', set('Role', ['constructor'], 1)],
    ['unknown_path', 'Role.level.x', set('Role', ['level', 'x'], 1)],
    ['unknown_path', 'Role.titles.one', set('Role', ['titles', 'one'], 'x')],
    ['unknown_path', 'Role.titles.-1', set('Role', ['titles', '-1'], 'x')],
    ['unknown_path', 'Bag.7.gems.__proto__', set('Bag', ['gems', '__proto__'], gem, { key: '7' })],
    ['unknown_path', 'Note.__proto__.text', set('Note', ['text'], 'x', { key: '__proto__' })],
    ['key_required', 'Bag.count', set('Bag', ['count'], 1)],
    ['key_not_allowed', 'Role.1.level', set('Role', ['level'], 1, { key: '1' })],
    ['wrong_type', 'Bag.seven.count', set('Bag', ['count'], 1, { key: 'seven' })],
    ['key_fixed', 'Bag.7.itemId', set('Bag', ['itemId'], 8, { key: '7' })],
    ['key_fixed', 'Bag.7.gems.1.slot', set('Bag', ['gems', '1', 'slot'], 2, { key: '7' })],
    ['key_mismatch', 'Bag.9', { diff: 'Bag', key: '9', path: [], op: 'add', value: { itemId: 8 } }],
    ['key_required', 'Bag.9', { diff: 'Bag', key: '9', path: [], op: 'add', value: { count: 8 } }],
    ['key_mismatch', 'Bag.7.gems.3', { diff: 'Bag', key: '7', path: ['gems', '3'], op: 'add', value: gem }],
    ['bad_op', 'Role.level', { diff: 'Role', path: ['level'], op: 'remove', old: 1 }],
    ['bad_op', 'Role', { diff: 'Role', path: [], op: 'remove', old: {} }],
    ['old_required', 'Role.level', { diff: 'Role', path: ['level'], op: 'set', value: 2 }],
    ['value_required', 'Role.level', { diff: 'Role', path: ['level'], op: 'set', old: 2 }],
    ['wrong_type', 'Role.level', set('Role', ['level'], 1.5)],
    ['wrong_type', 'Role.level', set('Role', ['level'], '1e2')],
    ['wrong_type', 'Role.level', set('Role', ['level'], null)],
    ['wrong_type', 'Role.level', set('Role', ['level'], [1])],
    ['wrong_type', 'Role.luck', set('Role', ['luck'], '0.5')],
    ['wrong_type', 'Role.name', set('Role', ['name'], 5)],
    ['wrong_type', 'Role.titles', set('Role', ['titles'], 'x')],
    ['wrong_type', 'Role.titles.1', set('Role', ['titles'], ['a', 5])],
    ['wrong_type', 'Role.home', set('Role', ['home'], [])],
    ['wrong_type', 'Role.home.map', set('Role', ['home'], { map: 'x' })],
    ['unknown_path', 'Role.home.z', set('Role', ['home'], { z: 1 })],
    ['unknown_path', 'Role.home.__proto__', set('Role', ['home'], JSON.parse('{"__proto__":{"x":1}}'))],
    ['out_of_int64', 'Role.exp', set('Role', ['exp'], '9223372036854775808')],
    ['out_of_int64', 'Role.exp', set('Role', ['exp'], 2 ** 53)],
    ['below_min', 'Role.level', set('Role', ['level'], 0)],
    ['above_max', 'Role.level', set('Role', ['level'], '121')],
    ['above_max', 'Role.luck', set('Role', ['luck'], 1.01)],
    ['wrong_type', 'Role.luck', set('Role', ['luck'], Number.NaN)],
    ['too_long', 'Role.name', set('Role', ['name'], '岚夜听潮海上明月光')],
    ['control_character', 'Role.name', set('Role', ['name'], 'a\0')],
    ['control_character', 'Role.name', set('Role', ['name'], 'a\u0085')],
    ['control_character', 'Role.name', set('Role', ['name'], 'a\ud800')],
    ['not_a_choice', 'Role.mood', set('Role', ['mood'], 2)],
    ['duplicate_key', 'Bag.7.gems.1', set('Bag', ['gems'], [gem, gem], { key: '7' })],
    ['key_required', 'Bag.7.gems.0.slot', set('Bag', ['gems'], [{ power: 1 }], { key: '7' })],
  ])('answers %s at %s', (code, field, change) => {
    expect(checkChange(protocol, change)).toMatchObject({ code, field })
  })

  it('[T13] never throws, whatever the change', () => {
    const text = fc.constantFrom('Role', 'Bag', 'Note', '__proto__', 'level', 'gems', 'titles', '1', '')
    const change = fc.record({
      diff: text,
      key: fc.option(text, { nil: undefined }),
      path: fc.array(fc.oneof(text, fc.integer()), { maxLength: 5 }),
      op: fc.constantFrom('set' as const, 'add' as const, 'remove' as const),
      value: fc.anything(),
      old: fc.anything(),
    })
    fc.assert(
      fc.property(change, (input) => {
        expect(() => checkChange(protocol, input)).not.toThrow()
        expect(() => applyEdit(protocol, samplePlayer(), input)).not.toThrow()
      }),
      { seed: 14, numRuns: 1000 },
    )
    expect(({} as Record<string, unknown>).level).toBeUndefined()
  })
})

describe('applyEdit', () => {
  it('takes a field away by null, which only who may unset may send', () => {
    const level = set('Role', ['level'], null)
    expect(checkChange(protocol, level)?.code).toBe('wrong_type')
    expect(checkChange(protocol, level, { canUnset: true })).toBeNull()
    const applied = applyEdit(protocol, samplePlayer(), level)
    expect(applied.ok && Object.hasOwn(applied.data['role'] as object, 'level')).toBe(false)
    const row = { ...set('Bag', [], null), key: '7' }
    const gem = { ...set('Bag', ['gems', '1'], null), key: '7' }
    for (const change of [row, gem]) expect(checkChange(protocol, change, { canUnset: true })).not.toBeNull()
  })

  it('does not touch the data it was given', () => {
    const before = samplePlayer()
    const applied = applyEdit(protocol, before, set('Bag', ['gems', '1', 'power'], 99, { key: '7' }))
    expect(before).toEqual(samplePlayer())
    expect(applied.ok && readPath(applied.data, ['bag', '7', 'gems', 0, 'power'])).toBe(99)
    expect(applied.ok && applied.data.role).toBe(before.role)
  })

  it.each<[Change]>([
    [{ diff: 'Bag', key: '7', path: [], op: 'add', value: { itemId: 7 } }],
    [{ diff: 'Bag', key: '7', path: ['gems', '1'], op: 'add', value: { slot: 1 } }],
    [{ diff: 'Bag', key: '99', path: [], op: 'remove', old: {} }],
    [{ diff: 'Role', path: ['titles', 9], op: 'remove', old: '' }],
    [{ diff: 'Role', path: ['titles', 9], op: 'add', value: '' }],
    [set('Ghost', ['x'], 1)],
  ])('refuses %j where there is nothing, or already something', (change) => {
    expect(applyEdit(protocol, samplePlayer(), change)).toMatchObject({ ok: false })
  })

  it('adds the first element of a list the data does not have', () => {
    const change: Change = { diff: 'Bag', key: '5', path: ['gems', '2'], op: 'add', value: gem }
    const applied = applyEdit(protocol, { bag: { '5': { itemId: 5 } } }, change)
    expect(applied).toEqual({ ok: true, data: { bag: { '5': { itemId: 5, gems: [gem] } } } })
  })
})

describe('applyChanges', () => {
  const apply = (...pairs: [string, unknown][]) =>
    applyChanges(
      samplePlayer(),
      pairs.map(([d, change]) => ({
        d,
        change: typeof change === 'string' ? change : JSON.stringify(change),
      })),
      protocol,
    )

  it('merges an object without key', () => {
    const { data, errors } = apply(['role', { level: 73, home: { x: 9 } }])
    expect(errors).toEqual([])
    expect(data.role).toMatchObject({ level: 73, luck: 0.5, home: { map: 3, x: 9, y: -2 } })
  })

  it('upserts a row by its primary key and by its place', () => {
    const { data } = apply(['bag', { itemId: 7, count: '6' }], ['bag', { '11': { count: '2' } }])
    expect(data.bag).toMatchObject({
      '7': { itemId: 7, count: '6', gainAt: 1_700_000_000 },
      '11': { itemId: 11, count: '2' },
    })
  })

  it('deletes a row by null, and takes a field away by null', () => {
    const { data } = apply(['bag', { '8': null }], ['role', { luck: null }])
    expect(Object.keys(data.bag as object)).toEqual(['7'])
    expect(data.role).not.toHaveProperty('luck')
  })

  it('changes list elements by key, and replaces a list without keys', () => {
    const { data } = apply(
      ['bag', { itemId: 7, gems: [{ slot: 1, power: 11 }, gem] }],
      ['bag', { itemId: 7, gems: { '1': null, '3': { power: 1 } } }],
      ['role', { titles: ['only'] }],
    )
    expect(readPath(data, ['bag', '7', 'gems'])).toEqual([gem, { slot: 3, power: 1 }])
    expect(readPath(data, ['role', 'titles'])).toEqual(['only'])
  })

  it('keeps what it does not know and fields it does not know', () => {
    const { data, raw, errors } = apply(['weather', { rain: 1 }], ['role', { aura: 'blue' }])
    expect(raw).toEqual([{ d: 'weather', change: '{"rain":1}' }])
    expect(errors).toEqual([])
    expect(data.role).toHaveProperty('aura', 'blue')
    expect(data).not.toHaveProperty('weather')
  })

  it.each([
    ['{'],
    ['[]'],
    ['5'],
    ['{"7":{"count":9007199254740993}}'],
    ['{"7":5}'],
    ['{"7":{"gems":5}}'],
    ['{"7":{"gems":[{"power":1}]}}'],
    ['{"itemId":"__proto__"}'],
    [`{"7":{"gems":${'['.repeat(60)}${']'.repeat(60)}}}`],
  ])('reports %s, leaves it out whole, and applies the later ones', (text) => {
    const { data, errors } = apply(['bag', text], ['role', { level: 74 }])
    expect(errors).toMatchObject([{ index: 0, d: 'bag', reason: expect.any(String) }])
    expect(data).toEqual({ ...samplePlayer(), role: { ...(samplePlayer().role as object), level: 74 } })
  })

  it('leaves out keys that reach prototypes and takes the rest of their entry', () => {
    const { data, errors } = apply(['bag', '{"__proto__":{"x":1},"7":{"constructor":1,"count":"9"}}'])
    expect(errors).toEqual([])
    expect(data.bag).toEqual({
      ...(samplePlayer().bag as object),
      7: { ...(samplePlayer().bag as Record<string, object>)[7], count: '9' },
    })
    expect(Object.keys(data.bag as object)).toEqual(['7', '8'])
  })

  it('never throws and never changes what it was given', () => {
    const before = samplePlayer()
    const entry = fc.record({
      d: fc.constantFrom('role', 'bag', 'note', '__proto__', ''),
      change: fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .dictionary(fc.constantFrom('7', 'itemId', 'gems', 'titles', 'home'), fc.jsonValue())
          .map((v) => JSON.stringify(v)),
      ),
    })
    fc.assert(
      fc.property(fc.array(entry), (changes) => {
        expect(() => applyChanges(before, changes, protocol)).not.toThrow()
        expect(before).toEqual(samplePlayer())
      }),
      { seed: 310, numRuns: 500 },
    )
  })
})

describe('paths and equality', () => {
  it('[T13] neither reads nor writes through a prototype', () => {
    expect(readPath({}, ['__proto__'])).toBeUndefined()
    expect(readPath({}, ['toString'])).toBeUndefined()
    expect(readPath([], ['length'])).toBeUndefined()
    expect(writePath({}, ['__proto__', 'x'], 1)).toMatchObject({ ok: false })
    expect(writePath({}, ['a', 'constructor'], 1)).toMatchObject({ ok: false })
    expect(writePath({}, ['toString'], 1)).toEqual({ ok: true, value: { toString: 1 } })
    expect(writePath({ a: 5 }, ['a', 'b'], 1)).toMatchObject({ ok: false })
  })

  it('reads what it wrote', () => {
    const path = fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(path, fc.jsonValue(), (keys, value) => {
        const written = writePath({}, keys, value)
        expect(written.ok && readPath(written.value, keys)).toEqual(value)
      }),
      { seed: 19 },
    )
  })

  it.each([
    ['5', 5, true],
    [5, '5', true],
    ['9007199254740993', 9_007_199_254_740_992, false],
    ['05', 5, false],
    ['5.0', 5, false],
    [undefined, null, true],
    [0, null, false],
    [0, '', false],
    [0, -0, true],
    [{ a: 1, b: undefined }, { a: '1' }, true],
    [{ a: 1 }, { b: 1 }, false],
    [[1, '2'], ['1', 2], true],
    [[1], [1, null], false],
    [{}, [], false],
    [JSON.parse('{"__proto__":1}'), {}, false],
    [true, 1, false],
  ])('%j equals %j: %s', (left, right, isEqual) => {
    expect(equalValues(left, right)).toBe(isEqual)
    expect(equalValues(right, left)).toBe(isEqual)
  })
})
