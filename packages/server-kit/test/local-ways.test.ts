import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { recordNetworks } from '@qd/game-contract/record-networks'
import { createDialer } from '../src/index.ts'
import { SELF_SIGNED } from '../testing/index.ts'

const ENDLESS = Number.POSITIVE_INFINITY
const times = { connectMs: 5_000, idleMs: ENDLESS, wholeMs: ENDLESS }
let folder: string
let server: Server
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-unix-'))
  path = join(folder, 'echo.sock')
  server = createServer((socket) => void socket.pipe(socket)).listen(path)
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

test('a unix socket of the list is opened, no other', async () => {
  const dialer = createDialer({ ownPorts: () => [], unixSockets: [path] })
  const socket = await dialer.connectUnix(path, { times })
  socket.write('hello')
  expect(String((await once(socket, 'data'))[0])).toBe('hello')
  dialer.close()
  await expect(once(socket, 'close')).rejects.toMatchObject({ fault: 'aborted' })

  const others = [
    `${folder}/./echo.sock`,
    `${folder}/../${folder.split('/').at(-1)}/echo.sock`,
    '/etc/passwd',
    '',
  ]
  for (const other of others) {
    await expect(dialer.connectUnix(other, { times })).rejects.toMatchObject({ fault: 'refused_address' })
  }
  const closed = createDialer({ ownPorts: () => [] })
  await expect(closed.connectUnix(path, { times })).rejects.toMatchObject({ fault: 'refused_address' })
  const gone = createDialer({ ownPorts: () => [], unixSockets: [join(folder, 'gone.sock')] })
  await expect(gone.connectUnix(join(folder, 'gone.sock'), { times })).rejects.toMatchObject({
    fault: 'unreachable',
  })
})

test('TLS over a stream checks the certificate, and ends with the limits', async () => {
  const secure = createTlsServer(SELF_SIGNED, (socket) => socket.write('in')).listen(0, '127.0.0.1')
  onTestFinished(() => void secure.close())
  await once(secure, 'listening')
  const { port } = secure.address() as AddressInfo
  const dialer = createDialer({ ownPorts: () => [] })
  onTestFinished(() => dialer.close())
  const networks = recordNetworks({ allowLoopback: true })
  const streamTo = (to: number) => dialer.connectTcp({ host: '127.0.0.1', port: to }, { networks, times })
  await expect(dialer.secure(await streamTo(port), { host: 'log.example', times })).rejects.toMatchObject({
    fault: 'unreachable',
    message: expect.stringContaining('certificate'),
  })
  const trusted = { host: 'log.example', ca: SELF_SIGNED.cert, times }
  const socket = await dialer.secure(await streamTo(port), trusted)
  expect(String((await once(socket, 'data'))[0])).toBe('in')
  await expect(
    dialer.secure(await streamTo(port), { ...trusted, host: 'other.example' }),
  ).rejects.toMatchObject({ fault: 'unreachable' })

  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const stream = await streamTo((silent.address() as AddressInfo).port)
  const hasty = { ...trusted, times: { ...times, connectMs: 100 } }
  await expect(dialer.secure(stream, hasty)).rejects.toMatchObject({ fault: 'unreachable' })
  expect(stream.destroyed).toBe(true)
})
