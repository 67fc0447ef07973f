import { join } from 'node:path'
import { startChild } from '@qd/testing/children'
import type { TestChild } from '@qd/testing/children'

export interface ConsoleProcess {
  child: TestChild
  url: string
  /** Lines printed so far. */
  lines: readonly string[]
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>
  /** SIGTERM, and waits. */
  stop(): Promise<void>
}

const entry = join(import.meta.dirname, '../main.ts')

/**
 * The console as its own process, as `npm start` runs it; for tests that kill it. Rejects with what it said where it ends
 * before it is ready, or is not ready within the time of the test; then no process is left.
 */
export async function startConsoleProcess(
  settings: Record<string, string>,
  /** A command that runs the one after it in its own process, e.g. with another view of the disks. */
  wrapper: readonly string[] = [],
): Promise<ConsoleProcess> {
  const script = `import(${JSON.stringify(entry)}).then((module) => module.main())`
  const [file = '', ...args] = [
    ...wrapper,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    '-e',
    script,
  ]
  const child = startChild(file, args, {
    env: { ...process.env, QD_PORT: '0', ...settings },
  })
  const end = async (signal: NodeJS.Signals) => {
    child.signal(signal)
    await child.ended
  }
  const kill = () => end('SIGKILL')
  try {
    const [, url] = /ready at (\S+)/.exec(await child.says(/ready at \S+/))!
    return { child, url: url!, lines: child.lines, kill, stop: () => end('SIGTERM') }
  } catch (error) {
    await kill()
    throw error
  }
}
