import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeKey, startCluster, startRedis, startSentinels, startSshd } from '@qd/testing'
import type { TestKey, TestRedis, TestSshd } from '@qd/testing'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ConnectionConfig, SshHop } from '../../../contract/index.ts'
import { testConfig, testDialer } from '../../testing/link-config.ts'
import { openLink } from '../open-link.ts'
import type { LinkOptions } from '../open-link.ts'
import type { LinkSecrets, RedisLink } from '../redis-link.ts'
import { testWay } from '../test-way.ts'

const run = promisify(execFile)
let sshd: TestSshd
let redis: TestRedis
let key: TestKey

beforeAll(async () => {
  sshd = await startSshd()
  redis = await startRedis(['--requirepass', 'redis-pass'])
  key = await makeKey(sshd.folder, 'plain', ['-t', 'ed25519'])
  await sshd.allow(key.publicKey)
})
afterAll(async () => {
  await sshd.stop()
  await redis.stop()
})

const say = (error: Error) => error.message
const options: LinkOptions = { db: 0, dialer: testDialer(), pauseMs: () => 20 }

const hop = (of: Partial<SshHop> = {}): SshHop => ({
  host: '127.0.0.1',
  port: sshd.port,
  username: sshd.username,
  auth: 'key',
  hostKey: sshd.hostKey,
  ...of,
})
const config = (ssh: SshHop[] = [hop()], of: Partial<ConnectionConfig> = {}) =>
  testConfig({ port: redis.port, ssh, ...of })
const secrets = (...ssh: NonNullable<LinkSecrets['ssh']>): LinkSecrets => ({ password: 'redis-pass', ssh })

async function open(
  of: ConnectionConfig,
  given: LinkSecrets,
  more: Partial<LinkOptions> = {},
): Promise<RedisLink> {
  const link = await openLink(of, given, { ...options, ...more })
  onTestFinished(() => link.close())
  return link
}

const ping = async (link: RedisLink) => String(await link.send(['PING']))

/** An SSH server of the test's own, for what sshd asks the system for. */
async function startPasswordServer(username: string, password: string) {
  const host = ssh2.utils.generateKeyPairSync('ed25519')
  const server = new ssh2.Server({ hostKeys: [host.private] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (login) => {
      const isRight =
        login.method === 'password' && login.username === username && login.password === password
      if (isRight) login.accept()
      else login.reject(['password'])
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe('a key', () => {
  const kinds: [string, string[]][] = [
    ['RSA as PEM', ['-t', 'rsa', '-b', '2048', '-m', 'PEM']],
    ['RSA as PEM with a passphrase', ['-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', 'open-sesame']],
    ['RSA as PKCS #8 with a passphrase', ['-t', 'rsa', '-b', '2048', '-m', 'PKCS8', '-N', 'open-sesame']],
    ['ECDSA of OpenSSH', ['-t', 'ecdsa']],
    ['Ed25519 of OpenSSH', ['-t', 'ed25519']],
    ['Ed25519 of OpenSSH with a passphrase', ['-t', 'ed25519', '-N', 'open-sesame']],
  ]
  test.each(kinds)('%s lets in', async (name, args) => {
    const made = await makeKey(sshd.folder, name.replaceAll(/\W/g, ''), args)
    await sshd.allow(made.publicKey)
    const passphrase = args.includes('-N') ? 'open-sesame' : ''
    const link = await open(config(), secrets({ privateKey: made.privateKey, passphrase }))
    expect(await ping(link)).toBe('PONG')
    if (passphrase === '') return
    for (const wrong of ['', 'wrong-word']) {
      const fault = await open(config(), secrets({ privateKey: made.privateKey, passphrase: wrong })).catch(
        (error: unknown) => error,
      )
      expect(fault).toMatchObject({ message: 'redis_key_file_expired', field: 'secrets.ssh.0.passphrase' })
      expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain('wrong-word')
    }
  })

  test('Ed25519 as openssl makes it lets in', async () => {
    const file = join(sshd.folder, 'openssl.pem')
    await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', file])
    const { stdout: pem } = await run('cat', [file])
    const { readPrivateKey } = await import('./private-key.ts')
    const parsed = readPrivateKey({ privateKey: pem, passphrase: '', field: 'privateKey' })
    await sshd.allow(`ssh-ed25519 ${parsed.getPublicSSH().toString('base64')}\n`)
    expect(await ping(await open(config(), secrets({ privateKey: pem })))).toBe('PONG')
  })

  test('that is none, is missing, or is not known there', async () => {
    for (const privateKey of ['', 'no key', key.publicKey, key.privateKey.slice(0, 150)]) {
      await expect(open(config(), secrets({ privateKey }))).rejects.toMatchObject({
        message: 'redis_key_file_expired',
        field: 'secrets.ssh.0.privateKey',
      })
    }
    const stranger = await makeKey(sshd.folder, 'stranger', ['-t', 'ed25519'])
    await expect(open(config(), secrets({ privateKey: stranger.privateKey }))).rejects.toMatchObject({
      message: 'redis_ssh_failed',
      field: 'secrets.ssh.0.privateKey',
      params: { reason: { text: 'redis.reason.sshKey' } },
    })
  })
})

describe('signing in', () => {
  test('a password that is right and one that is wrong', async () => {
    const port = await startPasswordServer('ops', 'ssh-pass')
    const way = config([hop({ port, username: 'ops', auth: 'password', hostKey: '' })])
    const shown = await testWay(way, secrets({ password: 'ssh-pass' }), { ...options, say })
    const [hostKey] = shown.hostKeys
    const pinned = config([hop({ port, username: 'ops', auth: 'password', hostKey: hostKey! })])
    // It lets in, and opens no channel.
    const { steps } = await testWay(pinned, secrets({ password: 'ssh-pass' }), { ...options, say })
    expect(steps.slice(0, 2)).toMatchObject([
      { step: 'ssh', state: 'ok' },
      { step: 'tcp', state: 'failed', code: 'redis_unreachable' },
    ])
    const fault = await open(pinned, secrets({ password: 'wrong-word' })).catch((error: unknown) => error)
    expect(fault).toMatchObject({ message: 'redis_ssh_failed', field: 'secrets.ssh.0.password' })
    expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain('wrong-word')
  })

  test("the console's own agent, and none", async () => {
    const path = join(sshd.folder, 'agent.sock')
    const agent = spawn('ssh-agent', ['-D', '-a', path], { stdio: 'ignore' })
    onTestFinished(() => void agent.kill())
    const env = { ...process.env, SSH_AUTH_SOCK: path }
    await expect
      .poll(
        () =>
          run('ssh-add', [join(sshd.folder, 'plain')], { env }).then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    const way = config([hop({ auth: 'agent' })])
    const link = await open(way, secrets(), { dialer: testDialer([path]), agentPath: path })
    expect(await ping(link)).toBe('PONG')
    await expect(open(way, secrets())).rejects.toMatchObject({
      message: 'redis_ssh_failed',
      params: { reason: { text: 'redis.reason.sshNoAgent' } },
    })
  })

  test('a host key is shown by the test, refused until it is pinned, and told when it changes', async () => {
    const unpinned = config([hop({ hostKey: '' })])
    const shown = await testWay(unpinned, secrets({ privateKey: key.privateKey }), { ...options, say })
    expect(shown).toMatchObject({ isFine: false, hostKeys: [sshd.hostKey] })
    await expect(open(unpinned, secrets({ privateKey: key.privateKey }))).rejects.toMatchObject({
      message: 'redis_ssh_failed',
      field: 'config.ssh.0.hostKey',
    })
    const changed = config([hop({ hostKey: `SHA256:${'a'.repeat(43)}` })])
    await expect(open(changed, secrets({ privateKey: key.privateKey }))).rejects.toMatchObject({
      message: 'redis_host_key_changed',
      params: { shown: sshd.hostKey },
    })
  })
})

describe('the tunnel', () => {
  const own = () => ({ privateKey: key.privateKey })

  test('jump hosts, and whose step fails', async () => {
    const second = await startSshd()
    onTestFinished(() => second.stop())
    await second.allow(key.publicKey)
    const hops = [hop(), hop({ port: second.port, hostKey: second.hostKey })]
    const { steps, isFine } = await testWay(config(hops), secrets(own(), own()), { ...options, say })
    expect(isFine).toBe(true)
    expect(steps.map(({ step, at }) => [step, at])).toEqual([
      ['ssh', `127.0.0.1:${sshd.port}`],
      ['ssh', `127.0.0.1:${second.port}`],
      ['tcp', `127.0.0.1:${redis.port}`],
      ['auth', `127.0.0.1:${redis.port}`],
      ['ping', `127.0.0.1:${redis.port}`],
    ])
    const stray = createServer((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\n')).listen(0, '127.0.0.1')
    onTestFinished(() => void stray.close())
    await once(stray, 'listening')
    const lost = [hop(), hop({ port: (stray.address() as AddressInfo).port })]
    const failed = await testWay(config(lost), secrets(own(), own()), { ...options, say })
    expect(failed.steps.slice(0, 2)).toMatchObject([
      { step: 'ssh', state: 'ok' },
      { step: 'ssh', state: 'failed', code: 'redis_ssh_failed' },
    ])
  })

  test('a cut tunnel is opened again; what was sent is not', async () => {
    const link = await open(config(), secrets(own()))
    await link.send(['SET', 'a', '1'])
    const sessions = await run('pgrep', ['-P', `${sshd.pid}`])
    const waiting = link.send(['DEBUG', 'SLEEP', '0.5']).catch((error: Error) => error.message)
    for (const pid of sessions.stdout.trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
    expect(await waiting).toMatch(/^redis_(outcome_unknown|refused)$/)
    await expect.poll(() => link.send(['GET', 'a']).then(String, say), { timeout: 30_000 }).toBe('1')
  })

  test('leads to no metadata service and no link-local address, from either end', async () => {
    const forbidden = { message: 'redis_unreachable', params: { reason: { text: 'redis.reason.forbidden' } } }
    for (const host of ['169.254.169.254', '100.100.100.200', 'fe80::1', '::ffff:169.254.169.254']) {
      await expect(open(config([hop()], { host }), secrets(own()))).rejects.toMatchObject(forbidden)
    }
    await expect(open(config([hop({ host: '169.254.169.254' })]), secrets(own()))).rejects.toMatchObject({
      message: 'redis_ssh_failed',
      params: { reason: { text: 'redis.reason.forbidden' } },
    })
  })

  test('a cluster and sentinels behind it', { timeout: 90_000 }, async () => {
    const [cluster, group] = await Promise.all([startCluster(), startSentinels(1)])
    onTestFinished(async () => {
      await Promise.all([cluster.stop(), group.stop()])
    })
    const way = config([hop()], { mode: 'cluster', port: cluster.nodes[0]!.port })
    const link = await open(way, { ssh: [own()] })
    const names = Array.from({ length: 30 }, (_none, at) => `key:${at}`)
    expect((await link.sendAll(names.map((name) => ['SET', name, name]))).map(String)).toEqual(
      names.map(() => 'OK'),
    )
    // One session for all nodes.
    const clients = await Promise.all(link.masters().map((node) => link.send(['CLIENT', 'LIST'], { node })))
    expect(clients.every((list) => String(list).includes('name=quarterdeck'))).toBe(true)
    const sentinel = {
      nodes: [{ host: '127.0.0.1', port: group.sentinels[0]!.port }],
      master: group.master,
      username: '',
    }
    const watched = await open(config([hop()], { mode: 'sentinel', sentinel }), { ssh: [own()] })
    expect(await ping(watched)).toBe('PONG')
  })
})
