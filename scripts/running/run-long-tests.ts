import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figuresPage } from '../../bench/tools/figures-page.ts'
import { takenNow } from '../../bench/tools/result.ts'
import { LONG_PARTS } from './long-parts.ts'
import type { LongPart } from './long-parts.ts'
import { recordLongResult } from './long-results.ts'
import { failuresOf, root, runVitest, tallyOf } from './run-vitest.ts'
import type { Tally } from './run-vitest.ts'
import { withWorkFolder } from './work-folder.ts'

/** A part that takes longer is to be divided. */
const PART_LIMIT_MS = 60 * 60_000

function runScript([file, ...args]: NonNullable<LongPart['script']>): Tally {
  const { status } = spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    timeout: PART_LIMIT_MS,
  })
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
}

const failures: string[] = []

function runPart({ files = [], again, script }: LongPart): Tally {
  if (script !== undefined) return runScript(script)
  const report = runVitest(again ?? ['--project', 'long', ...files], {
    limitMs: PART_LIMIT_MS,
    env: { QD_TEST_RUN: 'long' },
  })
  failures.push(...failuresOf(report))
  return tallyOf(report)
}

const words = process.argv.slice(2)
const isRecorded = words.includes('--record')
const named = words.flatMap((word, at) => (words[at - 1] === '--part' ? [word] : []))
const rest = words.filter((word) => !['--record', '--part', ...named].includes(word))
const unknown = named.filter((name) => LONG_PARTS.every((part) => part.name !== name))
if (unknown.length > 0) {
  const names = LONG_PARTS.map(({ name }) => name).join(', ')
  console.error(`No part ${unknown.join(', ')}; there are ${names}`)
  process.exit(1)
}

// Journeys among them open the built pages.
const built = spawnSync(process.execPath, [join(root, 'scripts/build-web.ts')], {
  cwd: root,
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(built.status ?? 1)

/** Parts of file names, `-t` with a part of a title: a look at a few of the files, which nothing records. */
const few: LongPart = { name: rest.join(' '), does: '', files: rest }
const parts = LONG_PARTS.filter(({ name }) => named.length === 0 || named.includes(name))
// One commit for all: what is recorded changes the tree.
const { commit } = takenNow('')
const tallies = withWorkFolder(() =>
  (rest.length > 0 ? [few] : parts).map((part) => {
    const at = new Date()
    const tally = runPart(part)
    const seconds = Math.round((Date.now() - at.getTime()) / 1_000)
    if (isRecorded && part !== few)
      recordLongResult({ part: part.name, at: at.toISOString(), commit, seconds, ...tally })
    return { ...tally, line: `${part.name}: ${tally.passed} passed, ${tally.failed} failed, ${seconds} s` }
  }),
)
if (isRecorded) writeFileSync(join(root, 'docs/guides/figures.md'), figuresPage())
for (const line of [...failures, ...tallies.map(({ line }) => line)]) console.log(line)
process.exit(tallies.some(({ failed, passed }) => failed > 0 || passed === 0) ? 1 : 0)
