import { create } from 'zustand'
import type { CommandLogEntry } from '../../contract/index.ts'

/** Entries kept in the page; older ones go (S3.16). */
export const LOG_MAX = 5_000

export interface LoggedCommand extends CommandLogEntry {
  /** Tells entries of one millisecond apart. */
  readonly n: number
}

interface CommandLog {
  readonly entries: readonly LoggedCommand[]
  readonly isPaused: boolean
}

/** The user's own commands since the page was opened, oldest first. */
export const useCommandLog = create<CommandLog>()(() => ({ entries: [], isPaused: false }))

let last = 0

/** Adds what was told; while the log is paused it is not kept. */
export function addEntries(told: readonly CommandLogEntry[]): void {
  useCommandLog.setState((log) => {
    if (log.isPaused) return log
    const added = told.map((entry) => {
      last += 1
      return { ...entry, n: last }
    })
    return { entries: [...log.entries, ...added].slice(-LOG_MAX) }
  })
}

export function clearLog(): void {
  useCommandLog.setState({ entries: [] })
}

/** What the filters leave: every word stands in the command or the name of its connection. */
export function filterLog(
  entries: readonly LoggedCommand[],
  query: string,
  onlyWrites: boolean,
): readonly LoggedCommand[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && !onlyWrites) return entries
  return entries.filter(({ command, connectionName, error, isWrite }) => {
    if (onlyWrites && !isWrite) return false
    const text = `${connectionName} ${command} ${error}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
