import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LONG_PARTS } from './long-parts.ts'
import { longRunSection } from './long-results.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync('{packages,features,adapters,sandbox,apps,scripts,bench,e2e}/**/*.long.test.ts', {
  cwd: root,
  exclude: ['**/node_modules/**'],
})

describe('parts of the long run', () => {
  it.each(files)('%s is in exactly one', (file) => {
    const parts = LONG_PARTS.filter((part) => part.files?.some((word) => file.includes(word)))
    expect(parts.map(({ name }) => name)).toHaveLength(1)
  })

  it.each(LONG_PARTS.flatMap((part) => part.files ?? []))('"%s" names a file', (word) => {
    expect(files.some((file) => file.includes(word))).toBe(true)
  })

  it.each(LONG_PARTS.flatMap(({ script }) => script?.[0] ?? []))('the script %s is there', (script) => {
    expect(existsSync(join(root, script))).toBe(true)
  })

  it('are told with commit, date and result, and as not run where they were not', () => {
    const at = '2026-11-28T10:00:00.000Z'
    const result = { part: 'kills', at, commit: 'abc1234', seconds: 301, passed: 20, failed: 1, skipped: 0 }
    const lines = longRunSection([result]).split('\n')
    expect(lines.find((line) => line.startsWith('| kills'))).toContain(
      '| 2026-11-28, abc1234, 6 min | 20 passed, 1 failed, 0 skipped |',
    )
    expect(lines.filter((line) => line.includes('not run yet'))).toHaveLength(LONG_PARTS.length - 1)
  })
})
