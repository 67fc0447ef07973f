import { schemas, z } from '@qd/contract-kit'

export const CONNECTIONS_MAX = 200
export const REDIS_MODES = ['standalone', 'cluster', 'sentinel'] as const
export type RedisMode = (typeof REDIS_MODES)[number]
/** Marks of a connection in lists; empty for none. */
export const MARK_COLOURS = [
  '',
  'red',
  'orange',
  'gold',
  'green',
  'cyan',
  'blue',
  'purple',
  'magenta',
] as const
export const SSH_HOPS_MAX = 4

const hostText = z.string().check(z.trim(), z.maxLength(255))
const portNumber = z.int().check(z.gte(1), z.lte(65_535))
const pem = z.string().check(z.maxLength(65_536))
export const secretText = z.string().check(z.maxLength(4_096))
const address = z.object({ host: hostText, port: portNumber })
export const connectionId = z.string().check(z.minLength(1), z.maxLength(64))
export const connectionName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** One SSH server on the way; several are jump hosts, the first is reached from the console. */
export const sshHop = z.object({
  host: hostText,
  port: portNumber,
  username: z.string().check(z.maxLength(255)),
  /** `agent` is the SSH agent of the console's own machine. */
  auth: z.enum(['password', 'key', 'agent']),
  /** `SHA256:…` as ssh-keygen prints it; empty until the first test has shown it. */
  hostKey: z.string().check(z.maxLength(100)),
})
export type SshHop = z.output<typeof sshHop>

/** What stands in a connection beside its secrets (S3.15). */
export const connectionConfig = z.object({
  name: connectionName,
  mode: z.enum(REDIS_MODES),
  /** Of Redis; of the first node of a cluster. Empty with sentinels or a unix socket. */
  host: hostText,
  port: portNumber,
  /** Path of a unix socket; only those the settings file lists. Empty: none. */
  socketPath: z.string().check(z.maxLength(300)),
  /** ACL user; empty for the default one. */
  username: z.string().check(z.maxLength(255)),
  /**
   * Second ACL user, for scripts people type; empty: none. The server itself bounds what scripts do by its rules, and no
   * script is sent to a node where it may do more than read. Absent in a save of an older client: none.
   */
  scriptUser: z.prefault(z.string().check(z.trim(), z.maxLength(255)), ''),
  /** The password is asked for at connect and stays in the session. */
  asksPassword: z.boolean(),
  sentinel: z.nullable(
    z.object({
      nodes: z.array(address).check(z.minLength(1), z.maxLength(20)),
      /** Name of the master group. */
      master: z.string().check(z.maxLength(255)),
      username: z.string().check(z.maxLength(255)),
    }),
  ),
  tls: z.nullable(
    z.object({
      /** Whose certificate is wanted (SNI); empty: that of the host. */
      servername: hostText,
      /** Authority, PEM; empty: the usual ones. */
      ca: pem,
      /** Certificate of the client (public key), PEM; its private key is a secret. */
      cert: pem,
    }),
  ),
  /** The way through SSH, first hop first; empty: direct. */
  ssh: z.array(sshHop).check(z.maxLength(SSH_HOPS_MAX)),
  /** Between folders of the tree; none: a list (S5.07). */
  separators: z.array(z.string().check(z.minLength(1), z.maxLength(8))).check(z.maxLength(5)),
  /** Pattern the key list begins with; empty for all. */
  filter: z.string().check(z.maxLength(300)),
  timeoutMs: z.int().check(z.gte(500), z.lte(120_000)),
  /** A second name people use for it (S3.15). */
  customName: z.string().check(z.maxLength(100)),
  tags: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))).check(z.maxLength(20)),
  colour: z.enum(MARK_COLOURS),
  group: z.string().check(z.trim(), z.maxLength(64)),
  /**
   * Names the server gave its commands (`rename-command`), by the command: `{ DEL: "KDEL" }`. Each holds only on servers
   * whose COMMAND INFO says that the name is this command's. Absent in a save of an older client: none.
   */
  renamedCommands: z.prefault(
    z.record(
      z.string().check(z.regex(/^[A-Z][A-Z0-9_.-]{0,31}$/)),
      z.string().check(z.regex(/^[!-~]{1,64}$/)),
    ),
    {},
  ),
  /** Write commands are refused (S5.05), for everybody. */
  readOnly: z.boolean(),
  /** Names people gave databases, by number. */
  databaseNames: z.record(z.string().check(z.regex(/^\d{1,5}$/)), z.string().check(z.maxLength(64))),
  /** Keys a second all its scans may examine together. */
  scanBudget: z.int().check(z.gte(1_000), z.lte(10_000_000)),
  allowLoopback: z.boolean(),
  allowPrivate: z.boolean(),
})
export type ConnectionConfig = z.output<typeof connectionConfig>

/** Given with a save or a test. Left out: as stored. Empty: none. */
export const connectionSecrets = z.object({
  password: z.optional(secretText),
  sentinelPassword: z.optional(secretText),
  /** Of the user for scripts. */
  scriptPassword: z.optional(secretText),
  /** Private key of the TLS client, PEM. */
  tlsKey: z.optional(pem),
  /** By hop, in its order. */
  ssh: z.optional(
    z
      .array(
        z.object({
          password: z.optional(secretText),
          /** PEM or OpenSSH (RSA, ECDSA, Ed25519). */
          privateKey: z.optional(pem),
          passphrase: z.optional(secretText),
        }),
      )
      .check(z.maxLength(SSH_HOPS_MAX)),
  ),
})
export type ConnectionSecrets = z.output<typeof connectionSecrets>

/** Which secrets are stored; never what they are. */
export const secretsThere = z.object({
  password: z.boolean(),
  sentinelPassword: z.boolean(),
  scriptPassword: z.boolean(),
  tlsKey: z.boolean(),
  ssh: z.array(z.object({ password: z.boolean(), privateKey: z.boolean(), passphrase: z.boolean() })),
})

export const redisConnection = z.object({
  id: z.string(),
  lineId: z.string(),
  environment: schemas.environment,
  ...connectionConfig.shape,
  hasPassword: z.boolean(),
  secrets: secretsThere,
  /** Given by the sandbox at each start. */
  isManaged: z.boolean(),
  position: z.int(),
  revision: z.int(),
  /** What the caller may do with it. */
  mayEdit: z.boolean(),
  mayManage: z.boolean(),
  mayFlush: z.boolean(),
  /** Change the server itself; what of it writes data asks for `mayFlush`. */
  mayEndanger: z.boolean(),
  /** End a script of whoever runs one, which writes nothing: also on a read-only connection. */
  mayEndScripts: z.boolean(),
  /** Names of S3.15 that differ from ours, for scripts written against them. */
  separator: z.string(),
  timeout: z.number(),
  masterName: z.string(),
  connectionReadOnly: z.boolean(),
})
export type RedisConnection = z.output<typeof redisConnection>
