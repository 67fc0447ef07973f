import { z } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { connectionConfig, connectionSecrets, plainConfig } from '../../contract/index.ts'
import type {
  ConnectionConfig,
  ConnectionSecrets,
  RedisConnection,
  SshHop,
  saveConnection,
} from '../../contract/index.ts'
import type { RedisUrl } from './redis-url.ts'

export type SaveBody = RouteInput<typeof saveConnection>['body']
type HopSecrets = NonNullable<ConnectionSecrets['ssh']>[number]
type SecretsThere = RedisConnection['secrets']

export const SENTINEL_PORT = 26_379
const SSH_PORT = 22

/** Names of databases as people type them: a line each, `0 = cache`. Null: a line that is none. */
export function readDatabaseNames(text: string): Record<string, string> | null {
  const names: Record<string, string> = {}
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const found = /^(\d{1,5})\s*[=:：]\s*(\S.{0,63})$/.exec(line)
    if (found === null) return null
    names[String(Number(found[1]))] = (found[2] ?? '').trim()
  }
  return names
}

/** The server's own names of commands as people type them: a line each, `DEL = KDEL`. Null: a line that is none. */
export function readRenamedCommands(text: string): Record<string, string> | null {
  const names: Record<string, string> = {}
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const found = /^([A-Za-z][\w.-]{0,31})\s*[=:：]\s*([!-~]{1,64})$/.exec(line)
    if (found === null) return null
    names[found[1]!.toUpperCase()] = found[2]!
  }
  return names
}

const wayIn = ({ config }: { config: ConnectionConfig }): boolean =>
  config.mode === 'sentinel' ||
  config.host !== '' ||
  (config.mode === 'standalone' && config.socketPath !== '')

/** Values of the form. Places of the call stay places of the form, so that a refusal finds its field. */
export const connectionDraft = z
  .object({
    lineId: z.string().check(z.minLength(1)),
    config: connectionConfig,
    secrets: connectionSecrets,
    /** Stored secrets that are to go. */
    drops: z.object({ password: z.boolean(), sentinelPassword: z.boolean(), tlsKey: z.boolean() }),
    /** Where each hop stood when it was stored; null: it is new. */
    storedHops: z.array(z.nullable(z.int())),
    databaseNames: z.string(),
    renamedCommands: z.string(),
    /** The database an address named: it is opened first. */
    db: z.nullable(z.int()),
  })
  .check(
    z.refine(wayIn, { path: ['config', 'host'] }),
    z.refine(({ config }) => config.mode !== 'sentinel' || (config.sentinel?.master ?? '') !== '', {
      path: ['config', 'sentinel', 'master'],
    }),
    z.refine(({ config }) => (config.sentinel?.nodes ?? []).every(({ host }) => host !== ''), {
      path: ['config', 'sentinel', 'nodes'],
    }),
    z.refine(({ config }) => config.ssh.every(({ host }) => host !== ''), { path: ['config', 'ssh'] }),
    z.refine(({ databaseNames }) => readDatabaseNames(databaseNames) !== null, { path: ['databaseNames'] }),
    z.refine(({ renamedCommands }) => readRenamedCommands(renamedCommands) !== null, {
      path: ['renamedCommands'],
    }),
  )
export type ConnectionDraft = z.output<typeof connectionDraft>
/** While it is typed: numbers may be texts, and a secret that was not touched is not there. */
export type TypedDraft = z.input<typeof connectionDraft>

const NEW_CONFIG = plainConfig({ name: '' })

/** The part of a connection that a save takes. */
export function configOf(connection: RedisConnection): ConnectionConfig {
  const names = Object.keys(NEW_CONFIG) as (keyof ConnectionConfig)[]
  return Object.fromEntries(names.map((name) => [name, connection[name]])) as ConnectionConfig
}

export const NO_SENTINEL: NonNullable<ConnectionConfig['sentinel']> = {
  nodes: [{ host: '', port: SENTINEL_PORT }],
  master: '',
  username: '',
}
export const USUAL_TLS: NonNullable<ConnectionConfig['tls']> = { servername: '', ca: '', cert: '' }
export const NEW_HOP: SshHop = { host: '', port: SSH_PORT, username: '', auth: 'key', hostKey: '' }

const linesOf = (names: Readonly<Record<string, string>>): string =>
  Object.entries(names)
    .map(([name, given]) => `${name} = ${given}`)
    .join('\n')

/** What the form begins with: a connection as it is, a copy of one, or a new one. */
export function draftOf(lineId: string, from: RedisConnection | null, copyName?: string): TypedDraft {
  const stored = from === null ? NEW_CONFIG : configOf(from)
  const isCopy = copyName !== undefined
  const config = isCopy ? { ...stored, name: copyName } : stored
  return {
    lineId,
    config,
    secrets: { ssh: config.ssh.map(() => ({})) },
    drops: { password: false, sentinelPassword: false, tlsKey: false },
    // Secrets cannot be read, so a copy has none.
    storedHops: config.ssh.map((_hop, index) => (isCopy || from === null ? null : index)),
    databaseNames: linesOf(config.databaseNames),
    renamedCommands: linesOf(config.renamedCommands ?? {}),
    db: null,
  }
}

const HOP_SECRETS = ['password', 'privateKey', 'passphrase'] as const
const USED_BY: Readonly<Record<SshHop['auth'], readonly string[]>> = {
  key: ['privateKey', 'passphrase'],
  password: ['password'],
  agent: [],
}

/**
 * Secrets of a hop. The server keeps what is left out by place, so a hop that moved must not take over what belongs to
 * the server that stood there: its own are given again, or there are none.
 */
function hopSecrets(
  draft: ConnectionDraft,
  hop: SshHop,
  place: number,
  stored: SecretsThere | null,
): HopSecrets {
  const given = draft.secrets.ssh?.[place] ?? {}
  const isInPlace = draft.storedHops[place] === place
  const entries = HOP_SECRETS.flatMap((name) => {
    const isUsed = USED_BY[hop.auth].includes(name)
    if (isUsed && given[name] !== undefined) return [[name, given[name]] as const]
    const isLeft = stored?.ssh[place]?.[name] === true && !(isUsed && isInPlace)
    return isLeft ? [[name, ''] as const] : []
  })
  return Object.fromEntries(entries)
}

/** What was typed, and an empty text for what is stored and is to go; nothing else is touched. */
function secretsOf(draft: ConnectionDraft, stored: SecretsThere | null): ConnectionSecrets {
  const { config, secrets, drops } = draft
  const single = (name: 'password' | 'sentinelPassword' | 'scriptPassword' | 'tlsKey', isUsed: boolean) => {
    // That of a user for scripts goes with the user.
    const isDropped = name !== 'scriptPassword' && drops[name]
    const given = isUsed && !isDropped ? secrets[name] : undefined
    if (given !== undefined) return { [name]: given }
    return stored?.[name] === true && (isDropped || !isUsed) ? { [name]: '' } : {}
  }
  const ssh = config.ssh.map((hop, place) => hopSecrets(draft, hop, place, stored))
  return {
    ...single('password', !config.asksPassword),
    ...single('sentinelPassword', config.mode === 'sentinel'),
    ...single('scriptPassword', config.scriptUser !== ''),
    ...single('tlsKey', config.tls !== null),
    ...(ssh.some((hop) => Object.keys(hop).length > 0) ? { ssh } : {}),
  }
}

/** What is sent: parts of other modes are emptied, names are read. */
export function saveOf(draft: ConnectionDraft, editing: RedisConnection | null): SaveBody {
  const { config, lineId, databaseNames, renamedCommands } = draft
  const hasSocket = config.mode === 'standalone' && config.socketPath !== ''
  return {
    lineId,
    ...(editing === null ? {} : { connectionId: editing.id, revision: editing.revision }),
    config: {
      ...config,
      host: config.mode === 'sentinel' || hasSocket ? '' : config.host,
      socketPath: hasSocket ? config.socketPath : '',
      sentinel: config.mode === 'sentinel' ? config.sentinel : null,
      databaseNames: readDatabaseNames(databaseNames) ?? {},
      renamedCommands: readRenamedCommands(renamedCommands) ?? {},
    },
    secrets: secretsOf(draft, editing?.secrets ?? null),
  }
}

/** What a test is given: as a save, with a password that is asked for at connect and typed for once. */
export function testOf(draft: ConnectionDraft, editing: RedisConnection | null): Omit<SaveBody, 'revision'> {
  const { revision: _unused, ...body } = saveOf(draft, editing)
  const { password } = draft.secrets
  const isAsked = draft.config.asksPassword && password !== undefined
  return isAsked ? { ...body, secrets: { ...body.secrets, password } } : body
}

/** The form with what an address says; what it says nothing of stays. */
export function withUrl(draft: TypedDraft, url: RedisUrl): TypedDraft {
  const { mode, host, port, socketPath, username, password, isTls, sentinel, db } = url
  const { config } = draft
  const name = config.name === '' ? host || (sentinel?.nodes[0]?.host ?? '') || socketPath : config.name
  return {
    ...draft,
    db,
    config: {
      ...config,
      name: name.slice(0, 100),
      mode,
      host,
      port,
      socketPath,
      username,
      sentinel: sentinel === null ? config.sentinel : { ...NO_SENTINEL, ...config.sentinel, ...sentinel },
      tls: isTls ? (config.tls ?? USUAL_TLS) : null,
    },
    secrets: password === '' ? draft.secrets : { ...draft.secrets, password },
  }
}

/** The sections of the form, in their order. */
export const SECTIONS = ['basic', 'sentinel', 'tls', 'ssh', 'display', 'limits'] as const
export type Section = (typeof SECTIONS)[number]

const DISPLAYED = new Set(['separators', 'filter', 'colour', 'group', 'tags'])
const LIMITED = new Set([
  'timeoutMs',
  'scanBudget',
  'readOnly',
  'scriptUser',
  'scriptPassword',
  'renamedCommands',
  'allowLoopback',
  'allowPrivate',
])

/** The section a field stands in, by its dotted path. */
export function sectionOf(path: string): Section {
  const [root, part = ''] = path.split('.')
  if (root === 'databaseNames') return 'basic'
  if (root === 'renamedCommands') return 'limits'
  if (part.startsWith('sentinel')) return 'sentinel'
  if (part === 'tls' || part === 'tlsKey') return 'tls'
  if (part === 'ssh') return 'ssh'
  if (DISPLAYED.has(part)) return 'display'
  return LIMITED.has(part) ? 'limits' : 'basic'
}
