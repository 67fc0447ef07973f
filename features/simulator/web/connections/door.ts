import type { AskGiven, AskName, AskReply } from '@qd/contract-kit'
import { openLive } from '@qd/web-calls'
import { simulatorConnection } from '../../contract/index.ts'
import type { ConnectionEvent } from '../../contract/index.ts'
import type { OpenInput } from './connection.ts'

type Channel = typeof simulatorConnection
export type GivenTo<N extends AskName<Channel>> = AskGiven<Channel, N>
/** What each ask is answered with. */
export type AskedOf = { [N in AskName<Channel>]: AskReply<Channel, N> }

export interface Refusal {
  code: string
  msg: string
}

export interface Door {
  ask<N extends AskName<Channel>>(name: N, input: GivenTo<N>): Promise<AskedOf[N]>
  close(): void
}

export interface DoorListener {
  /** The server's id of the connection, once it is known: a socket that broke goes on with it. */
  resumeId: () => string | undefined
  onEvent: (event: ConnectionEvent) => void
  onRefused: (refusal: Refusal) => void
  onOpened: () => void
  /** The page's own socket broke; what was asked has failed. */
  onLost: () => void
}

/** The way to a connection on the server; it comes back by itself when the page's own socket breaks. */
export function openDoor(open: OpenInput, listener: DoorListener): Door {
  const { onEvent, onRefused, onOpened, onLost } = listener
  const channel = openLive(
    simulatorConnection,
    () => {
      const resume = listener.resumeId()
      return resume === undefined ? open : { ...open, resume }
    },
    { onEvent, onOpened, onLost, onRefused: ({ code, message }) => onRefused({ code, msg: message }) },
  )
  return {
    ask: (name, input) => channel.ask(name, input) as Promise<AskedOf[typeof name]>,
    close: () => channel.end(),
  }
}
