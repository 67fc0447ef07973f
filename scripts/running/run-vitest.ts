import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Report, ReportedTest } from '../checks/requirement-doors.ts'
import type { RunReport, TestFile } from './second-try.ts'

export const root = join(import.meta.dirname, '../..')
export const bin = (name: string) => join(root, 'node_modules/.bin', name)

export interface VitestReport extends Report, RunReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: (TestFile & { assertionResults: ReportedTest[] })[]
}

/** Runs Vitest with its output shown. Null: it did not get as far as a report, or was ended at the limit. */
export function runVitest(
  args: readonly string[],
  { limitMs, env = {} }: { limitMs?: number; env?: Record<string, string> } = {},
): VitestReport | null {
  const folder = mkdtempSync(join(tmpdir(), 'qd-test-'))
  const file = join(folder, 'report.json')
  const told = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  spawnSync(bin('vitest'), ['run', ...args, ...told], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    timeout: limitMs,
  })
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    // Vitest's own output says why.
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** Counts a report; a run that broke outside any test (no report, a file that does not load) is one failure. */
export function tallyOf(report: VitestReport | null): Tally {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 }
  const isBroken = !report.success && report.numFailedTests === 0
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + (isBroken ? 1 : 0),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** What failed, to be said again and last: the output above it is long, and a record of it may keep only its end. */
export function* failuresOf(report: VitestReport | null): Generator<string> {
  if (report === null) return yield 'the tests did not get as far as a report, see above'
  for (const file of report.testResults) {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    const place = relative(root, file.name)
    if (file.status === 'failed' && tests.length === 0) yield `${place}: ${file.message}`
    for (const { fullName, failureMessages } of tests)
      yield `${place}: ${fullName}\n${(failureMessages ?? []).join('\n')}`
  }
  if (!report.success && report.numFailedTests === 0) yield 'an error outside any test, see above'
}
