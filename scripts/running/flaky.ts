import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMain } from '../checks/report.ts'
import type { FlakyTest } from './second-try.ts'

const kept = join(import.meta.dirname, '../../.cache/flaky.jsonl')

interface KeptFlaky extends FlakyTest {
  /** ISO time of the run. */
  at: string
}

/** Notes what failed and then passed alone, for `npm run flaky`. */
export function keepFlaky(flaky: readonly FlakyTest[]): void {
  mkdirSync(dirname(kept), { recursive: true })
  const at = new Date().toISOString()
  for (const test of flaky) appendFileSync(kept, `${JSON.stringify({ at, ...test } satisfies KeptFlaky)}\n`)
}

if (isMain(import.meta.url)) {
  const lines = existsSync(kept) ? readFileSync(kept, 'utf8').trim().split('\n') : []
  for (const line of lines) {
    const { at, file, title, reason } = JSON.parse(line) as KeptFlaky
    console.log(`${at} ${file}: ${title} (${reason})`)
  }
  console.log(`${lines.length} tests of this clone failed and then passed alone`)
}
