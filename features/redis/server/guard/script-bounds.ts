import { AppError } from '@qd/contract-kit'
import type { TextRef } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import { isServerRefusal } from '../link/link-errors.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { allowedBy } from './acl-rules.ts'
import type { CommandEntry, CommandTable } from './command-table.ts'
import { isScript, judgeCommand } from './judge-command.ts'

/*
 * What a script does nobody sees from outside. The server bounds it by the rules of its user, so a script somebody typed
 * goes where nothing may be written only as a user who may do no more than read. The main user asks for those rules.
 */

/** Why no script goes there: texts `redis.script.*`. */
type Reason = 'noUser' | 'transaction' | 'notTold' | 'missing' | 'off' | 'rules' | 'more'

export const unbounded = (user: string, reason: Reason, commands = ''): AppError => {
  const text: TextRef = { text: `redis.script.${reason}`, params: { user, commands } }
  return new AppError(redisErrors.redis_script_unbounded, { params: { reason: text } })
}

/** They run in any script and change at most the connection of scripts, which is used once; nothing waits in a script. */
const OF_CONNECTION = new Set(['select', 'readonly', 'readwrite', 'asking', 'wait', 'waitaof'])
/** As many names as a person reads. */
const NAMED_MAX = 20

const textOf = (reply: unknown): string => (Buffer.isBuffer(reply) ? reply.toString() : String(reply ?? ''))
const listOf = (reply: unknown): readonly unknown[] => (Array.isArray(reply) ? (reply as unknown[]) : [])

function fieldOf(reply: unknown, name: string): unknown {
  const list = listOf(reply)
  const at = list.findIndex((each, index) => index % 2 === 0 && textOf(each) === name)
  return at === -1 ? undefined : list[at + 1]
}

/** Whether a script that may send it does no more than read. */
function onlyReads(entry: CommandEntry): boolean {
  // Nothing but scripts is sent as this user, and those cannot send it.
  if (entry.flags.has('noscript') || entry.hasSubCommands || OF_CONNECTION.has(entry.name)) return true
  // What they run is asked for by itself.
  if (/^(eval|evalsha|fcall)(_ro)?$/.test(entry.name)) return true
  return !isScript(entry.name) && judgeCommand(entry, entry.name.split('|'), { isOwn: false }) === 'read'
}

/** Commands that rules allow a script beyond reading; null: a rule is not understood. */
function beyondReading(rules: string, table: CommandTable): string[] | null {
  const allowed = allowedBy(rules, table)
  return allowed === null ? null : [...allowed].filter((entry) => !onlyReads(entry)).map(({ name }) => name)
}

/**
 * Asks a node what the user for scripts may do there. Throws `redis_script_unbounded` with the reason unless all of it is
 * reading. `ask` is answered as the main user.
 */
export async function assertBounded(
  ask: (args: readonly Arg[]) => Promise<Reply>,
  table: CommandTable,
  user: string,
): Promise<void> {
  const told = await ask(['ACL', 'GETUSER', user]).catch((error: unknown) => {
    const isRefused = error instanceof AppError && isServerRefusal(error)
    throw isRefused ? unbounded(user, 'notTold') : error
  })
  if (told === null) throw unbounded(user, 'missing')
  if (!listOf(fieldOf(told, 'flags')).map(textOf).includes('on')) throw unbounded(user, 'off')
  const selectors = listOf(fieldOf(told, 'selectors'))
  const all = [told, ...selectors].map((each) => fieldOf(each, 'commands'))
  // An assumed table knows no categories, so it cannot tell what a rule is about.
  const beyond = all.map((rules) =>
    rules === undefined || table.isAssumed ? null : beyondReading(textOf(rules), table),
  )
  if (beyond.includes(null)) throw unbounded(user, 'rules')
  const names = [...new Set(beyond.flatMap((each) => each ?? []))].toSorted()
  if (names.length === 0) return
  const more = names.length > NAMED_MAX ? ` … (${names.length})` : ''
  const shown = names
    .slice(0, NAMED_MAX)
    .map((name) => `-${name}`)
    .join(' ')
  throw unbounded(user, 'more', `${shown}${more}`)
}
