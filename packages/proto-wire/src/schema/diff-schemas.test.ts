import { describe, expect, it } from 'vitest'
import { diffSchemas } from '../index.ts'
import type { SchemaChange } from '../index.ts'
import { schemaOf } from '../../testing/schema-of.ts'

const three = (body: string) => schemaOf(`syntax = "proto3"; ${body}`).schema
const two = (body: string) => schemaOf(`syntax = "proto2"; ${body}`).schema
const told = ({ code, breaking, path, before = '', after = '' }: SchemaChange) =>
  `${breaking ? '! ' : ''}${code} ${path} ${before} > ${after}`

describe('diffSchemas', () => {
  it.each<[string, string, string, string[]]>([
    ['nothing', 'message M { int32 a = 1; }', 'message M { int32 a = 1; }', []],
    ['a new message', 'message M {}', 'message M {} message N {}', ['message_added N  > ']],
    ['a message that is gone', 'message M {} message N {}', 'message M {}', ['! message_removed N  > ']],
    ['a new field', 'message M {}', 'message M { int32 a = 1; }', ['field_added M.a  > 1']],
    ['a field that is gone', 'message M { int32 a = 1; }', 'message M {}', ['! field_removed M.a 1 > ']],
    [
      'a field with another name',
      'message M { int32 a = 1; }',
      'message M { int32 b = 1; }',
      ['field_renamed M.b a > b'],
    ],
    [
      'a number used again',
      'message M { int32 a = 1; }',
      'message M { string b = 1; }',
      ['! field_number_reused M.b a > b'],
    ],
    [
      'a number used again for a list',
      'message M { int32 a = 1; }',
      'message M { repeated int32 b = 1; }',
      ['! field_number_reused M.b a > b'],
    ],
    [
      'another number',
      'message M { int32 a = 1; }',
      'message M { int32 a = 2; }',
      ['! field_renumbered M.a 1 > 2'],
    ],
    [
      'two numbers that changed places',
      'message M { int32 a = 1; int32 b = 2; }',
      'message M { int32 a = 2; int32 b = 1; }',
      ['! field_renumbered M.a 1 > 2', '! field_renumbered M.b 2 > 1'],
    ],
    [
      'another number, the old one used again',
      'message M { int32 a = 1; }',
      'message M { int32 b = 1; int32 a = 2; }',
      ['! field_renumbered M.a 1 > 2', '! field_number_reused M.b a > b'],
    ],
    [
      'another type',
      'message M { int32 a = 1; }',
      'message M { int64 a = 1; }',
      ['! field_type_changed M.a int32 > int64'],
    ],
    [
      'another key of a map',
      'message M { map<int32, M> a = 1; }',
      'message M { map<string, M> a = 1; }',
      ['! field_type_changed M.a map<int32, M> > map<string, M>'],
    ],
    [
      'another label',
      'message M { int32 a = 1; }',
      'message M { repeated int32 a = 1; }',
      ['! field_label_changed M.a optional > repeated'],
    ],
    [
      'into a oneof',
      'message M { int32 a = 1; }',
      'message M { oneof o { int32 a = 1; } }',
      ['! field_oneof_changed M.a  > o'],
    ],
    [
      'presence',
      'message M { int32 a = 1; }',
      'message M { optional int32 a = 1; }',
      ['field_presence_changed M.a implicit > explicit'],
    ],
    [
      'packing',
      'message M { repeated int32 a = 1; }',
      'message M { repeated int32 a = 1 [packed = false]; }',
      ['field_packing_changed M.a packed > unpacked'],
    ],
    [
      'deprecated',
      'message M { int32 a = 1; }',
      'message M { int32 a = 1 [deprecated = true]; option deprecated = true; }',
      ['field_deprecated M.a  > ', 'message_deprecated M  > '],
    ],
    [
      'a new enum and value',
      'message M {} enum E { A = 0; }',
      'message M {} enum E { A = 0; B = 1; } enum F { C = 0; }',
      ['enum_added F  > ', 'enum_value_added E.B  > 1'],
    ],
    [
      'an enum and a value that are gone',
      'message M {} enum E { A = 0; B = 1; } enum F { C = 0; }',
      'message M {} enum E { A = 0; }',
      ['! enum_removed F  > ', '! enum_value_removed E.B 1 > '],
    ],
    [
      'a value with another number',
      'message M {} enum E { A = 0; B = 1; }',
      'message M {} enum E { A = 0; B = 2; }',
      ['! enum_value_renumbered E.B 1 > 2'],
    ],
    [
      'a value with another name',
      'message M {} enum E { A = 0; B = 1; }',
      'message M {} enum E { A = 0; C = 1; }',
      ['enum_value_renamed E.C B > C'],
    ],
    [
      'values that changed places',
      'message M {} enum E { A = 0; B = 1; }',
      'message M {} enum E { B = 0; A = 1; }',
      ['! enum_value_renumbered E.A 0 > 1', '! enum_value_renumbered E.B 1 > 0'],
    ],
  ])('tells %s', (_what, before, after, changes) => {
    expect(diffSchemas(three(before), three(after)).map(told)).toEqual(changes)
  })

  it('tells what proto2 has beside', () => {
    const before = two('message M { optional int32 a = 1 [default = 1]; optional int32 c = 3; }')
    const after = two(
      'message M { optional int32 a = 1 [default = 2]; required int32 b = 2; required int32 c = 3; }',
    )
    expect(diffSchemas(before, after).map(told)).toEqual([
      '! field_default_changed M.a 1 > 2',
      '! field_label_changed M.c optional > required',
      '! required_field_added M.b  > 2',
    ])
  })

  it('tells what happened to commands', () => {
    const schema = three('message M {}')
    const command = (cmd: number, name: string, more: object = {}) => ({
      cmd,
      name,
      req: 'M',
      res: 'M',
      push: '',
      ...more,
    })
    const before = [
      command(1, 'Stay'),
      command(2, 'Move'),
      command(3, 'Go'),
      command(4, 'Old'),
      command(5, 'Used'),
      command(6, 'Turn'),
    ]
    const after = [
      command(1, 'Stay'),
      command(12, 'Move'),
      command(2, 'Taker'),
      command(4, 'New'),
      command(5, 'Other', { req: 'N' }),
      command(6, 'Turn', { res: 'N' }),
      command(7, 'Fresh'),
    ]
    expect(diffSchemas(schema, schema, before, after).map(told)).toEqual([
      '! command_moved Move 2 > 12',
      '! command_number_reused Taker Move > Taker',
      '! command_removed Go 3 > ',
      'command_renamed New Old > New',
      '! command_number_reused Other Used > Other',
      '! command_reply_changed Turn M > N',
      'command_added Fresh  > 7',
    ])
    expect(diffSchemas(schema, schema, before, before)).toEqual([])
  })
})
