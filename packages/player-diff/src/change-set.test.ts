import type { Change } from '@qd/protocol-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChangeSet, printChangeSet } from './index.ts'
import type { ChangeSet } from './index.ts'

const change: Change = {
  diff: 'Bag',
  key: '7',
  path: ['count'],
  op: 'set',
  old: '5',
  value: '9223372036854775807',
}
const set: ChangeSet = {
  format: 'quarterdeck-change-set',
  version: 1,
  game: 'lantern',
  protocolMd5: 'a41f',
  uId: '30123000045',
  changes: [change],
  note: 'for ticket 7',
  made: { at: 1_763_000_000_000, by: 'lin' },
}

describe('change-set files', () => {
  it('[ED.83] what is printed is read back the same, an int64 as the text it was', () => {
    expect(parseChangeSet(printChangeSet(set))).toEqual({ ok: true, set })
    const value = fc.jsonValue({ maxDepth: 3 }).filter((each) => each !== undefined)
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 5 }),
        fc.string({ maxLength: 40 }),
        (values, note) => {
          const changes = values.map((each) => ({
            ...change,
            value: JSON.parse(JSON.stringify(each)) as unknown,
          }))
          const parsed = parseChangeSet(printChangeSet({ ...set, note: note.toWellFormed(), changes }))
          if (!parsed.ok) {
            expect(['unsafe_number', 'half_character', 'forbidden_key']).toContain(parsed.fault.code)
            return
          }
          expect(printChangeSet(parsed.set)).toBe(
            printChangeSet({ ...set, note: note.toWellFormed(), changes }),
          )
        },
      ),
      { seed: 18, numRuns: 300 },
    )
  })

  const text = printChangeSet(set)
  const refused: [name: string, file: string, code: string, line: number, path: string][] = [
    ['cut off', text.slice(0, -8), 'syntax', 10, 'changes.0'],
    ['another file', '{"a": 1}', 'not_a_change_set', 1, ''],
    ['a list', '[]', 'not_a_change_set', 1, ''],
    ['a later version', text.replace('"version": 1', '"version": 2'), 'other_version', 3, 'version'],
    [
      '2^63 as a number',
      text.replace('"9223372036854775807"', '9223372036854775808'),
      'unsafe_number',
      10,
      'changes.0.value',
    ],
    ['a key twice', text.replace('"op":', '"diff": "x", "op":'), 'duplicate_key', 10, 'changes.0.diff'],
    [
      'a forbidden key',
      text.replace('"5"', '{"__proto__": 1}'),
      'forbidden_key',
      10,
      'changes.0.old.__proto__',
    ],
    ['an unknown op', text.replace('"op": "set"', '"op": "move"'), 'wrong', 10, 'changes.0.op'],
    ['no module', text.replace('"diff": "Bag", ', ''), 'missing', 10, 'changes.0.diff'],
    ['no old value', text.replace('"old": "5", ', ''), 'missing', 10, 'changes.0.old'],
    ['a field we do not know', text.replace('"note"', '"extra": 1, "note"'), 'unknown_key', 7, 'extra'],
    ['no changes', text.replace(/"changes": \[[\s\S]*\]/, '"changes": []'), 'wrong', 9, 'changes'],
    ['too deep', `${'['.repeat(60)}${']'.repeat(60)}`, 'too_deep', 1, '0.'.repeat(40) + '0'],
    ['half a character', text.replace('for ticket 7', '\\ud800'), 'half_character', 7, 'note'],
    ['too long', ' '.repeat(10 * 1024 * 1024 + 1), 'too_long', 1, ''],
  ]
  it.each(refused)('[ED.83] %s is refused with its line and path', (...[, file, code, line, path]) => {
    expect(parseChangeSet(file)).toEqual({ ok: false, fault: { code, line, path } })
  })
})
