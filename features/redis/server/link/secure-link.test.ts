import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRedis, startTlsRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ConnectionConfig } from '../../contract/index.ts'
import { makeAuthority, makeCertificate } from '../testing/certificates.ts'
import type { TestCertificate } from '../testing/certificates.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { openLink } from './open-link.ts'
import type { LinkSecrets } from './redis-link.ts'
import { testWay } from './test-way.ts'

let folder: string
let authority: TestCertificate
let foreign: TestCertificate
let client: TestCertificate
let redis: TestRedis

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-redis-tls-'))
  authority = await makeAuthority(folder)
  foreign = await makeAuthority(folder, 'foreign')
  client = await makeCertificate(folder, authority, { name: 'client', names: 'DNS:console.test' })
  const server = await makeCertificate(folder, authority, { name: 'server', names: 'DNS:redis.test' })
  const pair = ['--tls-cert-file', server.certPath, '--tls-key-file', server.keyPath]
  redis = await startTlsRedis([
    ...pair,
    '--tls-ca-cert-file',
    authority.certPath,
    '--tls-auth-clients',
    'yes',
  ])
})
afterAll(async () => {
  await redis.stop()
  await rm(folder, { recursive: true })
})

const say = (error: Error) => error.message
const options = { db: 0, dialer: testDialer() }
type Tls = NonNullable<ConnectionConfig['tls']>

const secure = (of: Partial<Tls> = {}) =>
  testConfig({
    port: redis.port,
    tls: { servername: 'redis.test', ca: authority.cert, cert: client.cert, ...of },
  })

async function open(config: ConnectionConfig, secrets: LinkSecrets) {
  const link = await openLink(config, secrets, options)
  onTestFinished(() => link.close())
  return link
}

describe('TLS', () => {
  test('the server is verified by its name, the client shows its certificate', async () => {
    const link = await open(secure(), { tlsKey: client.key })
    expect(await link.send(['SET', 'a', '1'])).toEqual(Buffer.from('OK'))
    const own = await link.own()
    expect(await own.send(['GET', 'a'])).toEqual(Buffer.from('1'))
    own.close()
  })

  test.each<[string, () => ConnectionConfig, string]>([
    ['another authority', () => secure({ ca: foreign.cert }), 'tls'],
    ['the usual authorities', () => secure({ ca: '' }), 'tls'],
    ['another name', () => secure({ servername: 'other.test' }), 'tls'],
    ['no name', () => secure({ servername: '' }), 'tls'],
  ])('%s is refused', async (_what, config, step) => {
    const { steps, isFine } = await testWay(config(), { tlsKey: client.key }, { ...options, say })
    expect(isFine).toBe(false)
    expect(steps.find(({ state }) => state === 'failed')).toMatchObject({ step, code: 'redis_tls_failed' })
  })

  test('a server that speaks no TLS, and one that speaks nothing else', async () => {
    const plain = await startRedis()
    onTestFinished(() => plain.stop())
    await expect(
      open({ ...secure(), port: plain.port, timeoutMs: 1_000 }, { tlsKey: client.key }),
    ).rejects.toMatchObject({
      message: 'redis_tls_failed',
    })
    await expect(open({ ...secure(), tls: null }, {})).rejects.toMatchObject({ message: 'redis_unreachable' })
  })

  test('without its certificate the client is not let in', async () => {
    const opening = open(secure({ cert: '' }), {})
    await expect(opening).rejects.toMatchObject({
      message: expect.stringMatching(/^redis_(tls_failed|unreachable)$/),
    })
  })
})

test('a unix socket is opened when the settings file lists it', async () => {
  const path = join(folder, 'redis.sock')
  const server = await startRedis(['--unixsocket', path, '--requirepass', 'secret-word'])
  onTestFinished(() => server.stop())
  const config = testConfig({ socketPath: path, host: '', allowLoopback: false })
  const listed = { ...options, dialer: testDialer([path]) }
  const link = await openLink(config, { password: 'secret-word' }, { ...listed, db: 2 })
  onTestFinished(() => link.close())
  expect(String(await link.send(['CLIENT', 'INFO']))).toContain(`laddr=${path}`)
  expect(link.masters()).toEqual([path])
  const { steps, isFine } = await testWay(config, { password: 'secret-word' }, { ...listed, say })
  expect(isFine).toBe(true)
  expect(steps.map(({ step, at }) => [step, at])).toEqual([
    ['tcp', path],
    ['auth', path],
    ['ping', path],
  ])
  await expect(openLink(config, { password: 'secret-word' }, options)).rejects.toMatchObject({
    message: 'redis_unreachable',
    params: { at: path, reason: { text: 'redis.reason.forbidden' } },
  })
})
