import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LONG_PARTS } from './long-parts.ts'
import type { Tally } from './run-vitest.ts'

/** How a part of the long run ended. */
export interface LongResult extends Tally {
  part: string
  /** ISO time, UTC, of its start. */
  at: string
  /** Short hash; `+` when files were changed since. */
  commit: string
  seconds: number
}

const file = join(import.meta.dirname, '../../bench/recorded/long-run.json')

/** The last recorded run of each part. */
export function readLongResults(): LongResult[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LongResult[]) : []
}

export function recordLongResult(result: LongResult): void {
  const others = readLongResults().filter(({ part }) => part !== result.part)
  const all = LONG_PARTS.flatMap(({ name }) => [...others, result].filter(({ part }) => part === name))
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}

function row(
  { name, does, again = [] }: (typeof LONG_PARTS)[number],
  results: readonly LongResult[],
): string {
  const result = results.find(({ part }) => part === name)
  if (result === undefined) return `| ${name} | ${does} | not run yet | |`
  const { at, commit, seconds, passed, failed, skipped } = result
  const when = `${at.slice(0, 10)}, ${commit}, ${Math.ceil(seconds / 60)} min`
  // What a part leaves out by its title is no test that was skipped.
  const left = again.includes('-t') ? '' : `, ${skipped} skipped`
  return `| ${name} | ${does} | ${when} | ${passed} passed, ${failed} failed${left} |`
}

/** The part of the figures page about the long run. */
export function longRunSection(results: readonly LongResult[] = readLongResults()): string {
  const rows = LONG_PARTS.map((part) => row(part, results))
  return `## The long run

\`npm run test:long -- --record\` writes this table, \`npm run test:long -- --part NAME\` runs one part.

| Part | What it does | Last run | Result |
|---|---|---|---|
${rows.join('\n')}
`
}
