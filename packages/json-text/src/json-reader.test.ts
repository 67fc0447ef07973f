import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonReader, valueOf } from './json-reader.ts'

function read(text: string, slice?: number) {
  const reader = new JsonReader(text)
  while (!reader.read(slice)) {
    // slice after slice
  }
  return { faults: reader.faults, value: reader.root && !reader.hasErrors ? valueOf(reader.root) : undefined }
}

describe('JsonReader', () => {
  it('[ED.120] reads what JSON.parse reads, in slices of any size', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), fc.integer({ min: 1, max: 20 }), (text, slice) => {
        const hasPrototype = /"(__proto__|constructor|prototype)"/.test(text)
        fc.pre(!hasPrototype && !/\d{16}|e[+-]?\d/i.test(text))
        const pretty = JSON.stringify(JSON.parse(text), null, 2)
        expect(read(pretty, slice).value).toEqual(JSON.parse(text))
      }),
      { seed: 3, numRuns: 25 },
    )
  })

  it('[ED.120] refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0.-e1a\\u tnrlfs\n') }), (text) => {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(read(text).faults.every(({ code }) => code !== 'syntax')).toBe(isJson)
      }),
      { seed: 4, numRuns: 1500 },
    )
  })

  it.each(['9223372036854775808', '-9223372036854775808', '9007199254740993'])(
    '[ED.121] keeps every digit of %s',
    (digits) => expect(read(`[${digits}]`).value).toEqual([digits]),
  )

  it('[ED.121] tells digits a float cannot hold', () => {
    const { faults, value } = read('[0.12345678901234567890, 0.5, 1.50, 1e3, 1e999]')
    expect(faults.map(({ code, from, isWarning }) => [code, from, isWarning])).toEqual([
      ['lost_digits', 1, true],
      ['lost_digits', 41, true],
    ])
    expect(value).toEqual([0.12345678901234568, 0.5, 1.5, 1000, Infinity])
  })

  it('[ED.122] names repeated keys and keys that reach prototypes where they stand', () => {
    const text = '{\n  "a": 1,\n  "a": 2,\n  "__proto__": {}\n}'
    expect(read(text).faults).toEqual([
      { code: 'duplicate', from: text.lastIndexOf('"a"'), to: text.lastIndexOf('"a"') + 3, detail: 'a' },
      { code: 'forbidden', from: text.indexOf('"__'), to: text.indexOf('"__') + 11, detail: '__proto__' },
    ])
  })

  it('[ED.122] many warnings hide no fault that comes after them', () => {
    const text = `{"list": [${Array.from({ length: 150 }, () => '1e999').join()}], "a": 1, "a": 2}`
    const { faults, value } = read(text)
    expect(faults.filter(({ isWarning }) => isWarning)).toHaveLength(100)
    expect(faults.at(-1)).toMatchObject({ code: 'duplicate', detail: 'a' })
    expect(value).toBeUndefined()
  })

  it('[ED.122] depth has a limit, so that no text ends the page', () => {
    expect(read('['.repeat(100_000)).faults).toMatchObject([{ code: 'too_deep', from: 40 }])
  })
})
