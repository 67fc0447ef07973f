import type { AskGiven, AskName, AskReply } from '@qd/contract-kit'
import { openLive } from '@qd/web-calls'
import type { LiveListener } from '@qd/web-calls'
import { keysChannel } from '../../contract/index.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'

type Channel = typeof keysChannel
type AskedOf = { [N in AskName<Channel>]: AskReply<Channel, N> }

export interface KeysDoor {
  ask<N extends AskName<Channel>>(name: N, input: AskGiven<Channel, N>): Promise<AskedOf[N]>
  close(): void
}

/** The way to the keys of a database; it comes back by itself when the page's own socket breaks. */
export function openKeys({ connection, db }: OpenDatabase, listener: LiveListener<Channel>): KeysDoor {
  const open = { lineId: connection.lineId, connectionId: connection.id, db }
  const channel = openLive(keysChannel, open, listener)
  return {
    ask: (name, input) => channel.ask(name, input) as Promise<AskedOf[typeof name]>,
    close: () => channel.end(),
  }
}
