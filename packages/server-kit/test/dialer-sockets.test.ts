import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOG_EXAMPLE, SELF_SIGNED, standInNames, TEST_AUTHORITY } from '../testing/index.ts'
import type { NameAnswer } from '../testing/index.ts'
import { dialerWorld, OPEN, SHORT_MS, TIMES } from './dialer-peers.ts'

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

const HOST = '127.0.0.1'
const ask = { networks: OPEN, times: TIMES }
const within = (times: Partial<typeof TIMES>) => ({ networks: OPEN, times: { ...TIMES, ...times } })
const textOf = async (socket: Socket) => String((await once(socket, 'data'))[0])

/** The three forms that open a socket; each is under the same guard. */
const FORMS = {
  tcp: (host: string, port: number, part = {}) =>
    world.dialer.connectTcp({ host, port }, { ...ask, ...part }),
  tls: (host: string, port: number, part = {}) =>
    world.dialer.connectTls({ host, port }, { ...ask, ca: TEST_AUTHORITY, ...part }),
  udp: (host: string, port: number, part = {}) => world.dialer.openUdp({ host, port }, { ...ask, ...part }),
}

describe.each(Object.entries(FORMS))('[T1] the guard of %s', (form, open) => {
  test.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '2130706433',
    '0x7f.1',
    'localhost',
    'log.localhost',
    'localhost.',
    'log.example',
  ])('%s is refused without a word of the record', async (host) => {
    const opened = open(host, 9, { networks: PUBLIC_NETWORKS })
    await expect(opened).rejects.toMatchObject({ fault: 'refused_address' })
  })

  test.each(['169.254.169.254', 'fe80::1%eth0', '[::1]', '', 'a b', 'user@127.0.0.1', '127.0.0.1/x', 'a\0b'])(
    '"%s" is refused whatever is open',
    async (host) => {
      await expect(open(host, 9)).rejects.toMatchObject({ fault: 'refused_address' })
    },
  )

  test.each([0, 65_536, 1.5, Number.NaN])('port %s is refused', async (port) => {
    await expect(open(HOST, port)).rejects.toMatchObject({ fault: 'refused_address' })
  })

  test('switches that nobody vouches for open nothing', async () => {
    const copied = { ...OPEN } as never
    await expect(open(HOST, 9, { networks: copied })).rejects.toMatchObject({ fault: 'refused_address' })
  })

  test('the console itself is refused, by address and by name', async () => {
    world.ownPorts.push(9_999)
    for (const host of [HOST, 'log.example']) {
      await expect(open(host, 9_999)).rejects.toMatchObject({ fault: 'refused_address' })
    }
  })

  test('one forbidden address among several spoils the name', async () => {
    names.set('mixed.example', [HOST, '169.254.169.254'])
    names.set('inward.example', ['93.184.216.34', '10.0.0.8'])
    for (const host of ['mixed.example', 'inward.example']) {
      await expect(open(host, 9)).rejects.toMatchObject({ fault: 'refused_address' })
    }
  })

  test('a name that is unknown, or has no address, is unreachable or refused', async () => {
    names.set('empty.example', [])
    await expect(open('unknown.example', 9)).rejects.toMatchObject({ fault: 'unreachable' })
    await expect(open('empty.example', 9)).rejects.toMatchObject({ fault: 'refused_address' })
  })

  test('a lookup without answer ends by its time, and with its caller', async () => {
    names.set('silent.example', 'silent')
    const held = world.held()
    const late = open('silent.example', 9, within({ connectMs: SHORT_MS }))
    await expect(late).rejects.toMatchObject({ fault: 'unreachable', message: 'no connection in time' })
    const stop = new AbortController()
    const given = open('silent.example', 9, { signal: stop.signal })
    stop.abort()
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })
    await expect(open(HOST, 9, { signal: AbortSignal.abort() })).rejects.toMatchObject({ fault: 'aborted' })
    expect(world.held()).toBe(held)
  })

  test('a name is asked for once, and what was checked is dialled', async () => {
    const [peer, secure, datagrams] = await Promise.all([
      world.tcpPeer(),
      world.tlsPeer(LOG_EXAMPLE),
      world.udpPeer(),
    ])
    const { port } = { tcp: peer, tls: secure, udp: datagrams }[form as 'tcp']
    let asked = 0
    // The second answer leads elsewhere: whoever asks again goes there.
    names.set('log.example', () => ((asked += 1) === 1 ? [HOST] : ['127.6.6.6']))
    const opened = await open('log.example', port)
    expect(resolver.asked.filter((name) => name !== HOST)).toEqual(['log.example'])
    if (!('send' in opened)) expect(opened.remoteAddress).toBe(HOST)
    else await Promise.all([once(datagrams.socket, 'message'), opened.send(Buffer.from('x'))])
  })
})

describe('TCP', () => {
  test('carries bytes both ways, over another address of the name too', async () => {
    const peer = await world.tcpPeer()
    names.set('two.example', ['127.0.0.99', HOST])
    const socket = await world.dialer.connectTcp({ host: 'two.example', port: peer.port }, ask)
    const other = await peer.next()
    socket.write('to the peer')
    expect(await textOf(other)).toBe('to the peer')
    other.write('and back')
    expect(await textOf(socket)).toBe('and back')
  })

  test('a dead port is unreachable', async () => {
    const peer = await world.tcpPeer()
    await world.end()
    const late = dialerWorld()
    const opened = late.dialer.connectTcp({ host: HOST, port: peer.port }, ask)
    await expect(opened).rejects.toMatchObject({
      fault: 'unreachable',
      message: 'cannot connect (ECONNREFUSED)',
    })
    await late.end()
  })

  test('a port that lets nobody in ends by its time, and with its caller', async () => {
    const port = await world.blackHole()
    const held = world.held()
    const late = world.dialer.connectTcp({ host: HOST, port }, within({ connectMs: SHORT_MS }))
    await expect(late).rejects.toMatchObject({ fault: 'unreachable', message: 'no connection in time' })
    const stop = new AbortController()
    const given = world.dialer.connectTcp({ host: HOST, port }, { ...ask, signal: stop.signal })
    setImmediate(() => stop.abort())
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })
    expect(world.held()).toBe(held)
  })

  test('a peer that says nothing ends by the idle time, one that drips by the whole time', async () => {
    const peer = await world.tcpPeer()
    const silent = await world.dialer.connectTcp(
      { host: HOST, port: peer.port },
      within({ idleMs: SHORT_MS }),
    )
    expect((await once(silent, 'error'))[0]).toMatchObject({ fault: 'timeout', message: 'no byte in time' })
    await peer.next()
    const dripping = await world.dialer.connectTcp(
      { host: HOST, port: peer.port },
      within({ idleMs: SHORT_MS, wholeMs: 3 * SHORT_MS }),
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
    const peer = await world.tcpPeer()
    const socket = await world.dialer.connectTcp({ host: HOST, port: peer.port }, ask)
    const other = await peer.next()
    other.end()
    socket.resume()
    expect((await once(socket, 'close'))[0]).toBe(false)
  })

  test('an open socket ends with its caller and with the dialer, on both sides', async () => {
    const peer = await world.tcpPeer()
    const held = world.held()
    const stop = new AbortController()
    const target = { host: HOST, port: peer.port }
    const first = await world.dialer.connectTcp(target, { ...ask, signal: stop.signal })
    const second = await world.dialer.connectTcp(target, ask)
    const others = [await peer.next(), await peer.next()]
    const ends = others.map((other) => once(other.resume(), 'close'))
    const faults = [once(first, 'error'), once(second, 'error')]
    stop.abort()
    world.dialer.close()
    expect((await Promise.all(faults)).map(([fault]) => fault)).toMatchObject([
      { fault: 'aborted', message: 'call was given up' },
      { fault: 'aborted', message: 'console closes' },
    ])
    await Promise.all(ends)
    expect([world.held(), peer.open.size]).toEqual([held, 0])
  })
})

describe('TLS', () => {
  test('speaks with whoever has the certificate of the name, by its own authority', async () => {
    const peer = await world.tlsPeer(LOG_EXAMPLE)
    const socket = await FORMS.tls('log.example', peer.port)
    const other = await peer.next()
    socket.write('secret')
    expect([socket.authorized, await textOf(other)]).toEqual([true, 'secret'])
    const named = await FORMS.tls(HOST, peer.port, { servername: 'log.example' })
    expect(named.authorized).toBe(true)
  })

  test.each([
    ['another name', LOG_EXAMPLE, { servername: 'other.example' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['the address instead of the name', LOG_EXAMPLE, { servername: HOST }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['an unknown authority', LOG_EXAMPLE, { ca: undefined }, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['nobody but itself', SELF_SIGNED, {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('refuses a certificate of %s, before any byte of ours', async (_what, pair, part, code) => {
    const peer = await world.tlsPeer(pair)
    await expect(FORMS.tls('log.example', peer.port, part)).rejects.toMatchObject({
      fault: 'unreachable',
      message: `certificate is not accepted (${code})`,
    })
  })

  test('a handshake without answer ends by its time, and with its caller; the socket is free', async () => {
    const peer = await world.tcpPeer()
    const held = world.held()
    const late = FORMS.tls('log.example', peer.port, within({ connectMs: SHORT_MS }))
    await expect(late).rejects.toMatchObject({ fault: 'unreachable', message: 'no connection in time' })
    const stop = new AbortController()
    const given = FORMS.tls('log.example', peer.port, { signal: stop.signal })
    const others = [await peer.next(), await peer.next()]
    const ends = others.map((other) => other.closed || once(other.resume(), 'close'))
    stop.abort()
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })
    await Promise.all(ends)
    expect([world.held(), peer.open.size]).toEqual([held, 0])
  })

  test('a peer without TLS is unreachable', async () => {
    const peer = await world.tcpPeer()
    const opened = FORMS.tls('log.example', peer.port)
    const other = await peer.next()
    other.end('220 hello\r\n')
    await expect(opened).rejects.toMatchObject({ fault: 'unreachable' })
  })
})

describe('UDP', () => {
  test('datagrams go there and back, in order', async () => {
    const { socket, port } = await world.udpPeer()
    const peer = await FORMS.udp(HOST, port)
    await peer.send(Buffer.from('ping'))
    const [datagram, from] = (await once(socket, 'message')) as [Buffer, { port: number }]
    expect(String(datagram)).toBe('ping')
    const both = [peer.receive(TIMES.idleMs), peer.receive(TIMES.idleMs)]
    socket.send('one', from.port, HOST)
    socket.send('two', from.port, HOST)
    expect((await Promise.all(both)).map(String)).toEqual(['one', 'two'])
  })

  test('what somebody else sends to the socket never arrives', async () => {
    const { socket, port } = await world.udpPeer()
    const peer = await FORMS.udp(HOST, port)
    await peer.send(Buffer.from('ping'))
    const [, from] = (await once(socket, 'message')) as [Buffer, { port: number }]
    const stranger = createSocket('udp4')
    world.undo.push(() => stranger.close())
    await new Promise((resolve) => stranger.send('forged', from.port, HOST, resolve))
    await new Promise((resolve) => socket.send('honest', from.port, HOST, resolve))
    expect(String(await peer.receive(TIMES.idleMs))).toBe('honest')
  })

  test('silence ends by its time, and a machine where nobody listens says so', async () => {
    const { port } = await world.udpPeer()
    const peer = await FORMS.udp(HOST, port)
    await expect(peer.receive(SHORT_MS)).rejects.toMatchObject({ fault: 'timeout' })
    const dead = createSocket('udp4').bind(0, HOST)
    await once(dead, 'listening')
    const deadPort = dead.address().port
    await new Promise<void>((resolve) => dead.close(resolve))
    const nobody = await FORMS.udp(HOST, deadPort)
    const answer = nobody.receive(TIMES.idleMs)
    await nobody.send(Buffer.from('ping'))
    await expect(answer).rejects.toMatchObject({ fault: 'unreachable' })
  })

  test('the socket is free after close, abort and the whole time', async () => {
    const { port } = await world.udpPeer()
    const held = world.held()
    const closed = await FORMS.udp(HOST, port)
    const waiting = closed.receive(TIMES.idleMs)
    closed.close()
    await expect(waiting).rejects.toMatchObject({ fault: 'aborted' })
    await expect(closed.send(Buffer.from('x'))).rejects.toMatchObject({ fault: 'aborted' })
    const stop = new AbortController()
    const given = (await FORMS.udp(HOST, port, { signal: stop.signal })).receive(TIMES.idleMs)
    stop.abort()
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })
    const late = (await FORMS.udp(HOST, port, within({ wholeMs: SHORT_MS }))).receive(TIMES.idleMs)
    await expect(late).rejects.toMatchObject({ fault: 'timeout', message: 'not done in time' })
    expect(world.held()).toBe(held)
  })
})
