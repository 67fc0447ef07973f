import { X509Certificate, createPrivateKey } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { DialError } from '@qd/game-contract/adapter'
import { checkHost } from '@qd/server-kit'
import { redisErrors } from '../../contract/index.ts'
import type { ConnectionConfig } from '../../contract/index.ts'
import { movedField } from './check-way.ts'
import type { KeyText } from '../link/ssh/private-key.ts'
import { readPrivateKey } from '../link/ssh/private-key.ts'
import type { OpenSecrets } from './secrets.ts'

export interface ConnectionRights {
  /** Holds `allowRedisNetworks` at the line. */
  readonly mayAllowNetworks: boolean
  /** Paths of unix sockets the settings file lists. */
  readonly sockets: readonly string[]
  /** Files of other programs name keys on another computer: those connections are kept without them. */
  readonly mayLackSecrets?: boolean
}

type Problem =
  | 'required'
  | 'clash'
  | 'host'
  | 'loopback'
  | 'private'
  | 'never'
  | 'socket'
  | 'certificate'
  | 'privateKey'
  | 'hostKey'
  | 'secret'
  | 'many'
  | 'sameUser'

function invalid(field: string, problem: Problem): AppError {
  return new AppError(redisErrors.redis_config_invalid, {
    field,
    params: { field, problem: { text: `redis.config.${problem}` } },
  })
}

const HOST_KEY = /^SHA256:[A-Za-z0-9+/]{43}$/
const DATABASE_NAMES = 256
const RENAMED_COMMANDS = 64

type Networks = Pick<ConnectionConfig, 'allowLoopback' | 'allowPrivate'>
interface Address {
  readonly host: string
  readonly port: number
}

/** Whether the address could be dialled under the flags; names can only be judged when they are resolved. */
function isDialled(address: Address, networks: Networks): boolean {
  try {
    checkHost(address, networks, [])
    return true
  } catch (error) {
    if (error instanceof DialError) return false
    throw error
  }
}

const ANY_NETWORK = { allowLoopback: true, allowPrivate: true }

function assertAddress(field: string, address: Address, networks: Networks): void {
  if (address.host === '') throw invalid(field, 'required')
  if (isDialled(address, networks)) return
  if (isDialled(address, { ...networks, allowLoopback: true })) throw invalid(field, 'loopback')
  if (isDialled(address, { ...networks, allowPrivate: true })) throw invalid(field, 'private')
  throw invalid(field, /^[\d.:a-fA-F]+$/.test(address.host) ? 'never' : 'host')
}

function assertMode({ mode, sentinel, socketPath, tls, ssh }: ConnectionConfig): void {
  if (mode === 'sentinel') {
    if (sentinel === null) throw invalid('config.sentinel', 'required')
    if (sentinel.master === '') throw invalid('config.sentinel.master', 'required')
  }
  if (mode !== 'sentinel' && sentinel !== null) throw invalid('config.sentinel', 'clash')
  const isOther = mode !== 'standalone' || tls !== null || ssh.length > 0
  if (socketPath !== '' && isOther) throw invalid('config.socketPath', 'clash')
}

/** What is dialled from here. Behind SSH the far side finds the address: then it is the first hop alone. */
function dialledFrom({ mode, host, port, socketPath, sentinel, ssh }: ConnectionConfig): readonly Address[] {
  if (ssh.length > 0) return ssh.slice(0, 1)
  if (socketPath !== '') return []
  return mode === 'sentinel' ? (sentinel?.nodes ?? []) : [{ host, port }]
}

/** The least networks that its addresses need, as far as they tell: names are judged when they are resolved. */
export function neededNetworks(config: ConnectionConfig): Networks {
  const addresses = dialledFrom(config)
  const needs = (flag: keyof Networks) =>
    addresses.some(
      (address) => !isDialled(address, { ...ANY_NETWORK, [flag]: false }) && isDialled(address, ANY_NETWORK),
    )
  return { allowLoopback: needs('allowLoopback'), allowPrivate: needs('allowPrivate') }
}

function assertAddresses(config: ConnectionConfig): void {
  const { mode, host, port, socketPath, sentinel, ssh } = config
  for (const [index, hop] of ssh.entries()) {
    assertAddress(`config.ssh.${index}.host`, hop, index === 0 ? config : ANY_NETWORK)
  }
  if (socketPath !== '') return
  const networks = ssh.length === 0 ? config : ANY_NETWORK
  if (mode !== 'sentinel') return assertAddress('config.host', { host, port }, networks)
  for (const [index, node] of (sentinel?.nodes ?? []).entries()) {
    assertAddress(`config.sentinel.nodes.${index}.host`, node, networks)
  }
}

/** Scripts of the main user are bounded by nothing: the other has to be another one. */
function assertScriptUser({ scriptUser, username }: ConnectionConfig): void {
  if (scriptUser !== '' && scriptUser === (username || 'default'))
    throw invalid('config.scriptUser', 'sameUser')
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function assertCertificates(field: string, text: string): void {
  const blocks = text.match(CERTIFICATE) ?? []
  if (blocks.length === 0) throw invalid(field, 'certificate')
  for (const block of blocks) {
    try {
      void new X509Certificate(block)
    } catch {
      throw invalid(field, 'certificate')
    }
  }
}

function assertTls(
  { tls }: ConnectionConfig,
  { tlsKey }: Pick<OpenSecrets, 'tlsKey'>,
  { mayLackSecrets }: ConnectionRights,
): void {
  if (tls === null) return
  if (tls.ca.trim() !== '') assertCertificates('config.tls.ca', tls.ca)
  if (tls.cert.trim() !== '') assertCertificates('config.tls.cert', tls.cert)
  const isLacking = mayLackSecrets === true && tlsKey === ''
  if (!isLacking && (tls.cert.trim() === '') !== (tlsKey === '')) {
    throw tlsKey === '' ? invalid('secrets.tlsKey', 'secret') : invalid('config.tls.cert', 'required')
  }
  if (tlsKey === '') return
  try {
    createPrivateKey(tlsKey)
  } catch {
    throw invalid('secrets.tlsKey', 'privateKey')
  }
}

/** `isLocked`: its passphrase may be missing, as in files of other programs. */
function assertKey(key: KeyText, isLocked: boolean): void {
  try {
    void readPrivateKey(key)
  } catch (error) {
    if (isLocked && error instanceof AppError && error.field !== key.field) return
    throw error
  }
}

function assertHops(
  { ssh }: ConnectionConfig,
  secrets: OpenSecrets,
  { mayLackSecrets }: ConnectionRights,
): void {
  for (const [index, { username, auth, hostKey }] of ssh.entries()) {
    if (username === '') throw invalid(`config.ssh.${index}.username`, 'required')
    if (hostKey !== '' && !HOST_KEY.test(hostKey)) throw invalid(`config.ssh.${index}.hostKey`, 'hostKey')
    const hop = secrets.ssh[index]
    const has = auth === 'password' ? hop?.password : hop?.privateKey
    if (mayLackSecrets === true && !has) continue
    if (auth === 'password' && !hop?.password) throw invalid(`secrets.ssh.${index}.password`, 'secret')
    if (auth !== 'key') continue
    const field = `secrets.ssh.${index}.privateKey`
    if (!hop?.privateKey) throw invalid(field, 'secret')
    const isLocked = mayLackSecrets === true && hop.passphrase === ''
    // Now, and not when somebody opens it.
    assertKey({ ...hop, field }, isLocked)
  }
}

/** What was opened was opened for one address: another one behind the same flag is asked for anew. */
function assertNetworks(
  config: ConnectionConfig,
  before: ConnectionConfig | undefined,
  { mayAllowNetworks }: ConnectionRights,
): void {
  if (mayAllowNetworks) return
  const isMoved = before === undefined || movedField(config, before) !== null
  const refused = (['allowLoopback', 'allowPrivate'] as const).find(
    (flag) => config[flag] && (isMoved || !before[flag]),
  )
  if (refused === undefined) return
  throw new AppError(redisErrors.redis_network_forbidden, { field: `config.${refused}` })
}

/** Refuses a connection that may not be stored or tried, naming the field; `secrets` are those it would have then. */
export function checkConfig(
  config: ConnectionConfig,
  secrets: OpenSecrets,
  before: ConnectionConfig | undefined,
  rights: ConnectionRights,
): void {
  assertNetworks(config, before, rights)
  assertMode(config)
  if (config.socketPath !== '' && !rights.sockets.includes(config.socketPath)) {
    throw invalid('config.socketPath', 'socket')
  }
  assertScriptUser(config)
  assertAddresses(config)
  assertTls(config, secrets, rights)
  assertHops(config, secrets, rights)
  if (Object.keys(config.databaseNames).length > DATABASE_NAMES) throw invalid('config.databaseNames', 'many')
  if (Object.keys(config.renamedCommands).length > RENAMED_COMMANDS) {
    throw invalid('config.renamedCommands', 'many')
  }
}
