import type { Dialer, WholeAdapter } from '@qd/game-contract/adapter'
import type { Definitions } from '../definitions.ts'
import { gameErrorOf } from '../http/dial-failure.ts'
import { untilGivenUp } from '../http/until-given-up.ts'
import { GameSocketClient } from './game-socket-client.ts'

type SocketGroup = WholeAdapter['socket']

interface SocketParts {
  dialer: Dialer
  definitions: Definitions
  now: () => number
  readTimeoutMs: number
  replyTimeoutMs: number
}

export function socketGroup(parts: SocketParts): SocketGroup {
  const { dialer, definitions, now, readTimeoutMs, replyTimeoutMs } = parts

  const open: SocketGroup['open'] = async (target, handlers, { signal } = {}) => {
    const { codec } = await untilGivenUp(definitions.proto(target), signal)
    try {
      const socket = await dialer.webSocket(target.ws, {
        networks: target.networks,
        timeoutMs: readTimeoutMs,
        // One message may hold several frames; each frame has its own limit.
        maxPayloadBytes: target.codec.maxFrameBytes * 4,
        signal,
      })
      return new GameSocketClient({ target, socket, codec, handlers, now, replyTimeoutMs })
    } catch (error) {
      throw gameErrorOf(error, { hasEffect: false, signal })
    }
  }

  const enter: SocketGroup['enter'] = async (target, input, options) => {
    const socket = await open(target, {}, options)
    try {
      return await socket.enter(input)
    } finally {
      socket.close()
    }
  }

  return { open, enter }
}
