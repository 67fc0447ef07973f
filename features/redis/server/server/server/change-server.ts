import { AppError, coreErrors } from '@qd/contract-kit'
import type { AclChange, ServerChange } from '../../../contract/index.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import type { Arg } from '../../link/redis-link.ts'
import { onNodes } from './on-nodes.ts'
import type { NodeAnswer, NodesAsk, ServerNode } from './on-nodes.ts'
import { isSecretName } from './read-config.ts'
import { pairsOf, textOf } from './replies.ts'

type Done = Pick<NodeAnswer<unknown>, 'node' | 'code' | 'msg'>

const LATER = { saveDatabase: ['BGSAVE'], rewriteAppendFile: ['BGREWRITEAOF'] } as const

/** The command of a change; null for what takes a look first. */
function commandOf(change: ServerChange): Arg[] | null {
  switch (change.kind) {
    case 'resetSlowLog':
      return change.log === 'slow' ? ['SLOWLOG', 'RESET'] : ['COMMANDLOG', 'RESET', change.log]
    case 'resetStatistics':
      return ['CONFIG', 'RESETSTAT']
    case 'resetLatency':
      return ['LATENCY', 'RESET']
    case 'setConfig':
      return ['CONFIG', 'SET', change.name, change.value]
    case 'rewriteConfig':
      return ['CONFIG', 'REWRITE']
    case 'saveDatabase':
    case 'rewriteAppendFile':
      return [...LATER[change.kind]]
    case 'killClients':
      return null
  }
}

async function killOn(
  node: ServerNode,
  change: Extract<ServerChange, { kind: 'killClients' }>,
): Promise<void> {
  const own = textOf(await node.askOrNull('CLIENT', 'ID'))
  for (const client of change.clients) {
    if (client.node === node.node && client.id !== own) await node.ask('CLIENT', 'KILL', 'ID', client.id)
  }
}

function withoutData(answers: readonly NodeAnswer<unknown>[]): Done[] {
  return answers.map(({ node, code, msg }) => ({ node, code, msg }))
}

/** A replica has a slow log of its own, which a change of the masters' would leave as it is. */
function concernsReplicas(change: ServerChange): boolean {
  if (change.kind === 'setConfig') return /^(slow|command)log-/i.test(change.name)
  return change.kind === 'resetSlowLog'
}

/** Makes one change on all nodes; each says for itself how it went. `note` is told how a setting was. */
export async function changeServerOn(
  database: RedisDatabase,
  change: ServerChange,
  ask: NodesAsk & { note: (detail: Record<string, unknown>) => void },
): Promise<Done[]> {
  if (change.kind === 'setConfig' && isSecretName(change.name)) {
    // The console signs in with it: whoever changes it changes the connection, too.
    throw new AppError(coreErrors.invalid_request, { field: 'change.name' })
  }
  const args = commandOf(change)
  const all = [...database.masters(), ...(concernsReplicas(change) ? await database.replicas() : [])]
  const nodes = new Set(change.kind === 'killClients' ? change.clients.map(({ node }) => node) : all)
  const before: Record<string, string> = {}
  const make = async (node: ServerNode): Promise<void> => {
    if (!nodes.has(node.node)) return
    if (change.kind === 'killClients') return killOn(node, change)
    if (change.kind === 'setConfig') {
      const was = pairsOf(await node.askOrNull('CONFIG', 'GET', change.name)).get(change.name.toLowerCase())
      before[node.node] = textOf(was)
    }
    await node.ask(...args!)
  }
  const answers = await onNodes(database, ask, make, all)
  if (change.kind === 'setConfig') ask.note({ before, after: change.value })
  return withoutData(answers.filter(({ node }) => nodes.has(node)))
}

function aclCommand(change: AclChange): Arg[] {
  if (change.kind === 'resetAclLog') return ['ACL', 'LOG', 'RESET']
  if (change.kind === 'deleteUser') return ['ACL', 'DELUSER', change.user]
  const password = change.password === undefined ? [] : [`>${change.password}`]
  return ['ACL', 'SETUSER', change.user, ...change.rules, ...password]
}

/** The server repeats the rule it does not take; one with a password must not come back. */
export const withoutPasswords = (words: string): string => words.replaceAll(/'[<>#!][^']*'?/g, '***')

/** The same for users; no rule and no password is ever answered. */
export async function changeAclOn(
  database: RedisDatabase,
  change: AclChange,
  ask: NodesAsk,
): Promise<Done[]> {
  const args = aclCommand(change)
  const answers = await onNodes(database, ask, async (node) => {
    await node.ask(...args)
  })
  return withoutData(answers.map((answer) => ({ ...answer, msg: withoutPasswords(answer.msg) })))
}
