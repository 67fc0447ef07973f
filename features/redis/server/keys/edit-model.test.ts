import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeyEdit } from '../../contract/index.ts'
import { startKeys } from '../testing/with-keys.ts'
import { fitsGlob } from '../glob.ts'
import { sha1Of } from './run-watched.ts'

const RUNS = { numRuns: 60 }

/** Few values, so that equal ones stand in one list. */
const value = fc.constantFrom('a', 'b', '', 'quarterdeck:x')
const at = fc.nat({ max: 6 })
const listEdit = fc.oneof(
  fc.record({ kind: fc.constant('moveIndex' as const), index: at, to: at }),
  fc.record({ kind: fc.constant('removeIndex' as const), index: at }),
  fc.record({ kind: fc.constant('setIndex' as const), index: at, value }),
  fc.record({ kind: fc.constant('insertIndex' as const), index: at, value }),
)
type ListEdit = typeof listEdit extends fc.Arbitrary<infer T> ? T : never

/** What a change makes of a list of this length. */
function modelOf(list: readonly string[], edit: ListEdit): string[] {
  if (edit.kind === 'setIndex') return list.with(edit.index, edit.value)
  if (edit.kind === 'insertIndex') return list.toSpliced(edit.index, 0, edit.value)
  const rest = list.toSpliced(edit.index, 1)
  return edit.kind === 'removeIndex'
    ? rest
    : rest.toSpliced(Math.min(edit.to, rest.length), 0, list[edit.index]!)
}

describe('changes against a model', () => {
  let on: Awaited<ReturnType<typeof startKeys>>
  beforeAll(async () => {
    on = await startKeys()
  })
  afterAll(() => on.close())
  const elements = async () => ((await on.run('LRANGE', 'l', '0', '-1')) as Buffer[]).map(String)

  test('elements of a list move, come and go as in an array, and back again', async () => {
    const input = fc.tuple(fc.array(value, { minLength: 2, maxLength: 7 }), listEdit)
    await fc.assert(
      fc.asyncProperty(input, async ([before, edit]) => {
        fc.pre(edit.index < before.length)
        await on.run('DEL', 'l')
        await on.run('RPUSH', 'l', ...before)
        const seen = { expect: sha1Of(before[edit.index]!) }
        const { undo } = await on.edit('l', { ...edit, ...seen } as KeyEdit)
        expect(await elements()).toEqual(modelOf(before, edit))
        await on.edit('l', undo!)
        expect(await elements()).toEqual(before)
      }),
      RUNS,
    )
  })

  test('a list another one writes to all the time loses nothing and gains nothing by moves', async () => {
    await on.run('DEL', 'l')
    await on.run('RPUSH', 'l', ...Array.from({ length: 10 }, (_, index) => String(index)))
    const told: Record<string, number> = {}
    const write = async () => {
      for (let turn = 0; turn < 100; turn += 1) {
        await on.run(turn % 2 === 0 ? 'LPUSH' : 'RPUSH', 'l', `w${turn}`)
      }
    }
    const writer = write()
    for (let turn = 0; turn < 60; turn += 1) {
      const index = turn % 10
      const seen = String(await on.run('LINDEX', 'l', String(index)))
      const code = await on.refused('l', {
        kind: 'moveIndex',
        index,
        to: (turn * 7) % 10,
        expect: sha1Of(seen),
      })
      told[code] = (told[code] ?? 0) + 1
    }
    await writer
    expect(Object.keys(told).every((code) => code === '200 ok' || code === '409 redis_key_changed')).toBe(
      true,
    )
    expect(told['200 ok']).toBeGreaterThan(0)
    const all = await elements()
    expect(all.length).toBe(110)
    expect(new Set(all).size).toBe(110)
  })

  test('of additions that each read before they write none is lost', async () => {
    await on.run('SET', 'n', '0')
    const add = async () => {
      for (;;) {
        const seen = await on.text('GET', 'n')
        const code = await on.refused('n', {
          kind: 'setString',
          value: String(Number(seen) + 1),
          expect: sha1Of(seen),
        })
        if (code === '200 ok') return
        expect(code).toBe('409 redis_key_changed')
      }
    }
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        for (let turn = 0; turn < 6; turn += 1) await add()
      }),
    )
    expect(await on.text('GET', 'n')).toBe('30')
  })

  test('a pattern fits what it fits for Redis', async () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '-',
      ']',
      '^',
      '*',
      '?',
      '[ab]',
      '[^a]',
      '[a-b]',
      '[b-a]',
      '[^-]',
      '\\*',
      '\\a',
      '[\\]b]',
    )
    const pattern = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
    const name = fc.string({ unit: fc.constantFrom(...'ab-^]\\'), minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(pattern, name, async (glob, text) => {
        await on.run('DEL', 's')
        await on.run('SADD', 's', text)
        const [, found] = (await on.run('SSCAN', 's', '0', 'MATCH', glob, 'COUNT', '10')) as unknown as [
          Buffer,
          Buffer[],
        ]
        expect({ glob, text, fits: fitsGlob(Buffer.from(glob), Buffer.from(text)) }).toEqual({
          glob,
          text,
          fits: found.length === 1,
        })
      }),
      { numRuns: 1_000 },
    )
  })
})
