import { createSocket } from 'node:dgram'
import { getEventListeners, once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { LOG_EXAMPLE, SELF_SIGNED } from '../testing/index.ts'
import {
  dialerWorld,
  eachInWorld,
  formsOf,
  OPEN,
  SHORT_MS,
  site,
  STREAM_ASK,
  TIMES,
  within,
} from './dialer-peers.ts'

const { names, world } = eachInWorld()
const HOST = '127.0.0.1'
const MANY = Buffer.alloc(1_000_000)
const ask = { networks: OPEN, times: TIMES }
const forms = () => formsOf(world().dialer)
const textOf = async (socket: Socket) => String((await once(socket, 'data'))[0])

describe('TCP', () => {
  test('carries bytes both ways, over another address of the name too', async () => {
    const peer = await world().tcpPeer()
    names.set('two.example', ['127.0.0.99', HOST])
    const socket = await world().dialer.connectTcp({ host: 'two.example', port: peer.port }, ask)
    const other = await peer.next()
    socket.write('to the peer')
    expect(await textOf(other)).toBe('to the peer')
    other.write('and back')
    expect(await textOf(socket)).toBe('and back')
  })

  test('a dead port is unreachable', async () => {
    const peer = await world().tcpPeer()
    await world().end()
    const late = dialerWorld()
    const opened = late.dialer.connectTcp({ host: HOST, port: peer.port }, ask)
    await expect(opened).rejects.toMatchObject({
      fault: 'unreachable',
      message: 'cannot connect (ECONNREFUSED)',
    })
    await late.end()
  })

  test('a port that lets nobody in ends by its time, and with its caller', async () => {
    const port = await world().blackHole()
    const held = world().held()
    const late = world().dialer.connectTcp({ host: HOST, port }, within({ connectMs: SHORT_MS }))
    await expect(late).rejects.toMatchObject({ fault: 'unreachable', message: 'no connection in time' })
    const stop = new AbortController()
    const given = world().dialer.connectTcp({ host: HOST, port }, { ...ask, signal: stop.signal })
    setImmediate(() => stop.abort())
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })
    expect(world().held()).toBe(held)
  })

  test('a peer that says nothing ends by the idle time, one that drips by the whole time', async () => {
    const peer = await world().tcpPeer()
    const silent = await world().dialer.connectTcp(
      { host: HOST, port: peer.port },
      within({ idleMs: SHORT_MS }),
    )
    expect((await once(silent, 'error'))[0]).toMatchObject({ fault: 'timeout', message: 'no byte in time' })
    await peer.next()
    const dripping = await world().dialer.connectTcp(
      { host: HOST, port: peer.port },
      within({ idleMs: 5 * SHORT_MS, wholeMs: 6 * SHORT_MS }),
    )
    const other = await peer.next()
    const drip = setInterval(() => other.write('.'), 20)
    dripping.resume()
    expect((await once(dripping, 'error'))[0]).toMatchObject({
      fault: 'timeout',
      message: 'not done in time',
    })
    clearInterval(drip)
  })

  test('a peer that closes at once closes the socket, without a fault', async () => {
    const peer = await world().tcpPeer()
    const socket = await world().dialer.connectTcp({ host: HOST, port: peer.port }, ask)
    const other = await peer.next()
    other.end()
    socket.resume()
    expect((await once(socket, 'close'))[0]).toBe(false)
  })

  test('an open socket ends with its caller and with the dialer, on both sides', async () => {
    const peer = await world().tcpPeer()
    const held = world().held()
    const stop = new AbortController()
    const target = { host: HOST, port: peer.port }
    const first = await world().dialer.connectTcp(target, { ...ask, signal: stop.signal })
    const second = await world().dialer.connectTcp(target, ask)
    const others = [await peer.next(), await peer.next()]
    const ends = others.map((other) => once(other.resume(), 'close'))
    const faults = [once(first, 'error'), once(second, 'error')]
    stop.abort()
    world().dialer.close()
    expect((await Promise.all(faults)).map(([fault]) => fault)).toMatchObject([
      { fault: 'aborted', message: 'call was given up' },
      { fault: 'aborted', message: 'console closes' },
    ])
    await Promise.all(ends)
    expect([world().held(), peer.open.size]).toEqual([held, 0])
  })
})

describe('TLS', () => {
  test('speaks with whoever has the certificate of the name, by its own authority', async () => {
    const peer = await world().tlsPeer(LOG_EXAMPLE)
    const socket = await forms().tls('log.example', peer.port)
    const other = await peer.next()
    socket.write('secret')
    expect([socket.authorized, await textOf(other)]).toEqual([true, 'secret'])
    const named = await forms().tls(HOST, peer.port, { servername: 'log.example' })
    expect(named.authorized).toBe(true)
  })

  test.each([
    ['another name', LOG_EXAMPLE, { servername: 'other.example' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['the address instead of the name', LOG_EXAMPLE, { servername: HOST }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['an unknown authority', LOG_EXAMPLE, { ca: undefined }, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['nobody but itself', SELF_SIGNED, {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('refuses a certificate of %s, before any byte of ours', async (_what, pair, part, code) => {
    const peer = await world().tlsPeer(pair)
    await expect(forms().tls('log.example', peer.port, part)).rejects.toMatchObject({
      fault: 'unreachable',
      message: `certificate is not accepted (${code})`,
    })
  })

  test('a handshake without answer ends by its time, and with its caller; the socket is free', async () => {
    const peer = await world().tcpPeer()
    const held = world().held()
    const late = forms().tls('log.example', peer.port, within({ connectMs: SHORT_MS }))
    await expect(late).rejects.toMatchObject({ fault: 'unreachable', message: 'no connection in time' })
    const stop = new AbortController()
    const given = forms().tls('log.example', peer.port, { signal: stop.signal })
    const others = [await peer.next(), await peer.next()]
    const ends = others.map((other) => other.closed || once(other.resume(), 'close'))
    stop.abort()
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })
    await Promise.all(ends)
    expect([world().held(), peer.open.size]).toEqual([held, 0])
  })

  test.each([
    ['speaks without TLS', (other: Socket) => other.end('220 hello\r\n')],
    ['closes in the handshake', (other: Socket) => other.end()],
    ['cuts in the handshake', (other: Socket) => other.resetAndDestroy()],
  ])('a peer that %s is unreachable: it got nothing', async (_what, answer) => {
    const peer = await world().tcpPeer()
    const opened = forms().tls('log.example', peer.port)
    const streamed = world().dialer.stream(`https://log.example:${peer.port}/`, { ...STREAM_ASK, body: MANY })
    const others = [await peer.next(), await peer.next()]
    for (const other of others) other.once('data', () => answer(other))
    const unreachable = { status: 'rejected', reason: { fault: 'unreachable' } }
    expect(await Promise.allSettled([opened, streamed])).toMatchObject([unreachable, unreachable])
  })
})

describe('UDP', () => {
  test('datagrams go there and back, in order', async () => {
    const { socket, port } = await world().udpPeer()
    const peer = await forms().udp(HOST, port)
    await peer.send(Buffer.from('ping'))
    const [datagram, from] = (await once(socket, 'message')) as [Buffer, { port: number }]
    expect(String(datagram)).toBe('ping')
    const both = [peer.receive(TIMES.idleMs), peer.receive(TIMES.idleMs)]
    socket.send('one', from.port, HOST)
    socket.send('two', from.port, HOST)
    expect((await Promise.all(both)).map(String)).toEqual(['one', 'two'])
  })

  test('what somebody else sends to the socket never arrives', async () => {
    const { socket, port } = await world().udpPeer()
    const peer = await forms().udp(HOST, port)
    await peer.send(Buffer.from('ping'))
    const [, from] = (await once(socket, 'message')) as [Buffer, { port: number }]
    const stranger = createSocket('udp4')
    world().undo.push(() => stranger.close())
    await new Promise((resolve) => stranger.send('forged', from.port, HOST, resolve))
    await new Promise((resolve) => socket.send('honest', from.port, HOST, resolve))
    expect(String(await peer.receive(TIMES.idleMs))).toBe('honest')
  })

  test('silence ends by its time, and a machine where nobody listens says so', async () => {
    const { port } = await world().udpPeer()
    const peer = await forms().udp(HOST, port)
    await expect(peer.receive(SHORT_MS)).rejects.toMatchObject({ fault: 'timeout' })
    const dead = createSocket('udp4').bind(0, HOST)
    await once(dead, 'listening')
    const deadPort = dead.address().port
    await new Promise<void>((resolve) => dead.close(resolve))
    const nobody = await forms().udp(HOST, deadPort)
    const answer = nobody.receive(TIMES.idleMs)
    await nobody.send(Buffer.from('ping'))
    await expect(answer).rejects.toMatchObject({ fault: 'unreachable' })
  })

  test('the socket is free after close, abort and the whole time', async () => {
    const { port } = await world().udpPeer()
    const held = world().held()
    const closed = await forms().udp(HOST, port)
    const waiting = closed.receive(TIMES.idleMs)
    closed.close()
    await expect(waiting).rejects.toMatchObject({ fault: 'aborted' })
    await expect(closed.send(Buffer.from('x'))).rejects.toMatchObject({ fault: 'aborted' })
    const stop = new AbortController()
    const given = (await forms().udp(HOST, port, { signal: stop.signal })).receive(TIMES.idleMs)
    stop.abort()
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })
    const late = (await forms().udp(HOST, port, within({ wholeMs: SHORT_MS }))).receive(TIMES.idleMs)
    await expect(late).rejects.toMatchObject({ fault: 'timeout', message: 'not done in time' })
    expect(world().held()).toBe(held)
  })
})

test('a signal that outlives its ways out is let go by each of them', async () => {
  const stop = new AbortController()
  const { signal } = stop
  const [plain, web] = [
    await world().tcpPeer(),
    await site(world().undo, (_request, reply) => void reply.end('x')),
  ]
  const tcp = await forms().tcp(HOST, plain.port, { signal })
  const udp = await forms().udp(HOST, plain.port, { signal })
  expect(getEventListeners(signal, 'abort')).toHaveLength(2)
  const { body } = await world().dialer.stream(web, { ...STREAM_ASK, signal })
  await body.toArray()
  const refused = [forms().tls('', 9, { signal }), forms().tcp('unknown.example', 9, { signal })]
  expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await world().dialer.probe(web, { networks: OPEN, timeoutMs: TIMES.wholeMs, signal })
  const socket = { networks: OPEN, timeoutMs: TIMES.wholeMs, maxPayloadBytes: 1, signal }
  await expect(world().dialer.webSocket(web.replace('http', 'ws'), socket)).rejects.toMatchObject({})
  udp.close()
  tcp.destroy()
  await once(tcp, 'close')
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})
