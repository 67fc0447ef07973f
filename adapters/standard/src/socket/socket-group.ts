import type { Dialer, WholeAdapter } from '@qd/game-contract/adapter'
import type { Definitions } from '../definitions.ts'
import { gameErrorOf } from '../http/dial-failure.ts'
import { untilGivenUp } from '../http/until-given-up.ts'
import { GameSocketClient } from './game-socket-client.ts'
import { openRawSocket } from './raw-socket.ts'

/** One message may hold several frames; each frame has its own limit. */
const FRAMES_IN_MESSAGE = 4

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
        maxPayloadBytes: target.codec.maxFrameBytes * FRAMES_IN_MESSAGE,
        signal,
      })
      const client = new GameSocketClient({ target, socket, codec, handlers, now, replyTimeoutMs })
      try {
        await untilGivenUp(client.sayOpening(), signal)
        return client
      } catch (error) {
        client.close()
        throw error
      }
    } catch (error) {
      throw gameErrorOf(error, { hasEffect: false, signal })
    }
  }

  const openRaw: SocketGroup['openRaw'] = (target, handlers, { signal } = {}) =>
    openRawSocket(
      dialer,
      {
        url: target.ws,
        networks: target.networks,
        timeoutMs: readTimeoutMs,
        maxPayloadBytes: target.codec.maxFrameBytes * FRAMES_IN_MESSAGE,
        ...(signal === undefined ? {} : { signal }),
      },
      handlers,
    )

  const enter: SocketGroup['enter'] = async (target, input, options) => {
    const socket = await open(target, {}, options)
    try {
      return await socket.enter(input)
    } finally {
      socket.close()
    }
  }

  return { open, openRaw, enter }
}
