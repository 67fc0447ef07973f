import type { RawGameSocket, RawSocketHandlers } from '@qd/game-contract/adapter'
import type { FrameDescriptor } from '@qd/game-frame'
import type { MessageBook } from '../messages.ts'

/** What is sent to enter, and how its reply is read. */
export interface EnterStep {
  cmd: number
  body(book: MessageBook): Uint8Array
  /** The uId of who entered, empty where the game says none; throws when it was refused. */
  entered(status: number, body: Record<string, unknown> | undefined): string | Promise<string>
}

/** How a connection gets to its game: a server of the catalogue, a record or an address. Asked again at each reconnect. */
export interface GameWay {
  readonly title: string
  /** Whether the person may still be the player as whom this way led in; absent where anybody may. */
  mayStay?(): Promise<boolean>
  /** Looks everything up that is needed before the network is. */
  prepare(signal: AbortSignal): Promise<PreparedWay>
}

export interface PreparedWay {
  readonly descriptor: FrameDescriptor
  readonly deviceId: string
  /** Who is going to enter, where that is known; else empty. */
  readonly uId: string
  definitions(signal: AbortSignal): Promise<MessageBook>
  connect(handlers: RawSocketHandlers, signal: AbortSignal): Promise<RawGameSocket>
  /** Null: nobody enters. */
  readonly enter: EnterStep | null
}
