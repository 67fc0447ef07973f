import { generateKeyPairSync } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { LOG_EXAMPLE } from '@qd/server-kit/testing'
import { expect, test } from 'vitest'
import type { ConnectionConfig, ConnectionSecrets } from '../../contract/index.ts'
import { aConfig } from '../testing/a-config.ts'
import { checkConfig } from './check-config.ts'
import { assertSecretsStay } from './check-way.ts'
import { NO_SECRETS, secretsThere } from './secrets.ts'
import type { OpenSecrets } from './secrets.ts'

function verdict(run: () => void): string {
  try {
    run()
    return 'ok'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problem = error.params.problem as { text: string } | undefined
    return [error.def.code, error.field, problem?.text].filter(Boolean).join(' ').replace('redis.config.', '')
  }
}

const hop = { host: 'jump.example.com', port: 22, username: 'ops', auth: 'key', hostKey: '' } as const
const pemOf = (cipher?: { cipher: string; passphrase: string }) =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem', ...cipher } as never,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey as unknown as string
const hopSecrets = { password: '', privateKey: pemOf(), passphrase: '' }
const locked = { ...hopSecrets, privateKey: pemOf({ cipher: 'aes-256-cbc', passphrase: 'pp' }) }
const tls = { servername: '', ca: '', cert: '' }
const nodes = [
  { host: 'a.example.com', port: 26_379 },
  { host: 'b.example.com', port: 26_379 },
]
const sentinel = { nodes, master: 'main', username: '' }

const all = { mayAllowNetworks: true, sockets: ['/run/redis.sock'] }
const check = (part: Partial<ConnectionConfig>, secrets: Partial<OpenSecrets> = {}, rights = all) =>
  verdict(() => checkConfig(aConfig(part), { ...NO_SECRETS, ...secrets }, undefined, rights))

test('a connection that works in each mode passes', () => {
  expect(check({})).toBe('ok')
  expect(check({ mode: 'cluster', host: '8.8.8.8' })).toBe('ok')
  expect(check({ mode: 'sentinel', host: '', sentinel })).toBe('ok')
  expect(check({ host: '', socketPath: '/run/redis.sock' })).toBe('ok')
  expect(check({ host: '127.0.0.1', allowLoopback: true })).toBe('ok')
  expect(check({ host: '10.0.0.1', ssh: [hop] }, { ssh: [hopSecrets] })).toBe('ok')
  const { cert, key } = LOG_EXAMPLE
  expect(check({ tls: { ...tls, ca: cert, cert } }, { tlsKey: key })).toBe('ok')
})

test('a private key is read before it is saved, also one of a file of another program', () => {
  const expired = 'redis_key_file_expired secrets.ssh.0.'
  const keys: [Partial<OpenSecrets['ssh'][0]>, typed: string, imported: string][] = [
    [hopSecrets, 'ok', 'ok'],
    [{ privateKey: 'hello' }, `${expired}privateKey`, `${expired}privateKey`],
    [{ privateKey: hopSecrets.privateKey.slice(0, 400) }, `${expired}privateKey`, `${expired}privateKey`],
    [{ privateKey: locked.privateKey, passphrase: 'pp' }, 'ok', 'ok'],
    [{ privateKey: locked.privateKey, passphrase: 'no' }, `${expired}passphrase`, `${expired}passphrase`],
    [locked, `${expired}passphrase`, 'ok'],
    [{ privateKey: '' }, 'redis_config_invalid secrets.ssh.0.privateKey secret', 'ok'],
  ]
  for (const [key, typed, imported] of keys) {
    const ssh = [{ password: '', privateKey: '', passphrase: '', ...key }]
    const verdicts = [all, { ...all, mayLackSecrets: true }].map((rights) =>
      check({ ssh: [hop] }, { ssh }, rights),
    )
    expect(verdicts).toEqual([typed, imported])
  }
})

test('what cannot be used is named with its field', () => {
  const invalid = 'redis_config_invalid'
  const wrong: [Partial<ConnectionConfig>, string, Partial<OpenSecrets>?][] = [
    [{ host: '' }, 'config.host required'],
    [{ host: 'http://x' }, 'config.host host'],
    [{ host: 'user@x' }, 'config.host host'],
    [{ host: '127.0.0.1' }, 'config.host loopback'],
    [{ host: 'localhost' }, 'config.host loopback'],
    [{ host: '::ffff:10.1.2.3' }, 'config.host private'],
    [{ host: '169.254.169.254', allowLoopback: true, allowPrivate: true }, 'config.host never'],
    [{ mode: 'sentinel' }, 'config.sentinel required'],
    [{ mode: 'sentinel', sentinel: { ...sentinel, master: '' } }, 'config.sentinel.master required'],
    [{ mode: 'cluster', sentinel }, 'config.sentinel clash'],
    [
      { mode: 'sentinel', sentinel: { ...sentinel, nodes: [nodes[0]!, { host: '10.0.0.2', port: 1 }] } },
      'config.sentinel.nodes.1.host private',
    ],
    [{ socketPath: '/run/redis.sock', mode: 'cluster' }, 'config.socketPath clash'],
    [{ socketPath: '/run/redis.sock', tls }, 'config.socketPath clash'],
    [{ socketPath: '/etc/passwd' }, 'config.socketPath socket'],
    [{ tls: { ...tls, ca: 'x' } }, 'config.tls.ca certificate'],
    [{ tls: { ...tls, cert: LOG_EXAMPLE.cert } }, 'secrets.tlsKey secret'],
    [{ tls }, 'config.tls.cert required', { tlsKey: LOG_EXAMPLE.key }],
    [{ tls: { ...tls, cert: LOG_EXAMPLE.cert } }, 'secrets.tlsKey privateKey', { tlsKey: 'x' }],
    [{ ssh: [{ ...hop, host: '10.0.0.1' }] }, 'config.ssh.0.host private', { ssh: [hopSecrets] }],
    [{ ssh: [{ ...hop, username: '' }] }, 'config.ssh.0.username required', { ssh: [hopSecrets] }],
    [{ ssh: [{ ...hop, hostKey: 'md5' }] }, 'config.ssh.0.hostKey hostKey', { ssh: [hopSecrets] }],
    [{ ssh: [hop] }, 'secrets.ssh.0.privateKey secret'],
    [{ ssh: [{ ...hop, auth: 'password' }] }, 'secrets.ssh.0.password secret'],
  ]
  for (const [part, verdictOf, secrets] of wrong) {
    expect([part, check(part, secrets)]).toEqual([part, `${invalid} ${verdictOf}`])
  }
})

test('networks are opened by who may, for one address', () => {
  const none = { ...all, mayAllowNetworks: false }
  const here = aConfig({ host: '127.0.0.1', allowLoopback: true })
  const after = (part: Partial<ConnectionConfig>) =>
    verdict(() => checkConfig({ ...here, ...part }, NO_SECRETS, here, none))
  expect(check(here, {}, none)).toBe('redis_network_forbidden config.allowLoopback')
  expect(check({ allowPrivate: true }, {}, none)).toBe('redis_network_forbidden config.allowPrivate')
  expect(after({ name: 'other' })).toBe('ok')
  expect(after({ port: 22 })).toBe('redis_network_forbidden config.allowLoopback')
  expect(after({ allowPrivate: true })).toBe('redis_network_forbidden config.allowPrivate')
  expect(after({ allowLoopback: false, host: 'redis.example.com' })).toBe('ok')
})

const secret: OpenSecrets = { password: 'P', sentinelPassword: '', scriptPassword: '', tlsKey: '', ssh: [] }

function stays(
  before: Partial<ConnectionConfig>,
  part: Partial<ConnectionConfig>,
  given: ConnectionSecrets = {},
  secrets: Partial<OpenSecrets> = {},
): string {
  const stored = { config: aConfig(before), secrets: secretsThere({ ...secret, ...secrets }) }
  return verdict(() => assertSecretsStay(aConfig({ ...before, ...part }), given, stored))
}

test('a stored secret never goes to a place it was not given for', () => {
  const again = (field: string) => `redis_secrets_again config.${field}`
  expect(stays({}, { host: 'evil.example.com' })).toBe(again('host'))
  expect(stays({}, { port: 1 })).toBe(again('port'))
  expect(stays({}, { mode: 'sentinel', sentinel })).toBe(again('host'))
  expect(stays({ mode: 'sentinel', sentinel }, { sentinel: { ...sentinel, nodes: [nodes[1]!] } })).toBe(
    again('sentinel.nodes'),
  )
  expect(stays({ mode: 'sentinel', sentinel }, { sentinel: { ...sentinel, master: 'm' } })).toBe(
    again('sentinel.master'),
  )
  expect(stays({ tls }, { tls: null })).toBe(again('tls'))
  expect(stays({ tls }, { tls: { ...tls, servername: 'x' } })).toBe(again('tls.servername'))
  expect(stays({ tls }, { tls: { ...tls, ca: 'x' } })).toBe(again('tls.ca'))
  expect(stays({}, { ssh: [hop] })).toBe(again('ssh.0'))
  expect(stays({ ssh: [hop] }, { ssh: [] })).toBe(again('ssh.0'))
  expect(stays({}, { socketPath: '/run/redis.sock' })).toBe(again('socketPath'))
})

test('the same way, secrets given again, removed or not there are fine', () => {
  const other = { host: 'other.example.com' }
  expect(stays({}, { name: 'x', readOnly: true, timeoutMs: 900, mode: 'cluster' })).toBe('ok')
  expect(stays({}, other, { password: 'P' })).toBe('ok')
  expect(stays({}, other, { password: '' })).toBe('ok')
  expect(stays({}, { ...other, asksPassword: true })).toBe('ok')
  expect(stays({}, other, {}, { password: '' })).toBe('ok')
})

test('the key of a hop stays with the hops before it; a key that is pinned moves nothing', () => {
  const pinned = { ...hop, hostKey: `SHA256:${'a'.repeat(43)}` }
  const ssh = { password: '', ssh: [hopSecrets, hopSecrets] }
  const two = { ssh: [hop, { ...hop, host: 'inner' }] }
  expect(stays(two, { host: 'other.example.com' }, {}, ssh)).toBe('ok')
  expect(stays(two, { ssh: [pinned, two.ssh[1]!] }, {}, ssh)).toBe('ok')
  expect(stays({ ssh: [pinned] }, { ssh: [hop] }, {}, ssh)).toBe('redis_secrets_again config.ssh.0')
  expect(stays(two, { ssh: [hop, { ...hop, host: 'evil' }] }, {}, ssh)).toBe(
    'redis_secrets_again config.ssh.1',
  )
  expect(
    stays(two, { ssh: [{ ...hop, host: 'evil' }, two.ssh[1]!] }, { ssh: [{ privateKey: 'K' }] }, ssh),
  ).toBe('redis_secrets_again config.ssh.0')
})
