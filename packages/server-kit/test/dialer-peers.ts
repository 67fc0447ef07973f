import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createSocket } from 'node:dgram'
import type { Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createSite } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTlsSite } from 'node:https'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { recordNetworks } from '@qd/game-contract/record-networks'
import { afterEach, beforeEach } from 'vitest'
import { createDialer } from '../src/index.ts'
import type { GuardedDialer } from '../src/index.ts'
import { standInNames, TEST_AUTHORITY } from '../testing/index.ts'
import type { NameAnswer } from '../testing/index.ts'

export const OPEN = recordNetworks({ allowLoopback: true })
/** So short that a test may wait for it, so long that an honest peer on this machine is faster. */
export const SHORT_MS = 200
/** Longer than a test may take: what ends by it fails. */
const LONG_MS = 120_000
export const TIMES = { connectMs: LONG_MS, firstByteMs: LONG_MS, idleMs: LONG_MS, wholeMs: LONG_MS }

export interface TestPeer {
  port: number
  /** Connections as they come. */
  next(): Promise<Socket>
  /** Connections that are open now. */
  open: Set<Socket>
}

/** Where Node tells of every socket it makes. */
const CHANNELS = ['net.client.socket', 'udp.socket']

function isClosed(socket: Socket | UdpSocket): boolean {
  if ('destroyed' in socket) return socket.destroyed
  try {
    socket.address()
    return false
  } catch {
    return true
  }
}

/** What a test opens; `end` closes all of it. */
export function dialerWorld() {
  const undo: (() => unknown)[] = []
  const ownPorts: number[] = []
  const dialer = createDialer({ ownPorts: () => ownPorts })
  const dialled: (Socket | UdpSocket)[] = []
  const note = (message: unknown) => dialled.push((message as { socket: Socket | UdpSocket }).socket)
  for (const channel of CHANNELS) subscribe(channel, note)
  undo.push(() => CHANNELS.forEach((channel) => unsubscribe(channel, note)))

  async function peerOf(server: Server, event: string): Promise<TestPeer> {
    const open = new Set<Socket>()
    const come: Socket[] = []
    const takers: ((socket: Socket) => void)[] = []
    server.on(event, (socket: Socket) => {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => open.delete(socket))
      const take = takers.shift()
      if (take === undefined) come.push(socket)
      else take(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    undo.push(() => {
      for (const socket of open) socket.destroy()
      server.close()
    })
    const next = () =>
      new Promise<Socket>((resolve) => {
        const socket = come.shift()
        if (socket === undefined) takers.push(resolve)
        else resolve(socket)
      })
    return { port: (server.address() as AddressInfo).port, next, open }
  }

  return {
    dialer,
    ownPorts,
    undo,
    /** Sockets of this process that reach out, or take datagrams, and are not closed. */
    held: () => dialled.filter((socket) => !isClosed(socket)).length,
    tcpPeer: (allowHalfOpen = false) => peerOf(createServer({ allowHalfOpen }), 'connection'),
    tlsPeer: (pair: { cert: string; key: string }) => peerOf(createTlsServer(pair), 'secureConnection'),
    async udpPeer(): Promise<{ socket: UdpSocket; port: number }> {
      const socket = createSocket('udp4').bind(0, '127.0.0.1')
      await once(socket, 'listening')
      undo.push(() => socket.close())
      return { socket, port: socket.address().port }
    },
    /** A port whose queue is full and whose process sleeps: the system drops whoever else knocks. */
    async blackHole(): Promise<number> {
      const worker = new Worker(
        `const { createServer } = require('node:net')
         const { parentPort } = require('node:worker_threads')
         const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
           parentPort.postMessage(server.address().port)
           setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
         })`,
        { eval: true },
      )
      undo.push(() => worker.terminate())
      const [port] = (await once(worker, 'message')) as [number]
      for (let held = 0; held < 2; held += 1) {
        const socket = connect(port, '127.0.0.1')
        undo.push(() => socket.destroy())
        await once(socket, 'connect')
      }
      return port
    },
    async end(): Promise<void> {
      dialer.close()
      for (const step of undo.splice(0).toReversed()) await step()
    },
  }
}

/** The three forms that open a socket; each is under the same guard. */
export function formsOf(dialer: GuardedDialer) {
  const ask = { networks: OPEN, times: TIMES }
  return {
    tcp: (host: string, port: number, part = {}) => dialer.connectTcp({ host, port }, { ...ask, ...part }),
    tls: (host: string, port: number, part = {}) =>
      dialer.connectTls({ host, port }, { ...ask, ca: TEST_AUTHORITY, ...part }),
    udp: (host: string, port: number, part = {}) => dialer.openUdp({ host, port }, { ...ask, ...part }),
  }
}

/** A world for each test of a file, and the names that its resolver knows. */
export function eachInWorld() {
  const names = new Map<string, NameAnswer>()
  let world: ReturnType<typeof dialerWorld>
  let resolver: ReturnType<typeof standInNames>
  beforeEach(() => {
    world = dialerWorld()
    resolver = standInNames(names)
    names.set('log.example', ['127.0.0.1'])
  })
  afterEach(async () => {
    resolver.restore()
    names.clear()
    await world.end()
  })
  return { names, world: () => world, asked: () => resolver.asked }
}

/** The usual limits, but for these. */
export const within = (times: Partial<typeof TIMES>) => ({ networks: OPEN, times: { ...TIMES, ...times } })

/** A site of one handler; says where it is. */
export async function site(
  undo: (() => unknown)[],
  handler: RequestListener,
  pair?: { cert: string; key: string },
): Promise<string> {
  const server = pair === undefined ? createSite(handler) : createTlsSite(pair, handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return pair === undefined ? `http://127.0.0.1:${port}/` : `https://log.example:${port}/`
}

/** A source that says when it is left alone. */
export function endlessSource() {
  const left = Promise.withResolvers<void>()
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(65_536)
    } finally {
      left.resolve()
    }
  }
  return { body: source(), left: left.promise }
}

export const textOf = async (body: Readable) => Buffer.concat(await body.toArray()).toString()

/** What each stream test asks. */
export const STREAM_ASK = { method: 'GET', headers: {}, networks: OPEN, times: TIMES, maxBytes: 1_000_000 }
