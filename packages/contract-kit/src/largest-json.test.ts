import { describe, expect, it } from 'vitest'
import { bodyRulesFault, bodyRulesOf, largestJson, schemas, z } from './index.ts'
import type { AnyRoute } from './index.ts'

const text = z.string().check(z.maxLength(10))

describe('the largest JSON of a schema', () => {
  it.each([
    [z.object({ a: text }), { a: '\0'.repeat(10) }],
    [z.object({ a: z.optional(text), b: z.nullable(z.boolean()) }), { a: '\0'.repeat(10), b: false }],
    [z.array(z.int()).check(z.maxLength(50)), Array.from({ length: 50 }, () => Number.MIN_SAFE_INTEGER)],
    [z.enum(['a', 'longest']), 'longest'],
    [z.literal(12), 12],
    [z.union([z.boolean(), text]), '\0'.repeat(10)],
    [schemas.reasonLater, '\0'.repeat(500)],
  ])('holds what the schema takes', (schema, value) => {
    expect(z.safeParse(schema, value).success).toBe(true)
    const { bytes, isOpen } = largestJson(schema)
    expect(bytes).toBeGreaterThanOrEqual(JSON.stringify(value).length)
    expect(bytes).toBeLessThan(JSON.stringify(value).length * 3)
    expect(isOpen).toBe(false)
  })

  it.each([z.unknown(), z.looseObject({}), z.array(text), z.record(z.string(), text)])(
    'says where a schema has no bound',
    (schema) => expect(largestJson(z.object({ a: schema })).isOpen).toBe(true),
  )
})

describe('the limits of a call', () => {
  const route = (more: object) =>
    ({ permission: 'session', body: z.object({ a: text }), ...more }) as unknown as AnyRoute
  const list = z.object({ list: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1_000)) })

  it.each<[object, number]>([
    [{ permission: 'public', body: list }, 16_384],
    [{}, 16_384],
    [{ body: undefined }, 16_384],
    [{ body: z.object({ a: z.unknown() }) }, 65_536],
    [{ body: list }, 603_012],
    [{ body: list, bodyLimit: 20_000 }, 20_000],
  ])('%#: limits of a call', (more, bytes) => {
    expect(bodyRulesOf(route(more))).toEqual({
      bytes,
      values: 200_000,
      depth: 64,
      textBytes: null,
      rawBytes: null,
    })
  })

  it.each<[object, string | null]>([
    [{ permission: 'public', bodyLimit: 16_385 }, 'public'],
    [{ permission: 'public', textLimit: 1 }, 'public'],
    [{ body: z.object({ list: z.array(list).check(z.maxLength(2)) }) }, 'bodyLimit'],
    [{ body: z.object({ list: z.array(list).check(z.maxLength(2)) }), bodyLimit: 2_000_000 }, null],
  ])('%#: what nobody declared is refused', (more, fault) => {
    if (fault === null) expect(bodyRulesFault(route(more))).toBeNull()
    else expect(bodyRulesFault(route(more))).toContain(fault)
  })
})
