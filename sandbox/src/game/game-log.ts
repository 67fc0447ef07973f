export type LogLevel = 'info' | 'warn' | 'error'

/** Where the game writes its log lines. */
export interface GameLog {
  write: (level: LogLevel, event: string, facts: Record<string, unknown>) => void
}
