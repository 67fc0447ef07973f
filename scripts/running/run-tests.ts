import { spawnSync } from 'node:child_process'
import { availableParallelism, freemem } from 'node:os'
import { join, relative } from 'node:path'
import { checkRequirements } from '../requirements.ts'
import { keepFlaky } from './flaky.ts'
import { failuresOf, root, runVitest, tallyOf } from './run-vitest.ts'
import type { Tally, VitestReport } from './run-vitest.ts'
import { filesToTryAgain, flakyTests } from './second-try.ts'
import type { FlakyTest } from './second-try.ts'
import { withWorkFolder } from './work-folder.ts'

/** Runs a command with its output shown; true when it ended well. */
function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0
}

/** What a worker of the server's tests holds at most, with the processes it starts. */
const WORKER_BYTES = 2 * 1024 ** 3
const PROJECTS = ['node', 'web', 'e2e']

function runProjects(projects: readonly string[], workers: number, files: readonly string[] = []) {
  const chosen = projects.flatMap((project) => ['--project', project])
  return runVitest([...files, ...chosen, `--maxWorkers=${workers}`])
}

/** What failed by chance: it is run once more, alone. Empty where nothing did, or where it is no chance. */
function tryAgain(reports: readonly (VitestReport | null)[]): readonly FlakyTest[] {
  const files = filesToTryAgain(reports, root)
  if (files === null) return []
  console.log(`Trying again, alone: ${files.map((file) => relative(root, file)).join(', ')}`)
  const again = runProjects(PROJECTS, 1, files)
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
    runProjects(['node'], serverWorkers),
    runProjects(['web'], Math.ceil(processors * 1.5)),
    // Apart from the thousands of small tests: a browser that shares its processors with them would measure patience.
    runProjects(['e2e'], processors),
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
