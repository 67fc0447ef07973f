import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from './read-json.ts'

const LIMITS = { maxDepth: 3, maxValues: 12 }
const ROOMY = { maxDepth: 40, maxValues: 100_000 }

function faultOf(text: string, limits = LIMITS) {
  const read = readJson(text, limits)
  return read.ok ? null : [read.fault.code, read.fault.line, read.fault.path]
}

describe('readJson', () => {
  it('reads what JSON.parse reads, or says which rule of files is broken', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const read = readJson(text, ROOMY)
        if (read.ok) expect(read.value).toEqual(JSON.parse(text))
        else expect(['unsafe_number', 'half_character', 'forbidden_key']).toContain(read.fault.code)
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  it('takes nothing that JSON.parse refuses, also where it is cut off at any place', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        const part = text.slice(0, cut % text.length)
        let isJson = true
        try {
          JSON.parse(part)
        } catch {
          isJson = false
        }
        fc.pre(!isJson)
        expect(readJson(part, ROOMY).ok).toBe(false)
      }),
      { seed: 6, numRuns: 500 },
    )
  })

  it.each([
    ['', 'syntax', 1, ''],
    ['{"a": 1}\n x', 'syntax', 2, ''],
    ['{"a": 1,\n', 'syntax', 2, ''],
    ['{"a" 1}', 'syntax', 1, 'a'],
    ['{"a":\n}', 'syntax', 2, 'a'],
    ['{"a": [1,\n', 'syntax', 2, 'a.1'],
    ['{"a": [1,\nx]}', 'syntax', 2, 'a.1'],
    ['{"a": [1\n2]}', 'syntax', 2, 'a'],
    ['{"a": [', 'syntax', 1, 'a.0'],
    ['["a,', 'syntax', 1, '0'],
    ['["a\\\n"]', 'syntax', 1, '0'],
    ['[01]', 'syntax', 1, ''],
    ['[-]', 'syntax', 1, '0'],
  ])('%j breaks off at a line and a path', (text, ...told) => expect(faultOf(text)).toEqual(told))

  it.each([
    ['[\n9007199254740993]', 'unsafe_number', 2, '0'],
    ['["9007199254740993", 1e30, 0.12345678901234567890, -0]', null],
    ['{"a": -1e999}', 'unsafe_number', 1, 'a'],
    ['{"a": "\\ud800"}', 'half_character', 1, 'a'],
    ['{"\\ud800": 1}', 'half_character', 1, ''],
    ['{"a": 1,\n"\\u0061": 2}', 'duplicate_key', 2, 'a'],
    ['{"a": {"constructor": 1}}', 'forbidden_key', 1, 'a.constructor'],
    ['[[[1]]]', null],
    ['[[[\n[]]]]', null],
    ['[[[[\n1]]]]', 'too_deep', 2, '0.0.0.0'],
    ['[[[[[]]]]]', 'too_deep', 1, '0.0.0.0'],
    [`[${'1,'.repeat(10)}1]`, null],
    [`[${'1,'.repeat(11)}\n1]`, 'oversized', 2, '11'],
    [`[${'1,'.repeat(999)}`, 'oversized', 1, '11'],
    [`{"a": ${'[{"b": "\\ud800"},'.repeat(2)}`, 'half_character', 1, 'a.0.b'],
  ])('%j is held against the rules of files', (text, ...told) =>
    expect(faultOf(text)).toEqual(told[0] === null ? null : told),
  )

  it('the first fault is told, whatever comes after it', () => {
    expect(faultOf('{"a": 1, "a": 2, "b": 99999999999999999999, x')).toEqual(['duplicate_key', 1, 'a'])
    expect(faultOf('[1e999, "\\ud800", x')).toEqual(['unsafe_number', 1, '0'])
  })

  it('tells the line on which the value at a path begins', () => {
    const read = readJson('{"a": [\n1,\n{"b.c":\n2}]}', LIMITS)
    const lineOf = read.ok ? read.lineOf : () => 0
    expect(['', 'a', 'a.0', 'a.1', 'a.1.b.c', 'a.1.b', 'x'].map(lineOf)).toEqual([1, 1, 2, 3, 4, 1, 1])
  })
})
