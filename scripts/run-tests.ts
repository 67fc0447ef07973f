import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  success: boolean
}

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** Runs a command with its output shown; true when it ended well. */
function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0
}

function runVitest(folder: string): VitestReport | null {
  const file = join(folder, 'report.json')
  run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    // Vitest did not get as far as a report; its own output says why.
    return null
  }
}

const isChecked = run(process.execPath, [join(root, 'scripts/check.ts')])
await buildWeb()
const folder = mkdtempSync(join(tmpdir(), 'qd-test-'))
const report = runVitest(folder)
rmSync(folder, { recursive: true })

const failedElsewhere =
  (isChecked ? 0 : 1) + (report === null || (!report.success && report.numFailedTests === 0) ? 1 : 0)
const passed = report?.numPassedTests ?? 0
const failed = (report?.numFailedTests ?? 0) + failedElsewhere
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
if (!isChecked) console.log('npm run check failed, see above (counted as one failure)')
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
