import { once } from 'node:events'
import { PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import { expect, test } from 'vitest'
import { dropStream, openCheckedStream } from '../src/dialer/checked-socket.ts'
import { LOG_EXAMPLE } from '../testing/index.ts'
import { eachInWorld, OPEN } from './dialer-peers.ts'

const { names, world, asked } = eachInWorld()
const check = (url: string, networks = OPEN) =>
  world().dialer.checkSocketPeer(url, { networks, timeoutMs: 2_000 })

test.each([
  ['tcp://127.0.0.1:9', PUBLIC_NETWORKS],
  ['tcps://0x7f000001:9', PUBLIC_NETWORKS],
  ['tcp://[::ffff:127.0.0.1]:9', PUBLIC_NETWORKS],
  ['tcp://log.example:9', PUBLIC_NETWORKS],
  ['tcp://169.254.169.254:9', OPEN],
  ['tcp://user@127.0.0.1:9', OPEN],
  ['tcp://127.0.0.1', OPEN],
  ['tcp://a%20b:9', OPEN],
  ['udp://127.0.0.1:9', OPEN],
])('[T1] a stream to %s is refused before a worker may dial it', async (url, networks) => {
  await expect(check(url, networks)).rejects.toMatchObject({ fault: 'refused_address' })
})

test('[T1] a stream to the console itself is refused, by address and by name', async () => {
  world().ownPorts.push(9_999)
  for (const host of ['127.0.0.1', 'log.example', '2130706433'])
    await expect(check(`tcp://${host}:9999`)).rejects.toMatchObject({ fault: 'refused_address' })
})

test('[T1] a stream goes where was checked, and nobody resolves its name again', async () => {
  const { port } = await world().tcpPeer()
  const peer = await check(`tcp://log.example:${port}`)
  expect(peer).toEqual({
    url: `tcp://log.example:${port}`,
    addresses: [{ address: '127.0.0.1', family: 4 }],
  })
  names.set('log.example', ['127.0.0.2'])
  const before = asked().length
  const socket = openCheckedStream(peer, { timeoutMs: 2_000 })
  await once(socket, 'connect')
  expect(socket.remoteAddress).toBe('127.0.0.1')
  expect(asked()).toHaveLength(before)
  dropStream(socket)
})

test('[T1] a stream with TLS wants a certificate of somebody known', async () => {
  const { port } = await world().tlsPeer(LOG_EXAMPLE)
  const socket = openCheckedStream(await check(`tcps://log.example:${port}`), { timeoutMs: 2_000 })
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toMatch(/UNABLE_TO_VERIFY|SELF_SIGNED/)
  // A stream with TLS has no reset of its own.
  expect(() => dropStream(socket)).not.toThrow()
})
