import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsNetworks } from '@qd/game-contract/settings-networks'
import { createDialer } from '../src/index.ts'
import { standInNames } from '../testing/index.ts'
import type { NameAnswer } from '../testing/index.ts'

/** What the outside world's names lead to. */
const names = new Map<string, NameAnswer>()
const resolver = standInNames(names)

const server = createServer((_request, response) => response.end('the console'))
let port = 0
const dialer = createDialer({ ownPorts: () => [port] })
const free = createDialer({ ownPorts: () => [] })
const ask = {
  method: 'GET' as const,
  headers: {},
  timeoutMs: 5_000,
  maxBytes: 1_000,
  networks: settingsNetworks({ allowLoopback: true, allowPrivate: true }),
}

/** The addresses of this machine's cards that are not loopback. */
const cards = Object.values(networkInterfaces())
  .flat()
  .flatMap((card) => (card === undefined || card.internal || card.scopeid ? [] : [card]))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as AddressInfo).port
  names.set('games.example', ['127.0.0.1'])
  names.set('odd.example', ['127.9.9.9'])
  names.set('mapped.example', ['::ffff:127.0.0.1'])
  names.set('mixed.example', ['10.255.255.1', '127.0.0.1'])
  for (const { address } of cards) {
    names.set(`card-${address.replaceAll(/[.:]/g, '-')}.example`, [address])
  }
})
afterAll(() => {
  resolver.restore()
  dialer.close()
  free.close()
  server.close()
})

describe('[T1] a record that leads to the console itself is refused, however it is named', () => {
  test('by name, to any address of this machine', async () => {
    expect([...names.keys()].length).toBeGreaterThanOrEqual(4)
    for (const name of names.keys()) {
      const url = `http://${name}:${port}/`
      expect([name, await dialer.fetch(url, ask).catch((error: Error) => error)]).toMatchObject([
        name,
        { fault: 'refused_address' },
      ])
    }
  })

  test('by the address of a network card', async () => {
    for (const { address, family } of cards) {
      const host = family === 'IPv6' ? `[${address}]` : address
      await expect(dialer.fetch(`http://${host}:${port}/`, ask)).rejects.toMatchObject({
        fault: 'refused_address',
      })
    }
  })

  test('by a live socket, and by the probe of the connection test', async () => {
    const open = { networks: ask.networks, timeoutMs: 5_000, maxPayloadBytes: 1_000 }
    await expect(dialer.webSocket(`ws://games.example:${port}/`, open)).rejects.toMatchObject({
      fault: 'refused_address',
    })
    const { steps } = await dialer.probe(`http://games.example:${port}/`, open)
    expect(steps.at(-1)).toMatchObject({ stage: 'dns', fault: 'refused_address' })
  })

  test('another port of this machine is nobody’s but the game’s', async () => {
    expect((await free.fetch(`http://games.example:${port}/`, ask)).body.toString()).toBe('the console')
  })
})
