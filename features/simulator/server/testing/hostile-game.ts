import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { openRawSocket } from '@qd/adapter-standard'
import { plainDialer } from '@qd/adapter-standard/testing'
import { recordNetworks } from '@qd/game-contract/record-networks'
import { encodeFrame, FrameDecoder, QD1 } from '@qd/game-frame'
import type { DecodedFrame, Frame, FrameDescriptor } from '@qd/game-frame'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { GameWay, PreparedWay } from '../gateway/connection/game-way.ts'
import { MessageBook } from '../gateway/messages.ts'

/** What a game does with each request. */
export type Behaviour = (socket: WebSocket, frame: DecodedFrame, descriptor: FrameDescriptor) => void

export const answer = (frame: Frame, change: Partial<Frame> = {}, descriptor = QD1): Uint8Array =>
  encodeFrame(descriptor, 'reply', { cmd: frame.cmd, seq: frame.seq, status: 0, body: frame.body, ...change })

export const BEHAVIOURS = {
  honest: (socket, frame, descriptor) => socket.send(answer(frame, {}, descriptor)),
  garbage: (socket) => socket.send(Buffer.alloc(64, 0xff)),
  wrongMarker: (socket) => socket.send(Buffer.from('0000000b000003e900000001575300', 'hex')),
  oneByte: (socket, frame) => {
    for (const byte of answer(frame)) socket.send(Buffer.from([byte]))
  },
  twice: (socket, frame) => socket.send(Buffer.concat([answer(frame), answer(frame)])),
  wrongSequence: (socket, frame) => socket.send(answer(frame, { seq: frame.seq + 100 })),
  noBody: (socket, frame) => socket.send(answer(frame, { status: 3, body: new Uint8Array() })),
  truncated: (socket, frame) => socket.send(answer(frame, { body: Buffer.from('0aff7f41', 'hex') })),
  nested: (socket, frame) => socket.send(answer(frame, { body: nestedBody(5_000) })),
  hangUp: (socket) => socket.terminate(),
  silent: () => undefined,
} satisfies Record<string, Behaviour>

/** Messages in messages: each level is field 2 of the one around it. */
function nestedBody(depth: number): Uint8Array {
  let body = Buffer.from('0a0161', 'hex')
  for (let level = 0; level < depth; level += 1) {
    const length: number[] = []
    for (let rest = body.length; ; rest >>>= 7) {
      length.push(rest > 127 ? (rest & 127) | 128 : rest)
      if (rest <= 127) break
    }
    body = Buffer.concat([Buffer.from([0x12, ...length]), body])
  }
  return body
}

export const ECHO = 7
export const NESTED = {
  h: { nested: { Echo: { fields: { text: { id: 1, type: 'string' }, inner: { id: 2, type: 'Echo' } } } } },
}
export const book = () =>
  new MessageBook(NESTED, [{ cmd: ECHO, name: 'Echo', req: 'h.Echo', res: 'h.Echo', push: 'h.Echo' }])

/** A game that answers as it is told to; `sockets` are the open ones. */
export async function startHostileGame(descriptor: FrameDescriptor = QD1) {
  let behave: Behaviour = BEHAVIOURS.honest
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    const decoder = new FrameDecoder(descriptor, 'request')
    socket.on('message', (data) => {
      for (const frame of decoder.push(data as Buffer).frames) behave(socket, frame, descriptor)
    })
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const wayWith = (change: Partial<PreparedWay> = {}): GameWay => ({
    title: 'hostile',
    prepare: async (signal) => ({
      descriptor,
      deviceId: 'device',
      uId: '',
      enter: null,
      definitions: async () => book(),
      connect: (handlers) =>
        openRawSocket(
          plainDialer(),
          {
            url: `ws://127.0.0.1:${port}`,
            networks: recordNetworks({ allowLoopback: true }),
            maxPayloadBytes: 4_194_304,
            timeoutMs: 2_000,
            signal,
          },
          handlers,
        ),
      ...change,
    }),
  })
  return {
    way: wayWith(),
    wayWith,
    sockets: server.clients,
    behave(next: Behaviour) {
      behave = next
    },
    async stop() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
