import { once } from 'node:events'
import { PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import { describe, expect, test } from 'vitest'
import { LOG_EXAMPLE } from '../testing/index.ts'
import { eachInWorld, formsOf, OPEN, SHORT_MS, within } from './dialer-peers.ts'

const { names, world, asked } = eachInWorld()
const HOST = '127.0.0.1'

describe.each(['tcp', 'tls', 'udp'] as const)('[T1] the guard of %s', (form) => {
  const open = (host: string, port: number, part = {}) => formsOf(world().dialer)[form](host, port, part)

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
    world().ownPorts.push(9_999)
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
    const held = world().held()
    const late = open('silent.example', 9, within({ connectMs: SHORT_MS }))
    await expect(late).rejects.toMatchObject({ fault: 'unreachable', message: 'no connection in time' })
    const stop = new AbortController()
    const given = open('silent.example', 9, { signal: stop.signal })
    stop.abort()
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })
    await expect(open(HOST, 9, { signal: AbortSignal.abort() })).rejects.toMatchObject({ fault: 'aborted' })
    expect(world().held()).toBe(held)
  })

  test('a name is asked for once, and what was checked is dialled', async () => {
    const [peer, secure, datagrams] = await Promise.all([
      world().tcpPeer(),
      world().tlsPeer(LOG_EXAMPLE),
      world().udpPeer(),
    ])
    const { port } = { tcp: peer, tls: secure, udp: datagrams }[form]
    let times = 0
    // The second answer leads elsewhere: whoever asks again goes there.
    names.set('log.example', () => ((times += 1) === 1 ? [HOST] : ['127.6.6.6']))
    const opened = await open('log.example', port)
    expect(asked().filter((name) => name !== HOST)).toEqual(['log.example'])
    if (!('send' in opened)) expect(opened.remoteAddress).toBe(HOST)
    else await Promise.all([once(datagrams.socket, 'message'), opened.send(Buffer.from('x'))])
  })
})
