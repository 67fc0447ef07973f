/** Bunyan's numbers, as pino has them. */
const LEVELS = { info: 30, fatal: 60 } as const

export interface Announcer {
  /** Whether nobody sits there: lines for people are lines of the log then. */
  readonly isLog: boolean
  /** A line for the person at the terminal, on standard output. */
  say(line: string): void
  /** Why the console does not start, on standard error. */
  complain(line: string): void
}

/**
 * How the program speaks beside its log. Where its output goes to a terminal, and always with the sandbox, in plain lines.
 * Otherwise a program reads it, which wants one JSON object a line; the level of the log does not hold these lines back.
 */
export function createAnnouncer({
  isTerminal,
  isSandbox,
}: Record<'isTerminal' | 'isSandbox', boolean>): Announcer {
  const isLog = !isTerminal && !isSandbox
  const lineOf = (level: keyof typeof LEVELS, msg: string) =>
    `${isLog ? JSON.stringify({ level: LEVELS[level], time: Date.now(), pid: process.pid, msg }) : msg}\n`
  return {
    isLog,
    // The space lets programs that look for an address find its end there, as in a plain line.
    say: (line) => void process.stdout.write(lineOf('info', isLog ? `${line} ` : line)),
    complain: (line) => void process.stderr.write(lineOf('fatal', line)),
  }
}
