import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { timeLeftMs } from './time-left.ts'

/** Of its lines, so many are told as its last words. */
const LAST_LINES = 40
/** A wait begun at the end of a test still looks at what has been said. */
const LEAST_WAIT_MS = 100

export interface ChildEnd {
  code: number | null
  signal: NodeJS.Signals | null
  /** All lines, joined. */
  text: string
}

/** A program that a test has started, and what it says. No wait for it outlasts the test, and each tells its last words. */
export interface TestChild {
  /** -1 where it could not be started. */
  readonly pid: number
  /** Lines of both outputs so far. */
  readonly lines: readonly string[]
  /** Resolves once it is gone and all its lines are read, however it ended; never rejects. */
  readonly ended: Promise<ChildEnd>
  /**
   * The next line that has this, or the last of so many (`times`), after the one given before; what has been said counts.
   * Rejects where the child ends without it, or does not say it within the time of the test.
   */
  says(what: string | RegExp, times?: number): Promise<string>
  /** What comes of `work`, which the child has a part in. Rejects where the child ends before, or where the test has no time left. */
  outlives<T>(work: Promise<T>, what: string): Promise<T>
  /** Writes to its input. */
  write(text: string): void
  signal(name: NodeJS.Signals): void
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<ChildEnd>
}

export interface ChildOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** It leads a group of processes, which signals reach as a whole. */
  isGroup?: boolean
}

/** The environment of a program that is to have no settings but those the test gives it. */
export const bareEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
})

/** Starts a program for a test. One that cannot be started is told by its waits, never outside of them. */
export function startChild(
  command: string,
  args: readonly string[],
  { env = process.env, cwd, isGroup = false }: ChildOptions = {},
): TestChild {
  const child = spawn(command, args, { env, cwd, detached: isGroup, stdio: ['pipe', 'pipe', 'pipe'] })
  const name = [command, ...args].join(' ').slice(0, 200)
  const lines: string[] = []
  const hearers = new Set<() => void>()
  let read = 0
  const tell = (line: string) => {
    lines.push(line)
    for (const hear of hearers) hear()
  }
  const heard = (stream: Readable) => once(createInterface({ input: stream }).on('line', tell), 'close')
  const outputs = [heard(child.stdout), heard(child.stderr)]
  // Its input may end before it has read all.
  child.stdin.on('error', () => undefined)
  child.on('error', (error) => tell(error.message))
  let end: ChildEnd | undefined
  const gone = new Promise<Pick<ChildEnd, 'code' | 'signal'>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  const ended = Promise.all([gone, ...outputs]).then(([how]) => (end = { ...how, text: lines.join('\n') }))
  const lastWords = () => lines.slice(-LAST_LINES).join('\n')

  async function outlives<T>(work: Promise<T>, what: string): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const waitMs = Math.max(LEAST_WAIT_MS, timeLeftMs())
    const timer = setTimeout(
      () => reject(new Error(`${name}: waited ${waitMs} ms for ${what}; it said: ${lastWords()}`)),
      waitMs,
    )
    const over = ended.then(({ code, signal }) => {
      throw new Error(`${name}: ended with ${code ?? signal} before ${what}; it said: ${lastWords()}`)
    })
    try {
      return await Promise.race([work, over, late])
    } finally {
      clearTimeout(timer)
    }
  }

  function signal(to: NodeJS.Signals): void {
    if (end !== undefined || child.pid === undefined) return
    if (!isGroup) return void child.kill(to)
    try {
      process.kill(-child.pid, to)
    } catch (error) {
      // Gone a moment ago.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }

  return {
    pid: child.pid ?? -1,
    lines,
    ended,
    outlives,
    async says(what, times = 1) {
      const { promise, resolve } = Promise.withResolvers<string>()
      const has = (line: string) => (typeof what === 'string' ? line.includes(what) : what.test(line))
      let left = times
      let at = read
      const look = () => {
        for (; left > 0 && at < lines.length; at += 1) if (has(lines[at]!)) left -= 1
        if (left > 0) return
        read = at
        hearers.delete(look)
        resolve(lines[at - 1]!)
      }
      hearers.add(look)
      look()
      try {
        return await outlives(promise, `the line ${String(what)}${times === 1 ? '' : ` ${times} times`}`)
      } finally {
        hearers.delete(look)
      }
    },
    write: (text) => void child.stdin.write(text),
    signal,
    kill() {
      signal('SIGKILL')
      return ended
    },
  }
}

/** Starts a script of this repository with this Node. */
export function startScript(
  file: string,
  args: readonly string[] = [],
  options: ChildOptions = {},
): TestChild {
  return startChild(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], options)
}
