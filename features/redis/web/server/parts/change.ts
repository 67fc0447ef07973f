import { isCallError } from '@qd/web-base'
import { call, newConfirmation } from '@qd/web-calls'
import type { CallOptions, Confirmation } from '@qd/web-calls'
import { alertBox, toast } from '@qd/web-frame'
import type { RouteReply } from '@qd/contract-kit'
import { changeAcl, changeFunctions, changeServer } from '../../../contract/index.ts'
import type { AclChange, FunctionsChange, ServerChange } from '../../../contract/index.ts'
import { redisText } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'

/** What a change does besides: it is a writing command as well, or ends a script and writes nothing. */
export type ChangeDoes = 'writes' | 'endsScripts'

/** Why the server cannot be changed here; null: it can. */
export function mayChangeServer(
  { connection }: OpenDatabase,
  does?: ChangeDoes,
): 'readOnly' | 'noRight' | null {
  if (does === 'endsScripts') return connection.mayEndScripts ? null : 'noRight'
  if (connection.readOnly) return 'readOnly'
  return (does === 'writes' ? connection.mayFlush : connection.mayEndanger) ? null : 'noRight'
}

/** What every call about a server names. */
export const bodyOf = ({ connection, db }: OpenDatabase) => ({
  lineId: connection.lineId,
  connectionId: connection.id,
  db,
})

type Results = RouteReply<typeof changeServer>['nodes']

/** Says how it went: by node where one of them did not. */
function tell(what: string, nodes: Results): boolean {
  if (nodes.every(({ code, msg }) => code === '' && msg === '')) {
    toast.success(redisText('server.done', { what }))
    return true
  }
  const lines = nodes.map(({ node, msg }) => `${node}: ${msg === '' ? redisText('server.nodeDone') : msg}`)
  alertBox(redisText('server.partly', { what }), lines.join('\n'))
  return false
}

function confirmationOf({ connection: { name } }: OpenDatabase, title: string, what: string): Confirmation {
  const text = redisText('server.confirmText', { name, what })
  return newConfirmation({ title, text, action: title, expected: name })
}

/** Sends a change that was confirmed with the name of the connection; whether all nodes made it. */
async function sent(what: string, sending: Promise<{ nodes: Results }>): Promise<boolean> {
  try {
    return tell(what, (await sending).nodes)
  } catch (error) {
    // Told by the call, or given up by who was asked.
    if (isCallError(error)) return false
    throw error
  }
}

interface Asked {
  title: string
  /** What it does, for the question. */
  what?: string
}

const told: Pick<CallOptions, 'told'> = { told: 'toast' }

export function sendServerChange(
  database: OpenDatabase,
  change: ServerChange,
  asked: Asked,
): Promise<boolean> {
  const confirmation = confirmationOf(database, asked.title, asked.what ?? asked.title)
  const options = { ...told, tag: 'redis:server.title', confirmation } as const
  return sent(asked.title, call(changeServer, { body: { ...bodyOf(database), change } }, options))
}

export function sendAclChange(database: OpenDatabase, change: AclChange, asked: Asked): Promise<boolean> {
  const confirmation = confirmationOf(database, asked.title, asked.what ?? asked.title)
  const options = { ...told, tag: 'redis:server.acl.title', confirmation } as const
  return sent(asked.title, call(changeAcl, { body: { ...bodyOf(database), aclChange: change } }, options))
}

export function sendFunctionsChange(
  database: OpenDatabase,
  change: FunctionsChange,
  asked: Asked,
): Promise<boolean> {
  const confirmation = confirmationOf(database, asked.title, asked.what ?? asked.title)
  const options = { ...told, tag: 'redis:topics.functions.title', confirmation } as const
  return sent(
    asked.title,
    call(changeFunctions, { body: { ...bodyOf(database), functionsChange: change } }, options),
  )
}
