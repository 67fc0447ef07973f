import { readSchema } from '@qd/proto-wire'
import { describe, expect, it } from 'vitest'
import { docExampleOf, docModelOf, labelOf, typeText } from './index.ts'

const field = (id: number, type: string, more: object = {}) => ({ id, type, ...more })
const command = { cmd: 7, name: 'Use', req: 'a.b.UseReq', res: 'a.b.UseRes', push: '', comment: '' }
const nested = {
  a: {
    nested: {
      b: {
        nested: {
          Late: { comment: 'late', methods: { Tell: { requestType: 'TellReq', responseType: 'Shared' } } },
          Bag: { comment: 'bag', methods: { Use: { requestType: 'UseReq', responseType: 'UseRes' } } },
          UseReq: { fields: { item: field(1, 'Item') } },
          UseRes: { fields: { shared: field(1, '.a.b.Shared'), left: field(2, 'int32') } },
          TellReq: { fields: { again: field(1, 'TellReq') } },
          Item: {
            fields: { id: field(1, 'int64'), kinds: field(2, 'Kind', { keyType: 'string' }) },
            nested: { Kind: { values: { NONE: 0 } } },
          },
          Shared: { fields: {} },
        },
      },
      Alone: { fields: { other: field(1, 'b.Shared', { rule: 'repeated' }) } },
    },
  },
}

function read(json: object) {
  const found = readSchema({ nested: json })
  if (!found.ok) throw new Error(found.reason)
  return found.schema
}
const schema = read(nested)
const model = docModelOf(schema, nested, [
  command,
  { ...command, cmd: 9, name: 'Tell', req: 'a.b.TellReq', res: '' },
])

describe('docModelOf', () => {
  it('puts each type to the service it serves alone, and what is shared to its package', () => {
    const moduleOf = (name: string) => model.types.get(name)?.module
    expect(['a.b.UseReq', 'a.b.UseRes', 'a.b.Item', 'a.b.Item.Kind'].map(moduleOf)).toEqual(
      Array(4).fill('Bag'),
    )
    expect([moduleOf('a.b.TellReq'), moduleOf('a.b.Shared'), moduleOf('a.Alone')]).toEqual([
      'Late',
      'a.b',
      'a',
    ])
    expect(model.commands.get('7')?.module).toBe('Bag')
  })

  it('lists services in the order of their first command, packages after them', () => {
    expect(model.modules).toEqual([
      { name: 'Bag', comment: 'bag' },
      { name: 'Late', comment: 'late' },
      { name: 'a.b', comment: '' },
      { name: 'a', comment: '' },
    ])
  })

  it('names a type by what it stands in, without its package', () => {
    expect(model.types.get('a.b.Item.Kind')?.name).toBe('Item.Kind')
    const { fields } = schema.messages.get('a.b.Item')!
    expect(fields.map((each) => [typeText(each, model), labelOf(each)])).toEqual([
      ['int64', ''],
      ['map<string, Item.Kind>', 'map'],
    ])
  })

  it('knows where each type stands: commands, fields, and itself', () => {
    expect(model.uses.get('a.b.Shared')).toEqual([
      { kind: 'field', at: 'a.b.UseRes', field: 'shared' },
      { kind: 'field', at: 'a.Alone', field: 'other' },
    ])
    expect(model.uses.get('a.b.UseReq')).toEqual([{ kind: 'req', at: '7', field: '' }])
    expect(model.uses.get('a.b.TellReq')).toContainEqual({ kind: 'field', at: 'a.b.TellReq', field: 'again' })
  })

  it('does without services, and with ones that make no sense', () => {
    const odd = {
      M: { fields: {} },
      S: { methods: { A: 5, B: { requestType: 'Nowhere' } } },
      T: { methods: [] },
    }
    expect(docModelOf(read(odd), odd, []).modules).toEqual([{ name: '', comment: '' }])
  })
})

describe('docExampleOf', () => {
  it('says which bytes are which field, without a gap', () => {
    const example = docExampleOf(schema, 'a.b.UseReq')
    expect(example?.json).toEqual({ item: { id: '1', kinds: { key: 'NONE' } } })
    expect(example?.parts).toEqual([{ name: 'item', from: 0, to: example?.bytes.length }])
  })

  it('is none for a message that is not there', () => {
    expect(docExampleOf(schema, 'a.b.Kind')).toBeNull()
  })
})
