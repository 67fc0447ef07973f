import { ServerRefusal } from './link-errors.ts'
import type { Arg, Reply } from './redis-link.ts'

export interface ServerFacts {
  /** Empty when the server does not tell. */
  version: string
  isClusterNode: boolean
  /** It knows where servers are, and keeps no keys. */
  isSentinel: boolean
}

interface Sending {
  send(args: readonly Arg[]): Promise<Reply>
}

const asText = (reply: Reply): string => (Buffer.isBuffer(reply) ? reply.toString() : String(reply ?? ''))

/** The answer, or null where the rights of the user do not reach. */
async function unlessRefused(sent: Promise<Reply>): Promise<Reply> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof ServerRefusal) return null
    throw error
  }
}

/** Fields of HELLO, whose answer is a list of names and values in turn. */
function helloFields(reply: Reply): Map<string, string> {
  const list = Array.isArray(reply) ? (reply as readonly Reply[]) : []
  const fields = new Map<string, string>()
  for (let at = 0; at + 1 < list.length; at += 2) fields.set(asText(list[at]!), asText(list[at + 1]!))
  return fields
}

const kindOf = (mode: string | undefined) => ({
  isClusterNode: mode === 'cluster',
  isSentinel: mode === 'sentinel',
})

/** What INFO tells of the server, or HELLO where INFO is refused. */
export async function readServer(link: Sending): Promise<ServerFacts> {
  const info = asText(await unlessRefused(link.send(['INFO', 'server'])))
  const version = /^(?:redis|valkey)_version:(\S+)/m.exec(info)?.[1] ?? ''
  if (version !== '') return { version, ...kindOf(/^redis_mode:(\S+)/m.exec(info)?.[1]) }
  const hello = helloFields(await unlessRefused(link.send(['HELLO'])))
  return { version: hello.get('version') ?? '', ...kindOf(hello.get('mode')) }
}
