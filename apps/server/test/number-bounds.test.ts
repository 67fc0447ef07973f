import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { z } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'

const root = join(import.meta.dirname, '../../..')

/*
 * Databases keep whole numbers of 32 or 64 bits, and JavaScript none beyond 2^53 exactly. A number somebody sends without a
 * bound is refused by one of them late, and that reads as a fault of the console.
 */

interface Shape {
  type?: string
  const?: unknown
  enum?: unknown[]
  maximum?: number
  exclusiveMaximum?: number
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  items?: Shape | boolean
  prefixItems?: Shape[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
}

/** Zod gives every whole number this one. */
const isBound = (most: number | undefined) => most !== undefined && most < Number.MAX_SAFE_INTEGER

function* unbounded(shape: Shape, at: string): Generator<string> {
  const { type, properties = {}, additionalProperties, items, anyOf = [] } = shape
  const isNumber = (type === 'integer' || type === 'number') && !('const' in shape) && !('enum' in shape)
  if (isNumber && !isBound(shape.maximum) && !isBound(shape.exclusiveMaximum)) yield at
  for (const [name, inner] of Object.entries(properties)) yield* unbounded(inner, `${at}.${name}`)
  for (const inner of [items, additionalProperties, ...(shape.prefixItems ?? [])])
    if (typeof inner === 'object') yield* unbounded(inner, `${at}[]`)
  // A number that may as well be a text is made one: an id, a key.
  const isText = anyOf.some((each) => each.type === 'string' && !('const' in each))
  const choices = isText ? anyOf.filter((each) => each.type !== 'integer') : anyOf
  for (const inner of [...choices, ...(shape.oneOf ?? []), ...(shape.allOf ?? [])])
    yield* unbounded(inner, at)
}

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'route'

const found = (schema: z.core.$ZodType, at: string) => [
  ...new Set(unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, at)),
]

test('finds numbers without a bound wherever they stand', () => {
  const body = z.object({
    at: z.int(),
    many: z.array(z.number()),
    one: z.discriminatedUnion('kind', [z.object({ kind: z.literal('x'), n: z.coerce.number() })]),
    fine: z.union([z.literal(1), z.int().check(z.gte(0), z.lte(9))]),
    id: z.union([z.string(), z.int()]),
  })
  expect(found(body, 'body')).toEqual(['body.at', 'body.many[]', 'body.one.n'])
})

test('each number that a call takes has an upper bound', async () => {
  const missing: string[] = []
  let seen = 0
  for (const file of globSync('features/*/contract/index.ts', { cwd: root })) {
    const contract = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
    for (const route of Object.values(contract).filter(isRoute)) {
      seen += 1
      for (const part of ['params', 'query', 'body'] as const) {
        const schema = route[part] as z.core.$ZodType | undefined
        if (schema !== undefined)
          missing.push(...found(schema, part).map((place) => `${route.title} ${place}`))
      }
    }
  }
  expect(seen).toBeGreaterThan(300)
  expect(missing).toEqual([])
})
