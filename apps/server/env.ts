import { join, resolve } from 'node:path'
import { readsKeysRightly } from '@qd/canonical-json'
import { parseShipAddress } from '@qd/audit/server'
import type { ShipAddress } from '@qd/audit/server'
import { z } from '@qd/contract-kit'
import { isLoopbackName, settingHostName } from '@qd/server-kit'
import { smtpAddressOf } from './smtp-address.ts'
import type { SmtpAddress } from './smtp-address.ts'
import { isEveryAddress, listenName, localName } from './listen/listen-name.ts'
import { envSchema } from './env-schema.ts'

/** Settings of one console process; all come from the environment. */
export interface Env {
  port: number
  host: string
  dataDir: string
  /** Uploaded files; all nodes share one folder. */
  filesDir: string
  isSandbox: boolean
  sandboxProtocol: string | undefined
  /** Whether the sandbox begins with approvals on for production. */
  hasSandboxApprovals: boolean
  databaseUrl: string | undefined
  masterKeyFile: string | undefined
  /** The specification's GET login (S7.02): on in the sandbox, off elsewhere unless switched on. */
  allowsLoginGet: boolean
  /** Shortest password accepted: 6 in the sandbox, 12 elsewhere (S5.03 is the floor). */
  passwordMin: number
  /** Nobody works without a second factor. */
  requiresSecondFactor: boolean
  /** Sign-in through an identity provider; undefined: off. */
  oidc: OidcEnv | undefined
  trustedProxies: string[]
  /** Origins that may open the live channel beside the one a request's `Host` names. */
  allowedOrigins: string[]
  /** Hosts requests may name beside those of loopback, as `Host` is compared with them. */
  hostNames: string[]
  /** Where people reach this console. */
  publicUrl: string | undefined
  /** Holds the token of `/metrics`; without it only this machine may look. */
  metricsTokenFile: string | undefined
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Where the ends of the audit chain are sent, outside the database's reach. */
  auditShip: ShipAddress[]
  /** Secret that signs them. */
  auditShipKeyFile: string | undefined
  /** Certificates of the authorities of receivers by TLS. */
  auditShipCaFile: string | undefined
  tls: { certFile: string; keyFile: string } | undefined
  /** The server that takes mail; undefined: none is sent. */
  smtp: SmtpEnv | undefined
  /** Socket of the SSH agent of the console's own account, for tunnels that sign in with it. */
  sshAgent?: string | undefined
  /** Where new versions of the console are looked for; undefined: nowhere. */
  updates?: UpdatesEnv | undefined
}

/** A signed feed of new versions. */
export interface UpdatesEnv {
  feed: string
  keyFile: string
  caFile: string | undefined
  allowsLoopback: boolean
}

/** How mail leaves. */
export interface SmtpEnv extends SmtpAddress {
  from: string
  user: string | undefined
  passwordFile: string | undefined
  caFile: string | undefined
}

/** How people sign in through an identity provider. */
export interface OidcEnv {
  issuer: string
  clientId: string
  clientSecretFile: string | undefined
  scopes: string
  groupsClaim: string | undefined
  label: string
  publicUrl: string
  createsUsers: boolean
  allowsLoopback: boolean
}

/** A wrong setting stops the start with one line that names the variable. */
export class EnvError extends Error {}

/** Refuses a Node that cannot run the console, or whose JSON mixes keys up (V8 before 24.22.1 and 26.12.1). */
export function assertNode(version: string, readsRightly: () => boolean = readsKeysRightly): void {
  const major = Number(version.replace(/^v/, '').split('.')[0])
  if (!(major >= 24))
    throw new EnvError(`Quarterdeck needs Node 24 or newer, this is ${version}; use npm start`)
  if (!readsRightly())
    throw new EnvError(
      `Node ${version} reads wrong keys in JSON, a fault of its engine: use npm start, or Node 24.22.1, 26.12.1 or newer`,
    )
}

function oidcOf(env: z.output<typeof envSchema>): OidcEnv | undefined {
  const { QD_OIDC_ISSUER: issuer, QD_OIDC_CLIENT_ID: clientId, QD_PUBLIC_URL: publicUrl } = env
  if (issuer === undefined) return undefined
  if (clientId === undefined) throw new EnvError('QD_OIDC_CLIENT_ID: QD_OIDC_ISSUER needs it')
  if (publicUrl === undefined)
    throw new EnvError('QD_PUBLIC_URL: QD_OIDC_ISSUER needs the address people reach this console at')
  return {
    issuer,
    clientId,
    publicUrl,
    clientSecretFile: env.QD_OIDC_CLIENT_SECRET_FILE,
    scopes: env.QD_OIDC_SCOPES ?? 'openid profile',
    groupsClaim: env.QD_OIDC_GROUPS_CLAIM,
    label: env.QD_OIDC_LABEL ?? new URL(issuer).hostname,
    createsUsers: env.QD_OIDC_CREATE_USERS,
    allowsLoopback: env.QD_OIDC_ALLOW_LOOPBACK,
  }
}

function smtpOf(env: z.output<typeof envSchema>): SmtpEnv | undefined {
  const { QD_SMTP_URL: url, QD_SMTP_FROM: from } = env
  const address = url === undefined ? null : smtpAddressOf(url)
  if (address === null) return undefined
  if (from === undefined) throw new EnvError('QD_SMTP_FROM: QD_SMTP_URL needs the address mail comes from')
  if (env.QD_SMTP_USER !== undefined && address.tls === 'none') {
    throw new EnvError('QD_SMTP_USER: smtp+plain sends everything in the clear, so it takes no password')
  }
  if ((env.QD_SMTP_USER === undefined) !== (env.QD_SMTP_PASSWORD_FILE === undefined)) {
    throw new EnvError('QD_SMTP_USER: give QD_SMTP_USER and QD_SMTP_PASSWORD_FILE together')
  }
  return {
    ...address,
    from,
    user: env.QD_SMTP_USER,
    passwordFile: env.QD_SMTP_PASSWORD_FILE,
    caFile: env.QD_SMTP_CA_FILE,
  }
}

function updatesOf(env: z.output<typeof envSchema>): UpdatesEnv | undefined {
  const { QD_UPDATE_FEED: feed, QD_UPDATE_KEY_FILE: keyFile, QD_UPDATE_CA_FILE: caFile } = env
  if (feed === undefined && keyFile === undefined) return undefined
  if (feed === undefined || keyFile === undefined) {
    throw new EnvError('QD_UPDATE_FEED: give QD_UPDATE_FEED and QD_UPDATE_KEY_FILE together')
  }
  return { feed, keyFile, caFile, allowsLoopback: env.QD_UPDATE_ALLOW_LOOPBACK }
}

/** Hosts requests may name; a console that others reach must know what it is called. */
function hostNamesOf(env: z.output<typeof envSchema>, listen: string): string[] {
  const addresses = [...env.QD_ALLOWED_ORIGINS, env.QD_PUBLIC_URL ?? []].flat()
  const names = [...env.QD_ALLOWED_HOSTS, ...addresses.map((text) => new URL(text).host)].map((text) =>
    settingHostName(text)!,
  )
  if (!isEveryAddress(listen)) return [...names, listen]
  if (names.length > 0) return names
  throw new EnvError(
    `QD_ALLOWED_HOSTS: QD_HOST=${env.QD_HOST} listens on every address; name the hosts people reach this console at here, or give QD_PUBLIC_URL`,
  )
}

/** Where a console that listens there is reached without a proxy. */
export function originOf({ host, tls }: Pick<Env, 'host' | 'tls'>, port: number): string {
  return `${tls === undefined ? 'http' : 'https'}://${localName(host)}:${port}`
}

/** Reads the environment; throws EnvError naming the variable that is wrong. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(envSchema, given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new EnvError(`${String(issue.path[0])}: ${issue.message}`)
  }
  const env = parsed.data
  const host = env.QD_HOST ?? '127.0.0.1'
  const listen = listenName(host)
  if (listen === null) throw new EnvError(`QD_HOST: ${host} is neither a host name nor an address`)
  if (env.QD_SANDBOX && !isLoopbackName(listen)) {
    throw new EnvError(
      `QD_HOST: the sandbox has public passwords and listens on loopback only; set QD_SANDBOX=off to listen on ${host}`,
    )
  }
  if ((env.QD_TLS_CERT === undefined) !== (env.QD_TLS_KEY === undefined)) {
    throw new EnvError('QD_TLS_CERT: give QD_TLS_CERT and QD_TLS_KEY together')
  }
  return {
    port: env.QD_PORT ?? 8600,
    host,
    dataDir: resolve(env.QD_DATA_DIR ?? './data'),
    filesDir: resolve(env.QD_FILES_DIR ?? join(env.QD_DATA_DIR ?? './data', 'files')),
    isSandbox: env.QD_SANDBOX,
    hasSandboxApprovals: env.QD_SANDBOX_APPROVALS,
    sandboxProtocol: env.QD_SANDBOX_PROTOCOL === undefined ? undefined : resolve(env.QD_SANDBOX_PROTOCOL),
    databaseUrl: env.DATABASE_URL,
    masterKeyFile: env.QD_MASTER_KEY_FILE,
    allowsLoginGet: env.QD_LOGIN_GET === undefined ? env.QD_SANDBOX : env.QD_LOGIN_GET === 'on',
    passwordMin: env.QD_PASSWORD_MIN ?? (env.QD_SANDBOX ? 6 : 12),
    requiresSecondFactor: env.QD_REQUIRE_SECOND_FACTOR,
    oidc: oidcOf(env),
    trustedProxies: env.QD_TRUSTED_PROXIES,
    allowedOrigins: [...env.QD_ALLOWED_ORIGINS, env.QD_PUBLIC_URL ?? []]
      .flat()
      .map((text) => new URL(text).origin),
    hostNames: hostNamesOf(env, listen),
    publicUrl: env.QD_PUBLIC_URL,
    metricsTokenFile: env.QD_METRICS_TOKEN_FILE,
    logLevel: env.QD_LOG_LEVEL ?? 'warn',
    auditShip: env.QD_AUDIT_SHIP.flatMap((text) => parseShipAddress(text) ?? []),
    auditShipKeyFile: env.QD_AUDIT_SHIP_KEY_FILE,
    auditShipCaFile: env.QD_AUDIT_SHIP_CA_FILE,
    smtp: smtpOf(env),
    sshAgent: env.SSH_AUTH_SOCK,
    updates: updatesOf(env),
    tls:
      env.QD_TLS_CERT === undefined || env.QD_TLS_KEY === undefined
        ? undefined
        : { certFile: env.QD_TLS_CERT, keyFile: env.QD_TLS_KEY },
  }
}
