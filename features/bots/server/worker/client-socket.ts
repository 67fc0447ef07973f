import {
  dropStream,
  isStream,
  isStreamPeer,
  openCheckedSocket,
  openCheckedStream,
  openEventOf,
} from '@qd/server-kit/checked-socket'
import type { CheckedSocket, CheckedStream } from '@qd/server-kit/checked-socket'
import type { CheckedSocketPeer } from '@qd/server-kit'
import type { Bot } from './bot.ts'

const CLIENT = Symbol('client')
const OWNER = Symbol('owner')

/** Each names the socket: one that its client has left may go on for a while. */
export interface SocketOwner {
  opened(bot: Bot, socket: ClientSocket): void
  came(bot: Bot, socket: ClientSocket, data: Buffer): void
  closed(bot: Bot, socket: ClientSocket, why: string): void
}

/** A WebSocket or a TCP stream of one client. Its handlers are the same for all: a socket knows its client. */
export type ClientSocket = (CheckedSocket | CheckedStream) & { [CLIENT]?: Bot; [OWNER]?: SocketOwner }

export interface SocketLimits {
  maxPayloadBytes: number
  timeoutMs: number
}

/** Begins to connect a client; the owner is told how it went. */
export function openClientSocket(
  peer: CheckedSocketPeer,
  limits: SocketLimits,
  { bot, owner }: { bot: Bot; owner: SocketOwner },
): ClientSocket {
  const socket: ClientSocket = isStreamPeer(peer)
    ? openCheckedStream(peer, limits)
    : openCheckedSocket(peer, limits)
  socket[CLIENT] = bot
  socket[OWNER] = owner
  if (isStream(socket)) {
    socket.on(openEventOf(peer.url), onOpen)
    socket.on('data', onBytes)
    socket.on('close', onEnd)
  } else {
    socket.on('open', onOpen)
    socket.on('message', onBytes)
    socket.on('close', onClose)
  }
  socket.on('error', onError)
  return socket
}

export function sendOn(socket: ClientSocket, bytes: Uint8Array): void {
  if (isStream(socket)) socket.write(bytes)
  else socket.send(bytes)
}

/** For a stream whose other end does not close in turn. */
const CLOSE_MS = 3_000

/** Says goodbye; what is still on its way may arrive. */
export function closeSocket(socket: ClientSocket): void {
  if (!isStream(socket)) return socket.close(1000)
  if (socket.connecting) return void socket.destroy()
  socket.end()
  setTimeout(() => socket.destroy(), CLOSE_MS).unref()
}

export function dropSocket(socket: ClientSocket): void {
  if (isStream(socket)) dropStream(socket)
  else socket.terminate()
}

function onOpen(this: ClientSocket): void {
  this[OWNER]?.opened(this[CLIENT]!, this)
}

function onBytes(this: ClientSocket, data: unknown): void {
  this[OWNER]?.came(this[CLIENT]!, this, data as Buffer)
}

function onClose(this: ClientSocket, code: number): void {
  this[OWNER]?.closed(this[CLIENT]!, this, String(code))
}

function onEnd(this: ClientSocket): void {
  this[OWNER]?.closed(this[CLIENT]!, this, 'ended')
}

function onError(this: ClientSocket, error: NodeJS.ErrnoException): void {
  // A refused handshake has no code of its own.
  this[OWNER]?.closed(this[CLIENT]!, this, error.code ?? error.message.slice(0, 60))
}
