import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonCounter } from './json-counter.ts'
import type { JsonFault, JsonLimits } from './json-counter.ts'

const FORBIDDEN = ['__proto__', 'constructor', 'prototype']
const WIDE: JsonLimits = { values: 1e9, depth: 1e6 }

interface Model {
  values: number
  depth: number
  /** Dotted paths of forbidden keys and of texts with U+0000. */
  faults: string[]
}

function modelOf(value: unknown, path: readonly string[] = [], depth = 0, found?: Model): Model {
  const model = found ?? { values: 0, depth: 0, faults: [] }
  model.values += 1
  if (typeof value === 'string' && value.includes('\0')) model.faults.push(`nul ${path.join('.')}`)
  if (typeof value !== 'object' || value === null) return model
  model.depth = Math.max(model.depth, depth + 1)
  for (const [key, each] of Object.entries(value)) {
    if (key.includes('\0')) model.faults.push(`nul ${path.join('.')}`)
    if (FORBIDDEN.includes(key)) model.faults.push(`key ${[...path, key].join('.')}`)
    modelOf(each, [...path, key], depth + 1, model)
  }
  return model
}

function piecesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b)
  return [...ends, bytes.length].map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end))
}

function count(text: string, cuts: readonly number[] = [], limits = WIDE): JsonCounter {
  const counter = new JsonCounter(limits)
  for (const piece of piecesOf(Buffer.from(text), cuts)) counter.take(piece)
  return counter
}

function told(fault: JsonFault | null, text: string): string | null {
  if (fault === null || !('path' in fault)) return fault?.kind ?? null
  const bytes = Buffer.from(text)
  const path = fault.path.map((step) =>
    typeof step === 'number'
      ? String(step)
      : (JSON.parse(`"${bytes.subarray(step.from, step.to).toString()}"`) as string),
  )
  return `${fault.kind} ${[...path, ...(fault.kind === 'key' ? [fault.name] : [])].join('.')}`
}

/** Every character as an escape, or some of them: what a writer may do and `JSON.stringify` does not. */
function escaped(text: string, every: number): string {
  return text.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_whole, inner: string) => {
    const written = inner.replaceAll(/\\u[0-9a-f]{4}|\\.|./gsu, (part, at: number) => {
      if (part.length > 1 || at % every !== 0) return part
      const hex = part.charCodeAt(0).toString(16).padStart(4, '0')
      return `\\u${at % 2 === 0 ? hex : hex.toUpperCase()}`
    })
    return `"${written}"`
  })
}

const word = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\\', '"', '{', '}', '[', ']', ',', ':', '\0', 'ü', '😀', 'u0000') }),
  fc.constantFrom(...FORBIDDEN, 'proto', '__proto_', 'constructors', '__proto__ '),
)
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(word, fc.double({ noNaN: true }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 4 }),
    // As JSON.parse makes it: a key of the prototype chain becomes an own one.
    fc.array(fc.tuple(word, tie('tree')), { maxLength: 4 }).map((pairs) => {
      const texts = [...new Map(pairs)].map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`)
      return JSON.parse(`{${texts.join(',')}}`) as unknown
    }),
  ),
}))
const cuts = fc.array(fc.nat(), { maxLength: 8 })
const space = fc.constantFrom(undefined, 1, '\t', '\n\r ')

describe('JSON counted over its bytes', () => {
  it('has as many values and is as deep as what the parser makes of it, wherever it is cut', () => {
    fc.assert(
      fc.property(tree, cuts, space, fc.integer({ min: 1, max: 3 }), (value, at, indent, every) => {
        const model = modelOf(value)
        fc.pre(model.faults.length === 0)
        const text = escaped(JSON.stringify(value, null, indent), every)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(count(text, at)).toMatchObject({ fault: null, values: model.values })
        expect(count(text, at, { values: model.values, depth: model.depth }).fault).toBeNull()
        const fewer = count(text, at, { values: model.values - 1, depth: 1e6 })
        expect(fewer.fault).toEqual({ kind: 'values' })
        if (model.depth === 0) return
        const flatter = count(text, at, { values: 1e9, depth: model.depth - 1 })
        expect(flatter.fault).toEqual({ kind: 'depth' })
      }),
      { numRuns: 400 },
    )
  })

  it('tells the first key of the prototype chain or U+0000, and where it stands', () => {
    let seen = 0
    fc.assert(
      fc.property(tree, cuts, fc.integer({ min: 1, max: 3 }), (value, at, every) => {
        const [first] = modelOf(value).faults
        fc.pre(first !== undefined)
        seen += 1
        const text = escaped(JSON.stringify(value), every)
        expect(told(count(text, at).fault, text)).toBe(first)
      }),
      { numRuns: 200 },
    )
    expect(seen).toBe(200)
  })

  it.each([
    ['{"a":{"\\u005f_proto__":1}}', 'key a.__proto__'],
    ['[0,[1,{"b":"x\\u0000"}]]', 'nul 1.1.b'],
    ['"\\u0000"', 'nul '],
    ['{"\\u0000":1}', 'nul '],
    ['{"a":"__proto__","constructo":"prototype"}', null],
    ['["__proto__",{"a":["constructor"]}]', null],
    ['{"prototypes":1,"\\\\u005f_proto__":1,"":{"__proto":1}}', null],
  ])('%s: %s', (text, expected) => {
    for (let cut = 0; cut < text.length; cut += 1) expect(told(count(text, [cut]).fault, text)).toBe(expected)
  })

  it('what no parser reads costs no more than its beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), cuts, (text, at) => {
        const counter = count(text, at)
        let values = 0
        try {
          values = modelOf(JSON.parse(text)).values
        } catch {
          return
        }
        expect(counter.values).toBeGreaterThanOrEqual(values)
      }),
    )
  })

  it('looks at nothing after a fault', () => {
    const counter = count(`[${'[],'.repeat(100)}`, [], { values: 5, depth: 64 })
    expect(counter).toMatchObject({ values: 6, fault: { kind: 'values' } })
    counter.take(Buffer.from('[[[['))
    expect(counter.values).toBe(6)
  })
})
