import type { AppError } from '@qd/contract-kit'
import { describe, expect, test } from 'vitest'
import { lineOfFault } from './line-of-fault.ts'
import { readDefinition } from './read-definition.ts'

/** What is said of files that cannot be read: path and reason. */
function faultOf(...texts: string[]): { path: string; reason: string } {
  try {
    readDefinition(
      texts.map((text, index) => ({ path: `${index}.proto`, text })),
      undefined,
    )
  } catch (error) {
    return (error as AppError).params as { path: string; reason: string }
  }
  throw new Error('it could be read')
}

const HEAD = 'syntax = "proto3";\npackage a.b;\n'

describe('a fault names file and line', () => {
  test.each<[string, string[], string, string]>([
    ['what cannot be parsed', [`${HEAD}message A { int32 = 1; }`], '0.proto', 'line 3'],
    ['an import that is not there', [`${HEAD}import "c/d.proto";`], '0.proto', 'line 3'],
    [
      'an unknown type, past comments and texts with its name',
      [
        `${HEAD}message B {}`,
        `${HEAD}/* C\n*/ message A { // C\n string s = 1 [json_name = "C"];\n C c = 2; }`,
      ],
      '1.proto',
      'line 6',
    ],
    ['an unknown type deeper', [`${HEAD}message A { message I {\n C c = 1; } }`], '0.proto', 'line 4'],
    [
      'the message of the right package',
      ['syntax = "proto3";\npackage x;\nmessage A { int32 C = 1; }', `${HEAD}message A {\n C c = 1; }`],
      '1.proto',
      'line 4',
    ],
    ['an unknown type in a map', [`${HEAD}message A {\n map<string, C> c = 1; }`], '0.proto', 'line 4'],
    ['an unknown type of a call', [`${HEAD}service S {\n rpc Go(C) returns (C); }`], '0.proto', 'line 4'],
    ['a name twice', [`${HEAD}message A {}\nmessage A {}`], '0.proto', 'line 4'],
    ['a field twice', [`${HEAD}message A { int32 x = 1;\n int32 x = 2; }`], '0.proto', 'line 4'],
    ['a number twice', [`${HEAD}message A { int32 x = 1;\n int32 y = 1; }`], '0.proto', 'line 4'],
    ['a reserved number', [`${HEAD}message A { reserved 4;\n int32 x = 4; }`], '0.proto', 'line 4'],
  ])('%s', (_what, texts, path, line) => {
    expect(faultOf(...texts)).toEqual({ path, reason: expect.stringContaining(`(${line})`) })
  })
})

/* With a look at the rest of the text for each beginning, none of these would end within the time of a test. */
describe('five megabytes of beginnings without an end are read once', () => {
  const CHARACTERS = 5_000_000
  const FOUND = `${HEAD}message A {\n C c = 1; }\n`
  test.each<[string, string]>([
    ['comments', '/* '],
    ['texts', String.raw`\"`],
  ])('%s', (_what, piece) => {
    const text = `${FOUND}${piece.repeat(CHARACTERS / piece.length)}`
    expect(lineOfFault(text, "no such type: C in Type .a.b.A, 'C' in Type .a.b.A")).toBe(4)
  })

  test.each<[string, string, string, number]>([
    ['heads', 'message A ', '', 5],
    ['heads before a semicolon', 'message A ', ';', 5],
  ])('%s', (_what, piece, end, line) => {
    const text = `${HEAD}${piece.repeat(CHARACTERS / piece.length)}${end}\n`
    const fault = 'duplicate id 1 in Type .a.b.A'
    expect(lineOfFault(text, fault)).toBeNull()
    expect(lineOfFault(`${text}message A {\n int32 y = 1; }`, fault)).toBe(line)
  })
})

test('comments of each kind stay with what they are about', () => {
  const { schema } = readDefinition(
    [
      {
        path: 'a.proto',
        text: `${HEAD}// One.\nmessage A {\n /* two */\n int32 x = 1;\n int32 y = 2; // three\n}\nenum E { Z = 0; // four\n}`,
      },
    ],
    undefined,
  )
  const message = schema.messages.get('a.b.A')!
  expect(message.comment).toBe('One.')
  expect(message.fields.map(({ comment }) => comment)).toEqual(['two', 'three'])
  expect(schema.enums.get('a.b.E')!.values[0]!.comment).toBe('four')
})
