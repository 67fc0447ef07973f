import type { ConnectionConfig } from '../../contract/index.ts'
import { ServerRefusal } from './link-errors.ts'
import type { NodeSocket } from './node-socket.ts'
import type { Reply } from './redis-link.ts'

/** A server's own names of its commands (`rename-command`), by the command in capitals. */
export type ServerNames = ReadonlyMap<string, string>

/** The command an entry of COMMAND INFO is about, in capitals; empty: the server has none of the asked name. */
function commandOf(entry: Reply | undefined): string {
  if (!Array.isArray(entry)) return ''
  return String((entry as readonly Reply[])[0] ?? '').toUpperCase()
}

/**
 * Those of the record's names which this very server says stand for the record's command: under a name that the record
 * alone vouches for, one command would be judged and another one sent.
 */
export async function confirmedNames(
  socket: NodeSocket,
  recorded: ConnectionConfig['renamedCommands'],
  signal: AbortSignal,
): Promise<readonly (readonly [command: string, name: string])[]> {
  const names = Object.entries(recorded)
  if (names.length === 0) return []
  const asked = socket.send(['COMMAND', 'INFO', ...names.map(([, name]) => name)], signal)
  const entries = await asked.catch((error: unknown) => {
    if (error instanceof ServerRefusal) return []
    throw error
  })
  const told = Array.isArray(entries) ? (entries as readonly Reply[]) : []
  return names.filter(([command], at) => commandOf(told[at]) === command)
}
