import type { RouteReplyGiven } from '@qd/contract-kit'
import { SLOW_ENTRIES_MAX, SLOW_KINDS, SLOW_SETTINGS } from '../../../contract/index.ts'
import type { SlowKind, serverSlowLog } from '../../../contract/index.ts'
import { maskedCommand } from '../../guard/masked-command.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import type { Arg, Reply } from '../../link/redis-link.ts'
import type { ServerNode } from './on-nodes.ts'
import { listOf, numberOf, pairsOf, textOf } from './replies.ts'

type SlowLog = NonNullable<RouteReplyGiven<typeof serverSlowLog>['nodes'][number]['data']>

/** Logs the server has: those of large requests and replies came with COMMANDLOG. */
export async function slowKinds(database: RedisDatabase): Promise<SlowKind[]> {
  const isThere = await database
    .check(['COMMANDLOG', 'GET', '1', 'slow'], { isServerPage: true })
    .then(() => true)
    .catch(() => false)
  return isThere ? [...SLOW_KINDS] : ['slow']
}

const logArgs = (kind: SlowKind): Arg[] =>
  kind === 'slow'
    ? ['SLOWLOG', 'GET', String(SLOW_ENTRIES_MAX)]
    : ['COMMANDLOG', 'GET', String(SLOW_ENTRIES_MAX), kind]

function entryOf(reply: Reply): SlowLog['entries'][number] {
  const [id, seconds, cost, args, client, clientName] = listOf(reply)
  return {
    id: textOf(id),
    at: numberOf(seconds) * 1_000,
    cost: numberOf(cost),
    command: maskedCommand(listOf(args) as readonly Arg[]),
    client: textOf(client),
    clientName: textOf(clientName),
  }
}

export async function readSlowLog(node: ServerNode, kind: SlowKind): Promise<SlowLog> {
  const names = SLOW_SETTINGS[kind]
  const [log, threshold, length] = await Promise.all([
    node.ask(...logArgs(kind)),
    node.askOrNull('CONFIG', 'GET', names.threshold),
    node.askOrNull('CONFIG', 'GET', names.length),
  ])
  const setting = (reply: Reply, name: string): number | null => {
    const value = pairsOf(reply).get(name)
    return value === undefined ? null : numberOf(value)
  }
  return {
    threshold: setting(threshold, names.threshold),
    length: setting(length, names.length),
    entries: listOf(log).map(entryOf),
  }
}
