import { expect, it } from 'vitest'
import { forbiddenIn } from './check-tree.ts'

// In two parts: this file is a test as well.
const now = (clock: string) => `${clock}.now()`

it.each([
  [`const before = process.${'memory'}Usage().rss`, 'memory of a process'],
  [`const { rss, ${'heap'}Used } = memory`, 'memory of a process'],
  [`import { ${'get'}HeapStatistics } from 'node:v8'`, 'memory of a process'],
  [`expect(${now('performance')} - before).toBeLessThan(5)`, 'the wall clock'],
  [`  expect(${now('Date')} - asked).toBeLessThanOrEqual(2_000)`, 'the wall clock'],
])('a test must not have %s', (line, why) => {
  for (const file of ['packages/a/src/a.test.ts', 'features/a/web/a.test.tsx']) {
    const found = forbiddenIn(file, `\n${line}\n`)
    expect(found).toEqual([expect.stringContaining(why)])
    expect(found[0]).toContain(`${file}:2: `)
  }
  expect(forbiddenIn('packages/a/testing/a.ts', line)).toEqual([])
})

it.each([
  `expect(body.expiresAt - ${now('Date')}).toBeLessThanOrEqual(60_000)`,
  `expect(${now('performance')} - before).toBeGreaterThan(50)`,
  `expect(until).toBeGreaterThan(${now('Date')})`,
])('a test may have %s', (line) => {
  expect(forbiddenIn('packages/a/src/a.test.ts', line)).toEqual([])
})
