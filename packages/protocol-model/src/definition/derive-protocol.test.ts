import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkChange, deriveProtocol, readProtoModules } from '../index.ts'
import type { Change, Field, ProtoNested, ProtocolDefinition } from '../index.ts'

const NESTED: ProtoNested = {
  pets: {
    nested: {
      Mood: { values: { CALM: 0, ANGRY: 5 }, comments: { CALM: '平静。不动' } },
      Player: {
        comment: '玩家，全部数据',
        fields: {
          level: { type: 'uint32', comment: '等级，从 1 起' },
          mood: { type: 'Mood' },
          vip: { type: 'bool' },
          face: { type: 'bytes' },
          gold: { type: 'uint64' },
          debt: { type: 'sint64' },
          tags: { type: 'string', rule: 'repeated' },
          pets: { type: 'Pet', rule: 'repeated', comment: '宠物' },
          notes: { type: 'Note', rule: 'repeated' },
          counts: { type: 'int32', keyType: 'string' },
          mail: { type: 'string' },
          phone: { type: 'string' },
          nick: { type: 'string' },
        },
        oneofs: { contact: { oneof: ['mail', 'phone'] }, _nick: { oneof: ['nick'] } },
      },
      Pet: {
        fields: { petId: { type: 'int32' }, toys: { type: 'Toy', rule: 'repeated' }, child: { type: 'Pet' } },
        nested: { Toy: { fields: { toyId: { type: 'string' }, weight: { type: 'double' } } } },
        leftOut: ['constructor'],
      },
      Note: { fields: { text: { type: 'string' } } },
    },
  },
}
const MODULES = {
  roots: [{ message: 'pets.Player', netKey: 'player' }],
  keys: { 'pets.Pet': 'petId', 'pets.Pet.Toy': 'toyId' },
}

function derived(nested = NESTED, modules: unknown = MODULES): ProtocolDefinition {
  const read = readProtoModules(modules)
  if (!read.ok) throw new Error(read.reason)
  const protocol = deriveProtocol(nested, read.modules)
  if (!protocol.ok) throw new Error(protocol.reason)
  return protocol.protocol
}

const { diffInfos, protocols } = derived()
const player = diffInfos['pets.Player@player']!
const fieldOf = (name: string): Field | undefined => player.fields.find(({ fieldName }) => fieldName === name)
const set = (name: string, value: unknown): Change => ({
  diff: 'pets.Player@player',
  path: [name],
  op: 'set',
  value,
  old: null,
})
const faultOf = (name: string, value: unknown) => checkChange(derived(), set(name, value))?.code ?? null

describe('a data definition made of messages', () => {
  it('has a module for each root and a table for each repeated field with a key', () => {
    expect(player).toMatchObject({ comment: '玩家', key: '', netKey: 'player' })
    expect(diffInfos['pets.Pet@pets']).toMatchObject({ comment: '宠物', key: 'petId', netKey: 'pets' })
    expect(Object.values(diffInfos).filter(({ netKey }) => netKey !== '')).toHaveLength(2)
    expect(protocols.map(({ diffInfo }) => diffInfo)).toEqual(['pets.Player@player', 'pets.Pet@pets'])
    expect(fieldOf('pets')).toBeUndefined()
    expect(fieldOf('notes')).toMatchObject({ type: 'array', itemType: 'pets.Note' })
  })

  it('takes labels, comments and the names of enum values from the comments', () => {
    expect(fieldOf('level')).toMatchObject({ name: '等级', comment: '等级，从 1 起' })
    expect(fieldOf('mood')).toMatchObject({ name: 'mood', dataProvider: 'enum:[[0,"平静"],[5,"ANGRY"]]' })
    expect(fieldOf('mail')).toMatchObject({ comment: 'oneof contact: mail | phone', oneof: 'contact' })
    expect(fieldOf('nick')).not.toHaveProperty('oneof')
  })

  it('a map is a list of entries by key, a message of a list is known by its key', () => {
    expect(fieldOf('counts')).toMatchObject({
      type: 'array',
      itemType: 'pets.Player@player'.replace('@player', '.counts[]'),
    })
    expect(diffInfos['pets.Player.counts[]']).toMatchObject({ key: 'key', netKey: '' })
    expect(diffInfos['pets.Pet.Toy']?.key).toBe('toyId')
  })

  it.each<[string, unknown, string | null]>([
    ['level', 4_294_967_295, null],
    ['level', 4_294_967_296, 'above_max'],
    ['level', -1, 'below_min'],
    ['vip', 1, null],
    ['vip', 2, 'above_max'],
    ['mood', 5, null],
    ['mood', 1, 'not_a_choice'],
    ['gold', '18446744073709551615', null],
    ['gold', '18446744073709551616', 'out_of_int64'],
    ['gold', '-1', 'below_min'],
    ['debt', '-9223372036854775808', null],
    ['debt', '9223372036854775808', 'out_of_int64'],
    ['face', 'AAEC', null],
    ['face', '', null],
    ['face', 'AAE=', null],
    ['face', 'AAF=', 'wrong_encoding'],
    ['face', 'no bytes', 'wrong_encoding'],
    ['counts', [{ key: 'a', value: 1 }], null],
    [
      'counts',
      [
        { key: 'a', value: 1 },
        { key: 'a', value: 2 },
      ],
      'duplicate_key',
    ],
  ])('%s takes %j: %s', (name, value, code) => {
    expect(faultOf(name, value)).toBe(code)
  })

  it('a message inside itself ends after three turns, and what it cannot carry is told', () => {
    const types = ['pets.Pet', 'pets.Pet~2', 'pets.Pet~3'].map((name) => diffInfos[name]!)
    expect(types.map(({ fields }) => fields.map(({ fieldName }) => fieldName))).toEqual([
      ['petId', 'toys', 'child'],
      ['petId', 'toys', 'child'],
      ['petId', 'toys'],
    ])
    expect(types.map(({ leftOut }) => leftOut)).toEqual([
      ['constructor'],
      ['constructor'],
      ['constructor', 'child'],
    ])
  })

  it('rows may be the root message itself', () => {
    const roots = [{ message: 'pets.Note', netKey: 'notes', key: 'text', comment: '笔记' }]
    expect(derived(NESTED, { roots }).diffInfos['pets.Note@notes']).toMatchObject({
      key: 'text',
      comment: '笔记',
    })
  })

  it.each<[string, unknown, string]>([
    ['no roots', {}, 'roots'],
    ['an empty list', { roots: [] }, 'roots'],
    ['a root without message', { roots: [{ netKey: 'a' }] }, 'roots[0].message'],
    ['a root without net key', { roots: [{ message: 'pets.Note' }] }, 'roots[0].netKey'],
    ['a key that is no text', { roots: MODULES.roots, keys: { a: 1 } }, 'keys.a'],
  ])('%s is refused with its place', (_what, input, place) => {
    const read = readProtoModules(input)
    expect(!read.ok && read.reason).toContain(place)
  })

  it.each<[string, object, string]>([
    ['an unknown root', { roots: [{ message: 'pets.Ghost', netKey: 'a' }], keys: {} }, 'pets.Ghost'],
    ['an unknown keyed message', { ...MODULES, keys: { 'pets.Ghost': 'id' } }, 'pets.Ghost'],
    ['a key that is no field', { ...MODULES, keys: { 'pets.Pet': 'ghost' } }, 'ghost'],
    [
      'two modules of one net key',
      { ...MODULES, roots: [...MODULES.roots, { message: 'pets.Note', netKey: 'pets' }] },
      'pets',
    ],
  ])('%s is refused by name', (_what, modules, name) => {
    const protocol = deriveProtocol(NESTED, modules as typeof MODULES)
    expect(!protocol.ok && protocol.reason).toContain(name)
  })

  it('whatever messages refer to whatever others, a definition or a reason comes out', () => {
    const name = fc.constantFrom('A', 'B', 'C', 'D')
    const field = fc.record({
      type: fc.oneof(name, fc.constantFrom('int32', 'uint64', 'bytes', 'E')),
      rule: fc.option(fc.constant('repeated'), { nil: undefined }),
    })
    const message = fc.record({ fields: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), field) })
    const nested = fc.record({ A: message, B: message, C: message, D: message })
    fc.assert(
      fc.property(nested, (types) => {
        const all = { ...types, E: { values: { X: 0 } } } as unknown as ProtoNested
        const protocol = deriveProtocol(all, {
          roots: [
            { message: 'A', netKey: 'a' },
            { message: 'B', netKey: 'b' },
          ],
          keys: {},
        })
        expect(protocol).toMatchObject({ ok: true })
      }),
      { seed: 94 },
    )
  })
})
