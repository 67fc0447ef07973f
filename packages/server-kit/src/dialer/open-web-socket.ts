import type { DialSocketRequest } from '@qd/game-contract/adapter'
import { WebSocket } from 'ws'
import { checkUrl, portOf } from './check-url.ts'
import type { Way } from './connect-socket.ts'
import { asDialError } from './dial-fault.ts'
import { guardedLookup } from './guarded-lookup.ts'

/** Opens a WebSocket; follows no redirect. The signal counts until it is open. */
export function openWebSocket(text: string, request: DialSocketRequest, way: Way): Promise<WebSocket> {
  const { ending, ownPorts } = way
  return new Promise<WebSocket>((resolve, reject) => {
    const { networks } = request
    const url = checkUrl(text, networks, ['ws:', 'wss:'], ownPorts)
    ending.after(request.timeoutMs, 'timeout', 'no answer in time')
    const socket = new WebSocket(url, {
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: request.maxPayloadBytes,
      lookup: guardedLookup({ networks, port: portOf(url), ownPorts }),
    })
    socket.binaryType = 'nodebuffer'
    const giveUp = () => socket.terminate()
    if (ending.signal.aborted) giveUp()
    else ending.signal.addEventListener('abort', giveUp, { once: true })
    const fail = (error: Error) => reject(ending.fault ?? asDialError(error))
    socket.once('error', fail)
    socket.once('open', () => {
      ending.signal.removeEventListener('abort', giveUp)
      socket.off('error', fail)
      resolve(socket)
    })
  }).finally(() => ending.release())
}
