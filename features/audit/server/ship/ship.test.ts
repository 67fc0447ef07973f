import dgram from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, mkdirSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import { join } from 'node:path'
import { settingsNetworks } from '@qd/game-contract/settings-networks'
import { createDialer } from '@qd/server-kit'
import { LOG_EXAMPLE, SELF_SIGNED, standInNames, TEST_AUTHORITY } from '@qd/server-kit/testing'
import { leaseMigrations } from '@qd/store'
import { makeTestPlace, openStoreForTest } from '@qd/store/testing'
import { openStore } from '@qd/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditTables } from '../audit-tables.ts'
import { runVerifyAudit } from '../index.ts'
import { auditMigrations, auditWorld, entryOf } from '../testing/audit-world.ts'
import { macOf, readHeads, readOwnHeads } from './head-line.ts'
import { sendLine } from './send-line.ts'
import type { ShipWay } from './send-line.ts'
import { parseShipAddress } from './ship-address.ts'

const KEY = Buffer.from('a key that signs the heads')
type StreamRequest = Parameters<ShipWay['dialer']['stream']>[1]

const OWN_NETWORKS = settingsNetworks({ allowLoopback: true, allowPrivate: true })
const OK = { status: 0, code: 'ok' }
const migrations = [...leaseMigrations, ...auditMigrations]

let folder: string
const undo: (() => unknown)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-ship-'))
})
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
  rmSync(folder, { recursive: true, force: true })
})

async function shipping(addresses: string[], trust: { ca?: string } = {}) {
  const dialer = createDialer({ ownPorts: () => [] })
  const store = await openStoreForTest<AuditTables>('sqlite', migrations)
  const errors: string[] = []
  const world = auditWorld(store, {
    ship: {
      addresses: addresses.map((text) => parseShipAddress(text)!),
      key: KEY,
      way: { dialer, networks: OWN_NETWORKS, ...trust },
    },
    log: { error: (_detail, message) => errors.push(message) },
  })
  undo.push(
    () => store.close(),
    () => dialer.close(),
  )
  await world.audit.event(entryOf(), OK)
  return { ...world, store, errors, upkeep: world.feature.upkeep }
}

async function listening(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => server.close())
  return (server.address() as AddressInfo).port
}

describe('addresses', () => {
  test.each([
    ['file:/var/log/heads', 'file'],
    ['syslog:udp://log.example:514', 'syslog'],
    ['syslog:tcp://[::1]:601', 'syslog'],
    ['syslog:tls://log.example:6514', 'syslog'],
    ['https://sink.example/heads', 'http'],
  ])('%s goes by %s', (text, kind) => expect(parseShipAddress(text)?.kind).toBe(kind))

  test.each([
    '',
    'file:heads',
    'syslog://x:1',
    'syslog:udp://x',
    'syslog:udp://x:99999',
    'ftp://x/',
    'https://a:b@x/',
    'javascript:1',
  ])('"%s" is refused', (text) => expect(parseShipAddress(text)).toBeNull())
})

describe('shipping of heads', () => {
  test('[T25] a file takes a signed line each round, and one round a minute is enough', async () => {
    const path = join(folder, 'heads')
    const { upkeep, clock, audit } = await shipping([`file:${path}`])
    await upkeep.ship()
    await upkeep.ship()
    await audit.event(entryOf(), OK)
    clock.nowMs += 60_000
    await upkeep.ship()
    const heads = readHeads(readFileSync(path, 'utf8'))
    expect(heads.map(({ seq }) => seq)).toEqual([1, 2])
    expect(heads[0]!.mac).toBe(macOf(KEY, heads[0]!))
    expect(readOwnHeads(`${JSON.stringify({ ...heads[0], seq: 9 })}\n{"cut`, KEY)).toEqual([])
  })

  test('[T25] UDP and TCP syslog get one RFC 5424 message each', async () => {
    const udp = dgram.createSocket('udp4').bind(0, '127.0.0.1')
    await once(udp, 'listening')
    undo.push(() => udp.close())
    const datagram = once(udp, 'message')
    const streams: string[] = []
    const tcp = net.createServer((socket) => {
      socket.on('data', (chunk) => streams.push(String(chunk)))
      socket.on('end', () => socket.end())
    })
    const port = await listening(tcp)
    const { upkeep } = await shipping([
      `syslog:udp://127.0.0.1:${udp.address().port}`,
      `syslog:tcp://127.0.0.1:${port}`,
    ])
    await upkeep.ship()
    const message = String((await datagram)[0])
    expect(message).toMatch(/^<110>1 \d{4}-\S+Z \S+ quarterdeck \d+ audit-head - \{"at":/)
    const [length, rest] = [streams.join('').split(' ', 1)[0]!, streams.join('').replace(/^\d+ /, '')]
    expect(Number(length)).toBe(Buffer.byteLength(rest))
    expect(JSON.parse(rest.slice(rest.indexOf('{')))).toMatchObject({ seq: 1 })
  })

  test('[T25] a receiver that is down is named, catches up in order later, and stops nobody', async () => {
    const bodies: string[] = []
    let isDown = true
    const server = http.createServer((request, reply) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        if (!isDown) bodies.push(`${request.headers['x-quarterdeck-signature'] === undefined} ${body}`)
        reply.writeHead(isDown ? 500 : 204).end()
      })
    })
    const address = `http://127.0.0.1:${await listening(server)}/heads`
    const { upkeep, clock, audit, errors } = await shipping([address, `file:${join(folder, 'heads')}`])
    await upkeep.ship()
    clock.nowMs += 60_000
    await audit.event(entryOf(), OK)
    await upkeep.ship()
    expect((await upkeep.state()).ship!.sinks[0]).toMatchObject({
      address,
      waiting: 2,
      error: 'answered 500',
    })
    expect((await upkeep.state()).ship!.seq).toBe(2)
    expect(errors).toEqual(['audit heads cannot be shipped'])
    isDown = false
    clock.nowMs += 60_000
    await upkeep.ship()
    expect(bodies.map((body) => JSON.parse(body.replace(/^false /, '')).seq)).toEqual([1, 2, 2])
    expect((await upkeep.state()).ship!.sinks[0]).toMatchObject({ downSince: null, waiting: 0 })
  })

  test('[T25] TLS syslog and HTTPS trust the given authority, and name whoever has another certificate', async () => {
    const streams: string[] = []
    const tls = createTlsServer(LOG_EXAMPLE, (socket) => {
      socket.on('data', (chunk) => streams.push(String(chunk)))
      socket.on('error', () => undefined)
    })
    const own = createTlsServer(SELF_SIGNED)
    const web = https.createServer(LOG_EXAMPLE, (request, reply) => {
      request.on('data', (chunk) => streams.push(String(chunk)))
      request.on('end', () => reply.end())
    })
    const names = standInNames(new Map([['log.example', ['127.0.0.1']]]))
    undo.push(() => names.restore())
    const { upkeep, errors } = await shipping(
      [
        `syslog:tls://log.example:${await listening(tls)}`,
        `https://log.example:${await listening(web)}/heads`,
        `syslog:tls://log.example:${await listening(own)}`,
        `syslog:tls://127.0.0.1:${(tls.address() as AddressInfo).port}`,
      ],
      { ca: TEST_AUTHORITY },
    )
    await upkeep.ship()
    expect((await upkeep.state()).ship!.sinks.map(({ error, waiting }) => [error, waiting])).toEqual([
      ['', 0],
      ['', 0],
      ['certificate is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)', 1],
      ['certificate is not accepted (ERR_TLS_CERT_ALTNAME_INVALID)', 1],
    ])
    expect(streams.map((text) => /^(\d+ <110>1 .*)?\{"at":.*"seq":1,/.test(text))).toEqual([true, true])
    expect(errors).toEqual(['audit heads cannot be shipped', 'audit heads cannot be shipped'])
  })

  test('[T25] a receiver at an address nobody may dial, or one that never ends, is named and stops nobody', async () => {
    const dripping = net.createServer((socket) => {
      const drip = setInterval(() => socket.write('.'), 20)
      socket.on('close', () => clearInterval(drip))
      socket.on('error', () => undefined)
    })
    const port = await listening(dripping)
    const to = (text: string) => parseShipAddress(text)!
    const dialer = createDialer({ ownPorts: () => [port + 1] })
    undo.push(() => dialer.close())
    const parts = { way: { dialer, networks: OWN_NETWORKS }, key: null, timeoutMs: 600 }
    for (const address of [
      'syslog:udp://169.254.169.254:514',
      'syslog:tcp://[fe80::1]:601',
      'syslog:tls://224.0.0.1:6514',
      `syslog:tcp://127.0.0.1:${port + 1}`,
      'http://169.254.169.254/latest',
    ]) {
      await expect(sendLine(to(address), '{}', 0, parts)).rejects.toMatchObject({ fault: 'refused_address' })
    }
    await expect(sendLine(to(`syslog:tcp://127.0.0.1:${port}`), '{}', 0, parts)).rejects.toMatchObject({
      fault: 'timeout',
      message: 'not done in time',
    })
    const closed = sendLine(to('syslog:udp://127.0.0.1:514'), '{}', 0, { ...parts, way: null })
    await expect(closed).rejects.toThrow('no way out')
  })

  test('[T25] a receiver named by the environment may stand in the own network', async () => {
    const asked: StreamRequest[] = []
    const dialer = createDialer({ ownPorts: () => [] })
    undo.push(() => dialer.close())
    const recording = {
      ...dialer,
      async stream(_url: string, request: StreamRequest) {
        asked.push(request)
        return { status: 204, headers: {}, body: Readable.from([]) }
      },
    }
    const to = { kind: 'http', text: 'http://10.1.2.3/', url: 'http://10.1.2.3/' } as const
    const way = { dialer: recording, networks: OWN_NETWORKS }
    await sendLine(to, '{}', 0, { way, key: null, timeoutMs: 1_000 })
    expect(asked).toMatchObject([{ networks: { allowLoopback: true, allowPrivate: true } }])
  })

  test('[T25] at the end the newest head leaves once more', async () => {
    const path = join(folder, 'heads')
    const { feature, audit, upkeep } = await shipping([`file:${path}`])
    await upkeep.ship()
    await audit.event(entryOf(), OK)
    await feature.stop?.()
    expect(readHeads(readFileSync(path, 'utf8')).at(-1)?.seq).toBe(2)
  })

  test('[T25] several nodes send one line a minute', async () => {
    const path = join(folder, 'heads')
    const { upkeep, store } = await shipping([`file:${path}`])
    const other = auditWorld(store, {
      ship: { addresses: [parseShipAddress(`file:${path}`)!], key: KEY, way: null },
    })
    await Promise.all([upkeep.ship(), other.feature.upkeep.ship()])
    await other.feature.upkeep.ship()
    expect(readHeads(readFileSync(path, 'utf8'))).toHaveLength(1)
  })

  test('[T25] a chain cut behind a shipped head is found by the console and by the command', async () => {
    const place = await makeTestPlace('sqlite')
    undo.push(() => place.remove())
    const store = await openStore<AuditTables>({ ...place.where, migrations })
    const path = join(folder, 'heads')
    mkdirSync(folder, { recursive: true })
    const ship = { addresses: [parseShipAddress(`file:${path}`)!], key: KEY, way: null }
    const { audit, feature } = auditWorld(store, { ship })
    for (let row = 0; row < 5; row += 1) await audit.event(entryOf(), OK)
    await feature.upkeep.ship()
    await store.write(async (tx) => {
      await tx.deleteFrom('audit_log').where('seq', '>', 3).execute()
      const { hash } = await tx
        .selectFrom('audit_log')
        .select('hash')
        .where('seq', '=', 3)
        .executeTakeFirstOrThrow()
      await tx.updateTable('audit_head').set({ seq: 3, hash }).execute()
    })
    await feature.upkeep.verify()
    expect((await feature.upkeep.state()).verify).toMatchObject({
      state: 'broken',
      brokenSeq: 4,
      reason: 'end_missing',
    })
    await store.close()
    const lines: string[] = []
    const code = await runVerifyAudit({
      ...place.where,
      migrations,
      headsFile: path,
      print: (line) => lines.push(line),
    })
    expect([code, lines]).toEqual([
      1,
      ['audit BROKEN at row 4: end_missing', 'rows 4 to 5 were shipped as written and are gone'],
    ])
  })
})
