import type { Arg } from './redis-link.ts'

const WAITING = new Set(
  'BLPOP BRPOP BRPOPLPUSH BLMOVE BLMPOP BZPOPMIN BZPOPMAX BZMPOP WAIT WAITAOF SUBSCRIBE PSUBSCRIBE SSUBSCRIBE MONITOR'.split(
    ' ',
  ),
)

/** Whether the command may wait on purpose, so that silence says nothing of the server. */
export function blocks(name: string, args: readonly Arg[]): boolean {
  if (WAITING.has(name)) return true
  if (name !== 'XREAD' && name !== 'XREADGROUP') return false
  return args.some((arg) => arg.length === 5 && String(arg).toUpperCase() === 'BLOCK')
}

/** Replies with errors inside: of a transaction, and of scripts that return them. */
export function mayNestErrors(name: string): boolean {
  return name === 'EXEC' || name.startsWith('EVAL') || name.startsWith('FCALL')
}
