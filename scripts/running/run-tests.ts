import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Report, ReportedTest } from '../checks/requirement-doors.ts'
import { checkRequirements } from '../requirements.ts'
import { keepFlaky } from './flaky.ts'
import { filesToTryAgain, flakyTests } from './second-try.ts'
import type { FlakyTest, RunReport, TestFile } from './second-try.ts'
import { withWorkFolder } from './work-folder.ts'

interface VitestReport extends Report, RunReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: (TestFile & { assertionResults: ReportedTest[] })[]
}

const root = join(import.meta.dirname, '../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** Runs a command with its output shown; true when it ended well. */
function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0
}

/** What a worker of the server's tests holds at most, with the processes it starts. */
const WORKER_BYTES = 2 * 1024 ** 3
const PROJECTS = ['node', 'web', 'web-apart', 'e2e']

function runVitest(
  projects: readonly string[],
  workers: number,
  files: readonly string[] = [],
): VitestReport | null {
  const folder = mkdtempSync(join(tmpdir(), 'qd-test-'))
  const file = join(folder, 'report.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const told = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  run(bin('vitest'), ['run', ...files, ...chosen, `--maxWorkers=${workers}`, ...told])
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    // Vitest did not get as far as a report; its own output says why.
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** Counts a report; a run that broke outside any test (no report, a file that does not load) is one failure. */
function tallyOf(report: VitestReport | null): Tally {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 }
  const isBroken = !report.success && report.numFailedTests === 0
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + (isBroken ? 1 : 0),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** What failed, again and last: the output above it is long, and a record of it may keep only its end. */
function* failuresOf(report: VitestReport | null): Generator<string> {
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

/** What failed by chance: it is run once more, alone. Empty where nothing did, or where it is no chance. */
function tryAgain(reports: readonly (VitestReport | null)[]): readonly FlakyTest[] {
  const files = filesToTryAgain(reports, root)
  if (files === null) return []
  console.log(`Trying again, alone: ${files.map((file) => relative(root, file)).join(', ')}`)
  const again = runVitest(PROJECTS, 1, files)
  const flaky =
    flakyTests(
      reports.filter((report) => report !== null),
      again,
      root,
    ) ?? []
  keepFlaky(flaky)
  return flaky
}

const isChecked = run(process.execPath, [join(root, 'scripts/check.ts')])
// In a process of its own: Vite sets NODE_ENV to production, with which React has no act() for the screen tests.
const isBuilt = run(process.execPath, [join(root, 'scripts/build-web.ts')])
const processors = availableParallelism()
/** Tests of the server wait for processes, databases and clocks most of their time: other files use the processor meanwhile. */
const serverWorkers = Math.max(processors, Math.min(processors * 3, Math.floor(freemem() / WORKER_BYTES)))
const { reports, flaky } = withWorkFolder(() => {
  const reports = [
    runVitest(['node'], serverWorkers),
    runVitest(['web', 'web-apart'], Math.ceil(processors * 1.5)),
    // Apart from the thousands of small tests: a browser that shares its processors with them would measure patience.
    runVitest(['e2e'], processors),
  ]
  return { reports, flaky: tryAgain(reports) }
})
const tallies = reports.map(tallyOf)
const unproved = await checkRequirements(reports.filter((report) => report !== null))
const sum = (part: keyof Tally) => tallies.reduce((total, tally) => total + tally[part], 0)
const failedTests = flaky.length > 0 ? 0 : sum('failed')
const failed = failedTests + [isChecked, isBuilt, unproved.length === 0].filter((isWell) => !isWell).length
for (const line of [...reports.flatMap((report) => [...failuresOf(report)]), ...unproved]) console.log(line)
if (!isChecked) console.log('npm run check failed, see above (counted as one failure)')
if (!isBuilt) console.log('the pages did not build, see above (counted as one failure)')
for (const { file, title, reason } of flaky) console.log(`flaky: ${file}: ${title} (${reason})`)
if (flaky.length > 0) console.log('They passed alone, which may also mean that their order matters.')
console.log(`${sum('passed') + flaky.length} passed, ${failed} failed, ${sum('skipped')} skipped`)
process.exit(failed === 0 && sum('passed') > 0 ? 0 : 1)
