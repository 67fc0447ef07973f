import { CLIENTS_MAX } from '../../../contract/index.ts'
import type { ServerClient } from '../../../contract/index.ts'
import type { ServerNode } from './on-nodes.ts'
import { textOf } from './replies.ts'

/** One line of CLIENT LIST: `id=1 addr=… name=…`; fields differ by version. */
export function clientOf(line: string, ownId: string): ServerClient {
  const fields = new Map(
    line.split(' ').map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, at), part.slice(at + 1)] as const
    }),
  )
  const text = (name: string): string => fields.get(name) ?? ''
  const number = (name: string): number => Number(fields.get(name) ?? 0) || 0
  return {
    id: text('id'),
    address: text('addr'),
    name: text('name'),
    user: text('user'),
    db: number('db'),
    age: number('age'),
    idle: number('idle'),
    flags: text('flags'),
    command: text('cmd'),
    queryBuffer: number('qbuf'),
    outputBuffer: number('omem'),
    memory: fields.has('tot-mem') ? number('tot-mem') : null,
    library: [text('lib-name'), text('lib-ver')].filter(Boolean).join(' '),
    isOwn: text('id') === ownId,
  }
}

export async function readClients(node: ServerNode): Promise<{ total: number; clients: ServerClient[] }> {
  const [own, list] = await Promise.all([node.askOrNull('CLIENT', 'ID'), node.ask('CLIENT', 'LIST')])
  const lines = textOf(list).split('\n').filter(Boolean)
  return {
    total: lines.length,
    clients: lines.slice(0, CLIENTS_MAX).map((line) => clientOf(line, textOf(own))),
  }
}
