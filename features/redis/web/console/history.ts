import { dropStored, readStored, storedNames, writeStored } from '@qd/web-base'
import { z } from '@qd/contract-kit'
import { parseCommand, secretFrom } from '../../contract/index.ts'

const MOST = 200
/** Longer texts are no lines to type again. */
const MOST_SIGNS = 2_000

const NAME = 'redis.console.'
const nameOf = (connectionId: string): string => `${NAME}${connectionId}`

/** Forgets what was typed on all connections in this browser. */
export function forgetHistories(): void {
  for (const name of storedNames(NAME)) dropStored(name)
}

/** What was typed on a connection in this browser, the newest first. */
export function historyOf(connectionId: string): string[] {
  try {
    const read = z.safeParse(z.array(z.string()), JSON.parse(readStored(nameOf(connectionId)) ?? '[]'))
    return read.success ? read.data : []
  } catch {
    return []
  }
}

/** Whether a line names a password: it is never kept. One that cannot be read may. */
export function isSecret(line: string): boolean {
  const parsed = parseCommand(line)
  if ('fault' in parsed) return true
  const words = parsed.args.map((arg) => (typeof arg === 'string' ? arg : ''))
  return secretFrom(words) < words.length
}

export function noteHistory(connectionId: string, text: string): void {
  const typed = text.trim()
  if (typed === '' || typed.length > MOST_SIGNS || typed.split('\n').some(isSecret)) return
  const rest = historyOf(connectionId).filter((each) => each !== typed)
  writeStored(nameOf(connectionId), JSON.stringify([typed, ...rest].slice(0, MOST)))
}
