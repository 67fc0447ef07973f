import { expect, test } from 'vitest'
import { fitsTtl, withTtl } from './ttl-filter.ts'

test('an end within seconds counts from now, and a key that has gone fits nothing', () => {
  const within = { kind: 'within', seconds: 5 } as const
  expect([-2, -1, 0, 5_000, 5_001].map((pttl) => fitsTtl(within, pttl))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  expect([-2, -1, 0, 5_000].map((pttl) => fitsTtl({ kind: 'some' }, pttl))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect([-2, -1, 0].map((pttl) => fitsTtl({ kind: 'none' }, pttl))).toEqual([false, true, false])
})

test('each key that is asked for takes from the budget before it is asked', async () => {
  const steps: string[] = []
  const keys = Array.from({ length: 1_200 }, (_none, at) => Buffer.from(`k${at}`))
  const runAll = async (commands: unknown[]) => {
    steps.push(`asked ${commands.length}`)
    return commands.map(() => -1)
  }
  const take = async (count: number) => void steps.push(`took ${count}`)
  const { signal } = new AbortController()
  const found = await withTtl(keys, { kind: 'none' }, { database: { runAll } as never, signal, take })
  expect(found).toEqual(keys)
  expect(steps).toEqual(['took 500', 'asked 500', 'took 500', 'asked 500', 'took 200', 'asked 200'])
})
