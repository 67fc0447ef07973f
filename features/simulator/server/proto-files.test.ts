import fc from 'fast-check'
import protobuf from 'protobufjs'
import { describe, expect, it } from 'vitest'
import { protoFilesOf } from './proto-files.ts'

function parseAll(files: { name: string; text: string }[]): protobuf.Root {
  const root = new protobuf.Root()
  for (const { text } of files) protobuf.parse(text, root, { keepCase: true, alternateCommentMode: true })
  root.resolveAll()
  return root
}

function written(nested: unknown) {
  const result = protoFilesOf(nested)
  if (!result.ok) throw new Error(result.reason)
  return result.files
}

const sample = `
syntax = "proto3";
package lantern;
// 角色进入
// 第二行
message EnterReq {
  reserved 20 to 30, 40 to max;
  reserved "old";
  int32 sId = 1; // 区服
  optional string ver = 2;
  repeated int64 ids = 3 [packed = false];
  map<string, Inner> inners = 4;
  oneof how { string token = 5; Color color = 6; }
  common.Place place = 7;
  message Inner { bytes raw = 1; enum Mood { CALM = 0; BRIGHT = 1; } Mood mood = 2; }
}
enum Color { RED = 0; BLUE = 1; NEGATIVE = -3; }
service Role { rpc Enter (EnterReq) returns (stream EnterReq); }
`
const common = `syntax = "proto3"; package lantern.common; message Place { double x = 1; }`
const old = `syntax = "proto2"; package legacy; message Old { required string a = 1 [default = "q\\"u"]; optional int32 b = 2; }`

function nestedOf(...sources: string[]): unknown {
  const root = new protobuf.Root()
  for (const source of sources) {
    protobuf.parse(source, root, { keepCase: true, alternateCommentMode: true })
  }
  return root.toJSON({ keepComments: true }).nested
}

describe('protoFilesOf', () => {
  it('writes one file for each package that means the same when parsed again', () => {
    const nested = nestedOf(sample, common, old)
    const files = written(nested)
    expect(files.map((file) => file.name)).toEqual(['lantern.proto', 'lantern.common.proto', 'legacy.proto'])
    expect(files[0]!.text).toContain('import "lantern.common.proto";')
    expect(files[0]!.text).toContain('// 第二行')
    const again = parseAll(files)
    expect(again.toJSON({ keepComments: true }).nested).toEqual(JSON.parse(JSON.stringify(nested)))
  })

  it('writes a package with a required field as proto2, whatever the game left out', () => {
    const field = { type: 'int32', id: 1 }
    const [file] = written({
      a: { nested: { M: { fields: { x: { ...field, rule: 'required' }, y: { ...field, id: 2 } } } } },
    })
    expect(file!.text).toContain('syntax = "proto2";')
    expect(parseAll([file!]).lookupType('a.M').fields['x']).toMatchObject({ required: true, id: 1 })
    expect(file!.text).toContain('optional int32 y = 2;')
  })

  it('round-trips random definitions', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{1,5}$/)
    const scalar = fc.constantFrom('int32', 'int64', 'string', 'bytes', 'bool', 'double', 'fixed64')
    const fields = fc
      .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{2,6}$/), scalar, fc.boolean()), {
        selector: ([each]) => each,
        maxLength: 6,
      })
      .map((list) => {
        const rows = list.map(([key, type, isList], index) => {
          return [key, { ...(isList ? { rule: 'repeated' } : {}), type, id: index + 1 }] as const
        })
        return { fields: Object.fromEntries(rows) }
      })
    const definition = fc.dictionary(
      fc.stringMatching(/^p[a-z]{1,4}$/),
      fc.dictionary(name, fields, { minKeys: 1, maxKeys: 4 }).map((nested) => ({ nested })),
      { minKeys: 1, maxKeys: 4 },
    )
    fc.assert(
      fc.property(definition, (nested) => {
        expect(parseAll(written(nested)).toJSON().nested).toEqual(JSON.parse(JSON.stringify(nested)))
      }),
      { seed: 20_261_121, numRuns: 100 },
    )
  })

  it('lets no comment write code', () => {
    const nested = { a: { nested: { M: { comment: 'x\n}\rmessage Evil {\u2028}', fields: {} } } } }
    const [file] = written(nested)
    // Compilers differ in what ends a line; none of it may be left.
    expect(file!.text).not.toMatch(/[\r\u2028\u2029]/)
    expect(Object.keys(parseAll([file!]).lookup('a')!.toJSON().nested ?? {})).toEqual(['M'])
  })

  it.each([
    ['a name that is a path', { '../up': { nested: { M: { fields: {} } } } }],
    [
      'a field that is code',
      { M: { fields: { 'a = 1; } message Evil { int32 b': { type: 'int32', id: 1 } } } },
    ],
    ['a type that is code', { M: { fields: { a: { type: 'int32 b = 2; int32', id: 1 } } } }],
    ['an enum value that is code', { E: { values: { 'A = 0; }': 0 } } }],
    ['an unknown edition', { M: { edition: '"; import', fields: {} } }],
    ['a list', [1, 2]],
    ['text', 'nested'],
  ])('refuses %s', (_name, nested) => {
    expect(protoFilesOf(nested)).toMatchObject({ ok: false, reason: expect.any(String) })
  })

  it('names files so that every system keeps them apart', () => {
    const one = { nested: { M: { fields: {} } } }
    const files = written({ con: one, Role: one, role: one, ['x'.repeat(128)]: one })
    const names = files.map((file) => file.name)
    expect(names.slice(0, 3)).toEqual(['_con.proto', 'Role.proto', 'role-2.proto'])
    expect(names.every((name) => /^[\w.-]{1,140}$/.test(name))).toBe(true)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(typeof protoFilesOf(anything).ok).toBe('boolean')
      }),
      { seed: 20_261_121, numRuns: 500 },
    )
  })
})
