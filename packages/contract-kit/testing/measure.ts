import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)

interface MeasureOptions {
  /** Words the script gets. */
  args?: readonly string[]
  /** Bound of its heap in MiB: a script that holds more ends with an error. */
  heapMiB?: number
}

/**
 * What a script prints as JSON, run in a process of its own: many test files share one process, so its memory tells nothing
 * about one of them. The script finds the collector as `globalThis.gc`. Rejects with the script's stderr when its exit
 * code is not 0. For use inside a test: a script that still runs when the test is over is killed.
 * @internal tests of all workspaces measure with it.
 */
export async function measure<T>(script: string, { args = [], heapMiB }: MeasureOptions = {}): Promise<T> {
  const over = new AbortController()
  onTestFinished(() => over.abort())
  const bound = heapMiB === undefined ? [] : [`--max-old-space-size=${String(heapMiB)}`]
  const flags = ['--disable-warning=ExperimentalWarning', '--expose-gc', ...bound]
  const { stdout } = await run(process.execPath, [...flags, script, ...args], {
    signal: over.signal,
    killSignal: 'SIGKILL',
  })
  return JSON.parse(stdout) as T
}
