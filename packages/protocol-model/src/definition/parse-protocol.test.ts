import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '@qd/canonical-json'
import { parseProtocol, protocolMd5 } from '../index.ts'
import { sampleProtocol, sampleProtocolJson } from '../../testing/index.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

type Json = ReturnType<typeof sampleProtocolJson>

function changed(change: (json: Json) => void): unknown {
  const json = structuredClone(sampleProtocolJson())
  change(json)
  return json
}

function chain(length: number): unknown {
  const diffInfos: Record<string, unknown> = {}
  for (let index = 0; index < length; index += 1) {
    const type = index + 1 < length ? `T${index + 1}` : 'int'
    const fields = [{ name: 'a', type, fieldName: 'a', comment: '' }]
    diffInfos[`T${index}`] = { name: `T${index}`, comment: '', fields, names: {}, key: '', netKey: '' }
  }
  return { diffInfos, protocols: [] }
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let index = 0; index < depth; index += 1) value = [value]
  return changed((json) => Object.assign(json.diffInfos.Role.fields[0]!, { defaultVal: value }))
}

describe('parseProtocol', () => {
  it('reads a definition from JSON and from its text alike', () => {
    const json = sampleProtocolJson()
    const fromText = parseProtocol(JSON.stringify(json))
    expect(fromText).toEqual(parseProtocol(json))
    expect(fromText).toMatchObject({ ok: true })
  })

  it('gives every field a label, the listed one first', () => {
    const parsed = parseProtocol(
      changed((json) => Object.assign(json.diffInfos.Role.names, { level: '等级', ghost: 'x' })),
    )
    if (!parsed.ok) throw new Error(parsed.reason)
    expect(parsed.protocol.diffInfos.Role?.names).toMatchObject({ level: '等级', exp: 'label exp' })
    expect(Object.keys(parsed.protocol.diffInfos.Role!.names)).not.toContain('ghost')
  })

  it('takes time as seconds when it is only switched on', () => {
    const parsed = parseProtocol(
      changed((json) => Object.assign(json.diffInfos.Bag.fields[2]!, { time: true })),
    )
    expect(parsed.ok && parsed.protocol.diffInfos.Bag?.fields[2]?.time).toBe('s')
  })

  it('keeps the item whose quantity a field holds', () => {
    const parsed = parseProtocol(changed((json) => Object.assign(json.diffInfos.Bag.fields[2]!, { item: 2 })))
    expect(parsed.ok && parsed.protocol.diffInfos.Bag?.fields[2]?.item).toBe(2)
  })

  it.each<[string, unknown, string]>([
    ...[0, -1, 1.5, '2', 2 ** 53].map((item): [string, unknown, string] => [
      `the item number ${item}`,
      changed((json) => Object.assign(json.diffInfos.Bag.fields[2]!, { item })),
      'item is no item number',
    ]),
    ['no object', [], 'no object'],
    ['null', null, 'no object'],
    ['broken text', '{', 'no JSON'],
    ['oversized text', `"${'潮'.repeat(1_800_000)}"`, 'larger than'],
    ['a deep default', nested(40), 'nested deeper'],
    ['33 types inside one another', chain(33), 'nested deeper'],
    ['5000 types inside one another', chain(5000), 'nested deeper'],
    ['a name that is not its key', changed((j) => (j.diffInfos.Bag.name = 'Sack')), 'diffInfos.Bag.name'],
    [
      'an unknown type',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[1]!, { type: 'Ghost' })),
      'Bag.count',
    ],
    [
      'an unknown itemType',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[3]!, { itemType: 'Ghost' })),
      'Bag.gems',
    ],
    [
      'an array of arrays',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[3]!, { itemType: 'array' })),
      'Bag.gems',
    ],
    [
      'an array without itemType',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[3]!, { itemType: '' })),
      'Bag.fields[3]',
    ],
    [
      'an itemType without array',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[1]!, { itemType: 'int' })),
      'Bag.fields[1]',
    ],
    [
      'a cycle',
      changed((j) => Object.assign(j.diffInfos.Place.fields[0]!, { type: 'Role' })),
      'contains itself',
    ],
    [
      'a type that contains itself',
      changed((j) => Object.assign(j.diffInfos.Place.fields[0]!, { type: 'Place' })),
      'Place',
    ],
    ['a netKey twice', changed((j) => (j.diffInfos.Note.netKey = 'bag')), 'share the netKey bag'],
    ['a key that is no field', changed((j) => (j.diffInfos.Bag.key = 'ghost')), 'diffInfos.Bag.key'],
    ['a float key', changed((j) => (j.diffInfos.Place.key = 'x')), 'diffInfos.Place.key'],
    [
      'a field twice',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[1]!, { fieldName: 'itemId' })),
      'itemId twice',
    ],
    [
      'an address as provider',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[0]!, { dataProvider: 'http://x/' })),
      'dataProvider',
    ],
    [
      'an unknown provider',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[0]!, { dataProvider: 'Ghost' })),
      'Ghost',
    ],
    [
      'a broken enum',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[0]!, { dataProvider: 'enum:[{}]' })),
      'dataProvider',
    ],
    [
      'a bound that is no number',
      changed((j) => Object.assign(j.diffInfos.Bag.fields[1]!, { min: 'low' })),
      'min',
    ],
    ['a tip of an unknown diff info', changed((j) => (j.protocols[0]!.diffInfo = 'Ghost')), 'protocols[0]'],
    [
      'a label that is no text',
      changed((j) => Object.assign(j.diffInfos.Bag, { comment: 5 })),
      'diffInfos.Bag.comment',
    ],
    ['no protocols', { diffInfos: {} }, 'protocols'],
  ])('refuses %s and names the place', (_what, input, place) => {
    const parsed = parseProtocol(input)
    expect(parsed.ok).toBe(false)
    expect(!parsed.ok && parsed.reason).toContain(place)
    expect(!parsed.ok && parsed.reason.length).toBeLessThan(2500)
  })

  it('[T12] refuses a definition with too many diff infos', () => {
    const diffInfos = Object.fromEntries(Array.from({ length: 5001 }, (_none, index) => [`D${index}`, {}]))
    expect(parseProtocol({ diffInfos, protocols: [] })).toMatchObject({ ok: false })
  })

  it('[T12] accepts 32 types inside one another', () => {
    expect(parseProtocol(chain(32))).toMatchObject({ ok: true })
  })

  it('[T13] never throws and never touches Object.prototype', () => {
    const keys = Object.getOwnPropertyNames(Object.prototype).length
    const poisoned = fc.constantFrom(
      '__proto__',
      'constructor',
      'diffInfos',
      'protocols',
      'fields',
      'name',
      'type',
    )
    fc.assert(
      fc.property(fc.dictionary(poisoned, fc.jsonValue()), fc.jsonValue(), (input, other) => {
        expect(parseProtocol(input)).toHaveProperty('ok')
        expect(parseProtocol(JSON.stringify({ diffInfos: other, protocols: [] }))).toHaveProperty('ok')
      }),
      { seed: 13 },
    )
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(keys)
  })
})

describe('protocolMd5', () => {
  it('is the same whatever the order of keys, and leaves itself out', () => {
    const protocol = sampleProtocol()
    const turned = { protocols: protocol.protocols, md5: 'x', diffInfos: { ...protocol.diffInfos } }
    expect(protocolMd5(turned, md5)).toBe(protocolMd5(protocol, md5))
    const other = structuredClone(protocol)
    other.diffInfos.Role!.fields[0]!.comment = 'other'
    expect(protocolMd5(other, md5)).not.toBe(protocolMd5(protocol, md5))
  })

  it('is over JSON with sorted keys and no spaces', () => {
    expect(canonicalJson({ b: [1, { d: null, c: '潮' }], a: undefined, 10: 1, 9: 2 })).toBe(
      '{"10":1,"9":2,"b":[1,{"c":"潮","d":null}]}',
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
      { seed: 317 },
    )
  })
})
