import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface ConsoleProcess {
  child: ChildProcess
  url: string
  /** Lines printed so far. */
  lines: string[]
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>
  /** SIGTERM, and waits. */
  stop(): Promise<void>
}

const entry = join(import.meta.dirname, '../main.ts')

/** The console as its own process, as `npm start` runs it; for tests that kill it. */
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
  const child = spawn(file, args, {
    env: { ...process.env, QD_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const gone = once(child, 'exit')
  createInterface({ input: child.stderr! }).on('line', (line) => lines.push(line))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      lines.push(line)
      const found = /ready at (\S+)/.exec(line)
      if (found) resolve(found[1]!)
    })
    child.once('exit', () => reject(new Error(`console ended: ${lines.join('\n')}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  return { child, url, lines, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
