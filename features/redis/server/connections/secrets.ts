import type { SecretBox } from '@qd/server-kit'
import type { ConnectionConfig, ConnectionSecrets, RedisConnection } from '../../contract/index.ts'

/** Secrets of one hop; empty: none. */
interface HopSecrets {
  readonly password: string
  readonly privateKey: string
  readonly passphrase: string
}

/** All secrets of a connection, opened; empty texts where there are none. One entry of `ssh` for each hop. */
export interface OpenSecrets {
  readonly password: string
  readonly sentinelPassword: string
  /** Of the user for scripts. */
  readonly scriptPassword: string
  readonly tlsKey: string
  readonly ssh: readonly HopSecrets[]
}

/** The same, each text sealed for its own place. */
export type SealedSecrets = OpenSecrets

const HOP_FIELDS = ['password', 'privateKey', 'passphrase'] as const

export const NO_SECRETS: OpenSecrets = {
  password: '',
  sentinelPassword: '',
  scriptPassword: '',
  tlsKey: '',
  ssh: [],
}

type Change = (value: string, at: string) => string

function each(secrets: OpenSecrets, change: Change): OpenSecrets {
  const at = (value: string, place: string) => (value === '' ? '' : change(value, place))
  return {
    password: at(secrets.password, 'password'),
    sentinelPassword: at(secrets.sentinelPassword, 'sentinelPassword'),
    scriptPassword: at(secrets.scriptPassword, 'scriptPassword'),
    tlsKey: at(secrets.tlsKey, 'tlsKey'),
    ssh: secrets.ssh.map((hop, index) => ({
      password: at(hop.password, `ssh/${index}/password`),
      privateKey: at(hop.privateKey, `ssh/${index}/privateKey`),
      passphrase: at(hop.passphrase, `ssh/${index}/passphrase`),
    })),
  }
}

/** Where a secret belongs; its seal opens nowhere else. */
const placeOf = (id: string, at: string) => `redis_connection/${id}/${at}`

export function sealSecrets(secrets: OpenSecrets, id: string, box: SecretBox): SealedSecrets {
  return each(secrets, (value, at) => box.seal(value, placeOf(id, at)))
}

/** Throws `secrets_sealed` while the master key is wrong. */
export function openSecrets(sealed: SealedSecrets, id: string, box: SecretBox): OpenSecrets {
  return each(sealed, (value, at) => box.open(value, placeOf(id, at)))
}

export function secretsThere(sealed: SealedSecrets): RedisConnection['secrets'] {
  return {
    password: sealed.password !== '',
    sentinelPassword: sealed.sentinelPassword !== '',
    scriptPassword: sealed.scriptPassword !== '',
    tlsKey: sealed.tlsKey !== '',
    ssh: sealed.ssh.map(({ password, privateKey, passphrase }) => ({
      password: password !== '',
      privateKey: privateKey !== '',
      passphrase: passphrase !== '',
    })),
  }
}

/**
 * What is given, where it is given; secrets of a part the connection has no more count as removed: of a password that is
 * asked for, of sentinels, of a user for scripts, of TLS, of hops.
 */
export function givenSecrets(config: ConnectionConfig, given: ConnectionSecrets): ConnectionSecrets {
  return {
    password: config.asksPassword ? '' : given.password,
    sentinelPassword: config.mode === 'sentinel' ? given.sentinelPassword : '',
    scriptPassword: config.scriptUser === '' ? '' : given.scriptPassword,
    tlsKey: config.tls === null ? '' : given.tlsKey,
    ssh: config.ssh.map(({ auth }, index) => {
      const hop = given.ssh?.[index] ?? {}
      return {
        password: auth === 'password' ? hop.password : '',
        privateKey: auth === 'key' ? hop.privateKey : '',
        passphrase: auth === 'key' ? hop.passphrase : '',
      }
    }),
  }
}

/** Given secrets over the stored ones: absent is as stored, empty is none. */
export function mergeSecrets(given: ConnectionSecrets, stored: OpenSecrets): OpenSecrets {
  return {
    password: given.password ?? stored.password,
    sentinelPassword: given.sentinelPassword ?? stored.sentinelPassword,
    scriptPassword: given.scriptPassword ?? stored.scriptPassword,
    tlsKey: given.tlsKey ?? stored.tlsKey,
    ssh: (given.ssh ?? []).map((hop, index) => {
      const kept = stored.ssh[index]
      return {
        password: hop.password ?? kept?.password ?? '',
        privateKey: hop.privateKey ?? kept?.privateKey ?? '',
        passphrase: hop.passphrase ?? kept?.passphrase ?? '',
      }
    }),
  }
}

const plainNames = ['password', 'sentinelPassword', 'scriptPassword', 'tlsKey'] as const

/** Dotted names of all secrets and what is given for each. */
function named(given: ConnectionSecrets): (readonly [name: string, value: string | undefined])[] {
  const ofHops = (given.ssh ?? []).flatMap((hop, index) =>
    HOP_FIELDS.map((name) => [`ssh.${index}.${name}`, hop[name]] as const),
  )
  return [...plainNames.map((name) => [name, given[name]] as const), ...ofHops]
}

function storedNames(stored: RedisConnection['secrets']): Set<string> {
  const ofHops = stored.ssh.flatMap((hop, index) =>
    HOP_FIELDS.filter((name) => hop[name]).map((name) => `ssh.${index}.${name}`),
  )
  return new Set([...plainNames.filter((name) => stored[name]), ...ofHops])
}

/** Dotted names of the stored secrets that a save without them would go on using. */
export function keptSecrets(given: ConnectionSecrets, stored: RedisConnection['secrets']): string[] {
  const there = storedNames(stored)
  return named(given).flatMap(([name, value]) => (value === undefined && there.has(name) ? [name] : []))
}

/** Dotted names of the secrets that are given, for the audit. */
export function givenNames(given: ConnectionSecrets): string[] {
  return named(given).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [name]))
}
