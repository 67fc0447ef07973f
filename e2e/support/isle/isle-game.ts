import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { deflateSync, inflateSync } from 'node:zlib'
import type { FrameDescriptor } from '@qd/game-frame'
import { WebSocketServer } from 'ws'
import { encoded } from './protoc.ts'

/*
 * A game of other make: frames, ciphers and messages of its own, written without anything of the console. A frame is
 * u16 length of all of it, u16 command, u32 sequence, u8 flags (1: zlib), in replies u16 status, body; big-endian.
 */

const TICKET = 'isle-ticket'
const HELLO = 301
export const ENTER = { cmd: HELLO, body: `{"ticket":"${TICKET}","build":7}` }
/** How messages are named, and the enum with their numbers. */
export const RULE = { request: 'Cl', reply: 'Sv', push: 'Ev', enum: 'isle.Op' }
/** 64-bit values that numbers of JavaScript cannot hold. */
export const BIG = { uId: '9223372036854775809', thing: '18446744073709551615', money: '-9007199254740993' }

/** The frames, said to the console. */
export const ISLE_LAYOUT: FrameDescriptor = {
  name: 'isle',
  header: [
    { name: 'length', type: 'u16' },
    { name: 'cmd', type: 'u16' },
    { name: 'seq', type: 'u32' },
    { name: 'flags', type: 'u8' },
    { name: 'status', type: 'u16', direction: 'reply' },
  ],
  lengthCovers: 'all',
  maxFrameBytes: 65_535,
  compression: { kind: 'zlib', flag: 1, over: 200 },
  heartbeat: { cmd: 302, everySeconds: 5 },
}
const XOR_KEY = Buffer.from('c0ffee1234', 'hex')
/** The same game with bodies that nobody on the way can read. */
export const ISLE_XOR_LAYOUT: FrameDescriptor = {
  ...ISLE_LAYOUT,
  name: 'isle-xor',
  cipher: { kind: 'xor', key: { hex: XOR_KEY.toString('hex') }, clear: [301] },
}

const REQUEST_HEAD = 9
const REPLY_HEAD = 11
const ZIPPED = 1
const ZIP_OVER = 200
const LOGIN_FIRST = 77
const BAD_TICKET = 78

const STACK = Array.from(
  { length: 40 },
  (_none, at) => `stacks { thing_id: ${at + 1} count: ${at} rarity: PLAIN }`,
)
const BODIES = {
  hello: encoded('SvHello', `uId: ${BIG.uId} name: "岛主"`),
  beat: encoded('SvBeat', 'sent_at: 1 now: 2'),
  look: encoded(
    'SvLook',
    `stacks { thing_id: ${BIG.thing} count: -4 rarity: RARE extras { key: "stars" value: ${BIG.money} } }
    ${STACK.join('\n')}
    purses { key: -1 value { amount: ${BIG.money} currency: "gold" } }
    stats { level: 12 mode: WILD marks: 1 marks: 2 loose: -1 seal: "\\000\\377" range { from: -9 } }`,
  ),
  trade: encoded('SvTrade', `left: ${BIG.money}`),
  weather: encoded('EvWeather', `sky: "雨" until: ${BIG.money}`),
}

interface Asked {
  cmd: number
  seq: number
  body: Buffer
}

/** One player on one socket. */
class Player {
  readonly #send: (bytes: Buffer) => void
  readonly #options: IsleOptions
  #isIn = false

  constructor(send: (bytes: Buffer) => void, options: IsleOptions) {
    this.#send = send
    this.#options = options
  }

  #turn(cmd: number, body: Buffer): Buffer {
    if (this.#options.isCiphered !== true || cmd === HELLO) return body
    return Buffer.from(body.map((byte, index) => byte ^ XOR_KEY[index % XOR_KEY.length]!))
  }

  #say(cmd: number, seq: number, status: number, body: Buffer): void {
    const isZipped = body.length >= ZIP_OVER
    const sent = this.#turn(cmd, isZipped ? deflateSync(body) : body)
    const head = Buffer.alloc(REPLY_HEAD)
    head.writeUInt16BE(REPLY_HEAD + sent.length, 0)
    head.writeUInt16BE(cmd, 2)
    head.writeUInt32BE(seq, 4)
    head.writeUInt8(isZipped ? ZIPPED : 0, 8)
    head.writeUInt16BE(status, 9)
    this.#send(Buffer.concat([head, sent]))
  }

  /** The whole frame of a client. */
  hear(frame: Buffer): void {
    const cmd = frame.readUInt16BE(2)
    const sent = this.#turn(cmd, frame.subarray(REQUEST_HEAD))
    const body = (frame.readUInt8(8) & ZIPPED) === 0 ? sent : inflateSync(sent)
    this.#answer({ cmd, seq: frame.readUInt32BE(4), body })
  }

  #answer({ cmd, seq, body }: Asked): void {
    const say = (answer: Buffer) => this.#say(cmd, seq, 0, answer)
    const refuse = (code: number, text: string) =>
      this.#say(cmd, seq, code, encoded('Error', `code: ${code} text: "${text}"`))
    if (cmd === HELLO && !body.includes(TICKET)) return refuse(BAD_TICKET, 'no such ticket')
    if (cmd === HELLO) {
      this.#isIn = true
      return say(BODIES.hello)
    }
    if (!this.#isIn) return refuse(LOGIN_FIRST, 'say hello first')
    if (cmd === 302) return say(BODIES.beat)
    if (cmd === 410) return say(BODIES.look)
    if (cmd === 412) return say(this.#options.onEcho?.(body) ?? body)
    if (cmd !== 411) return refuse(404, `no command ${cmd}`)
    if (body.includes('tomorrow')) return refuse(402, 'promises buy nothing')
    // Who trades is told of the weather, before the answer.
    this.#say(500, 0, 0, BODIES.weather)
    return say(BODIES.trade)
  }
}

/** Cuts what comes over TCP into frames. */
function cutter(hear: (frame: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 2 && rest.length >= Math.max(REQUEST_HEAD, rest.readUInt16BE(0))) {
      const length = Math.max(REQUEST_HEAD, rest.readUInt16BE(0))
      hear(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

export interface IsleOptions {
  /** Bodies are ciphered, all but those of the first command. */
  isCiphered?: boolean
  /** Hears the bodies of `ClEcho`; what it gives is answered in their place. */
  onEcho?: (body: Buffer) => Buffer | undefined
}

export interface IsleGame {
  /** `host:port` of each door. */
  ws: string
  tcp: string
  /** Answers everything with bytes that are no frames. */
  garbage: string
  stop(): Promise<void>
}

const addressOf = (server: { address(): unknown }) => `127.0.0.1:${(server.address() as AddressInfo).port}`

/** The game with all its doors, on free ports. */
export async function startIsleGame(options: IsleOptions = {}): Promise<IsleGame> {
  const ws = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  ws.on('connection', (socket) => {
    const player = new Player((bytes) => socket.send(bytes), options)
    socket.on('message', (data: Buffer) => player.hear(data))
  })
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const tcp = createServer((socket) => {
    keep(socket)
    const player = new Player((bytes) => void socket.write(bytes), options)
    socket.on(
      'data',
      cutter((frame) => player.hear(frame)),
    )
  }).listen(0, '127.0.0.1')
  const garbage = createServer((socket) => {
    keep(socket)
    socket.on('data', () => socket.write(Buffer.from('0001beef', 'hex')))
  }).listen(0, '127.0.0.1')
  await Promise.all([once(ws, 'listening'), once(tcp, 'listening'), once(garbage, 'listening')])
  return {
    ws: addressOf(ws),
    tcp: addressOf(tcp),
    garbage: addressOf(garbage),
    async stop() {
      for (const client of ws.clients) client.terminate()
      for (const socket of sockets) socket.destroy()
      await Promise.all([ws, tcp, garbage].map((server) => new Promise((done) => void server.close(done))))
    },
  }
}
