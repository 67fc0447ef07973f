import type { CChange } from '@qd/protocol-model'

/** A frame as the console shows it; `body` is null when `bodyError` says why it could not be read. */
export interface GameSocketFrame {
  direction: 'request' | 'reply' | 'push'
  cmd: number
  seq: number
  status: number
  /** Full message name, empty when the command is unknown. */
  message: string
  body: unknown
  bodyError?: string
  /** The whole frame as hex. */
  hex: string
  /** Milliseconds from request to reply; only replies have it. */
  ms?: number
}

export interface GameSocketHandlers {
  /** Every frame in both directions, in order, the own requests included. */
  onFrame?: (frame: GameSocketFrame) => void
  /** Called once; `msg` is the decoded reason. */
  onClose?: (closed: { code: number; msg: string }) => void
}

/** Enter without what the adapter itself fills in (sId, hash). */
export interface EnterInput {
  deviceId: string
  ver: string
  ip: string
  fd: string
}

/** `reqMsg` is the parsed JSON text of a refusal (S3.10), or the text itself when it is no JSON. */
export type EnterResult =
  | { ok: true; userId: string; c: CChange[] }
  | { ok: false; status: number; code: number; msg: string; reqMsg: unknown; reqMsgText: string }

/** An open socket to a game server; calls reject with GameError. */
export interface GameSocket {
  readonly isOpen: boolean
  /** Sends one command and resolves with its reply; refusals resolve too, with a status that is not 0. */
  send: (command: { cmd: number; body: unknown; timeoutMs?: number }) => Promise<GameSocketFrame>
  enter: (input: EnterInput) => Promise<EnterResult>
  close: () => void
}

/** An open socket whose bytes its owner cuts into frames; nothing is sent or read but by its owner. */
export interface RawGameSocket {
  readonly isOpen: boolean
  /** Bytes given to `send` that have not left yet. */
  readonly bufferedBytes: number
  send: (bytes: Uint8Array) => void
  /** Stops reading: the game is held back by its own network. */
  pause: () => void
  resume: () => void
  /** Says goodbye. */
  close: () => void
  /** Ends it as a lost network does. */
  terminate: () => void
}

export interface RawSocketHandlers {
  /** One message, or a piece of a stream; its owner may keep it. */
  onBytes: (bytes: Uint8Array) => void
  /** Called once; `msg` is the decoded reason. */
  onClose: (closed: { code: number; msg: string }) => void
}
