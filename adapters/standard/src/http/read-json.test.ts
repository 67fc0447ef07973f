import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonShapeFault } from './json-shape.ts'
import { readJson } from './read-json.ts'

const read = (text: string) => readJson(Buffer.from(text))

describe('readJson', () => {
  it('[T30] reads any plain JSON as it stands', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value)
        const result = read(text)
        if (result.ok && result.leftOut.length === 0) expect(JSON.stringify(result.value)).toBe(text)
        else if (result.ok) expect(text).toMatch(/__proto__|constructor|prototype/)
        else expect(result.reason).toMatch(/not allowed|beyond/)
      }),
      { seed: 30 },
    )
  })

  it.each([
    ['9007199254740991', true],
    ['-9007199254740991', true],
    ['1e300', true],
    ['0.1', true],
    ['"9007199254740993"', true],
    ['{"a":["[[[[[[\\"{{{{,,,,"]}', true],
    ['9007199254740993', false],
    ['[{"a":-9223372036854775808}]', false],
    ['', false],
    ['[1,]', false],
    ['"\\', false],
    ['{"a":1}x', false],
  ])('[T14] %s is read: %s', (text, ok) => {
    expect(read(text)).toMatchObject({ ok })
  })

  it('[T13] takes keys that reach prototypes out and tells where they stood', () => {
    expect(read('{"a":[{"__proto__":{"polluted":1},"b":1}],"\\u0063onstructor":2}')).toEqual({
      ok: true,
      value: { a: [{ b: 1 }] },
      leftOut: [
        { path: [], names: ['constructor'] },
        { path: ['a', '0'], names: ['__proto__'] },
      ],
    })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('[T30] counts before it parses: neither depth nor number of values can be used against it', () => {
    const limits = { maxDepth: 64, maxNodes: 1_000_000 }
    expect(jsonShapeFault(Buffer.from('['.repeat(65)), limits)).toContain('deeper')
    expect(jsonShapeFault(Buffer.from(`[${'0,'.repeat(1_000_000)}0]`), limits)).toContain('more than')
    expect(jsonShapeFault(Buffer.from(`["${'[,'.repeat(1_000_000)}"]`), limits)).toBeNull()
    expect(jsonShapeFault(Buffer.from(`[${'[],'.repeat(1000)}0]`), limits)).toBeNull()
  })

  it('[T30] a table of 100,000 rows of a dozen values is read, one of two million values is not', () => {
    const row = `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"l":12}`
    expect(read(`[${Array.from({ length: 100_000 }, () => row).join()}]`)).toMatchObject({ ok: true })
    expect(read(`[${'0,'.repeat(2_000_000)}0]`)).toMatchObject({ ok: false })
  })

  it('[T30] never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(readJson(bytes)).toHaveProperty('ok')
      }),
      { seed: 31, numRuns: 2000 },
    )
  })
})
