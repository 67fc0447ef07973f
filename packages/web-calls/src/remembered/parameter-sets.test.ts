import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MAX_SETS,
  MAX_SET_LENGTH,
  SETS_EXPIRE_IN_SECONDS,
  freshSets,
  keepableValues,
  withSet,
  withoutSet,
} from './parameter-sets.ts'
import type { ParameterSet } from './parameter-sets.ts'
import { createSetsStore } from './parameter-store.ts'
import type { SetsDatabase } from './parameter-store.ts'

const DAY_MS = 86_400_000
const valuesOf = (sets: readonly ParameterSet[]) => sets.map(({ values }) => values)

describe('remembered parameters', () => {
  it('whatever is used: at most twenty, each once, the last one first', () => {
    const uses = fc.array(fc.record({ level: fc.integer({ min: 0, max: 30 }) }), { maxLength: 60 })
    fc.assert(
      fc.property(uses, (used) => {
        let sets: ParameterSet[] = []
        for (const [index, values] of used.entries()) {
          sets = withSet(sets, values, index)
          expect(sets[0]?.values).toEqual(values)
        }
        const levels = valuesOf(sets).map(({ level }) => level)
        expect(levels.length).toBeLessThanOrEqual(MAX_SETS)
        expect(new Set(levels).size).toBe(levels.length)
        expect(levels).toEqual([...new Set(used.map(({ level }) => level).toReversed())].slice(0, MAX_SETS))
      }),
    )
  })

  it('neither the order of the names nor a number written as text makes another set', () => {
    const sets = withSet(withSet([], { a: 1, b: 'x' }, 1), { b: 'x', a: '1' }, 2)
    expect(sets).toEqual([{ values: { a: '1', b: 'x' }, usedAtMs: 2 }])
    expect(withSet(sets, { a: 1, b: 'y' }, 3)).toHaveLength(2)
  })

  it('a set is forgotten when it was not used for 30 days', () => {
    const sets = withSet([], { a: 1 }, 0)
    expect(freshSets(sets, SETS_EXPIRE_IN_SECONDS * 1000)).toHaveLength(1)
    expect(freshSets(sets, SETS_EXPIRE_IN_SECONDS * 1000 + 1)).toEqual([])
    expect(valuesOf(withSet(sets, { a: 2 }, 31 * DAY_MS))).toEqual([{ a: 2 }])
  })

  it('nothing sensitive, nothing empty and nothing huge is kept', () => {
    expect(keepableValues({ name: 'x', secret: 'y' }, ['secret'])).toEqual({ name: 'x' })
    expect(withSet([], {}, 1)).toEqual([])
    expect(withSet([], { list: 'x'.repeat(MAX_SET_LENGTH) }, 1)).toEqual([])
  })

  it('one can be taken out', () => {
    const sets = withSet(withSet([], { a: 1 }, 1), { a: 2 }, 2)
    expect(valuesOf(withoutSet(sets, { values: { a: 2 }, usedAtMs: 9 }))).toEqual([{ a: 1 }])
  })
})

function memoryDatabase(): SetsDatabase {
  const kept = new Map<string, readonly ParameterSet[]>()
  return {
    read: async (name) => kept.get(name) ?? [],
    write: async (name, sets) => void kept.set(name, sets),
    clear: async () => kept.clear(),
  }
}

describe('where they are kept', () => {
  it('comes back under its name alone, and not when it is too old', async () => {
    const database = memoryDatabase()
    await createSetsStore(database).write('u1 heal', withSet([], { a: 1 }, 0))
    const later = createSetsStore(database)
    expect(valuesOf(await later.read('u1 heal', DAY_MS))).toEqual([{ a: 1 }])
    expect(await later.read('u2 heal', DAY_MS)).toEqual([])
    expect(await later.read('u1 heal', 31 * DAY_MS)).toEqual([])
  })

  it('works from memory where the browser keeps no database', async () => {
    const refuse = async (): Promise<never> => {
      throw new Error('closed')
    }
    const store = createSetsStore({ read: refuse, write: refuse, clear: refuse })
    await store.write('u1 heal', withSet([], { a: 1 }, 0))
    expect(await store.read('u1 heal', 0)).toHaveLength(1)
    await store.clear()
    expect(await store.read('u1 heal', 0)).toEqual([])
  })

  it('is empty after the end of the session', async () => {
    const database = memoryDatabase()
    const store = createSetsStore(database)
    await store.write('u1 heal', withSet([], { a: 1 }, 0))
    await store.clear()
    expect(await createSetsStore(database).read('u1 heal', 0)).toEqual([])
  })
})
