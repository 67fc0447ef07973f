import { defineRoute, z } from '@qd/contract-kit'

export * from './updates/index.ts'

export const link = z.object({ name: z.string(), url: z.string(), target: z.optional(z.string()) })
export const namedAddress = z.object({ name: z.string(), value: z.string() })

/** A key that proofs of approved requests are signed with, as anybody may know it. */
export const proofKey = z.object({
  /** SHA-256 of the public key as SPKI in DER, hex. */
  fingerprint: z.string(),
  /** SPKI in PEM. */
  publicKey: z.string(),
  state: z.enum(['active', 'retired', 'revoked']),
  /** Rows of the audit in which it began and ended; null: there is no such row yet, or no longer. */
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
})
export type ProofKey = z.infer<typeof proofKey>

/** Settings every page needs before sign-in; merged over the defaults at start-up (S3.14, S7.21). */
export const globalConfig = z.object({
  menus: z.array(link),
  extMenus: z.array(link),
  PLATFORM_BASE_NUM: z.number(),
  SID_BASE_NUM: z.number(),
  /** Gateway address. */
  ws: z.string(),
  /** Gateway addresses by line; empty before sign-in. */
  wsList: z.array(namedAddress),
  configApi: z.string(),
  hashApi: z.string(),
  routeApi: z.string(),
  adjustUrl: z.string(),
  newUserUrl: z.string(),
  yapi: z.string(),
  jsonDeep: z.int(),
  jsonExpand: z.int(),
  project: z.string(),
  protocol: z.string(),
  version: z.string(),
  /** Content hash of the pages this server has; empty while it has none. */
  build: z.string(),
  logCollectorUrl: z.string(),
  mirrorUrl: z.string(),
  userWs: z.string(),
  passwordMin: z.int(),
  sandbox: z.boolean(),
  setupOpen: z.boolean(),
  /** The newest first. */
  proofKeys: z.array(proofKey),
})
export type GlobalConfig = z.infer<typeof globalConfig>

export const getConfig = defineRoute({
  method: 'GET',
  path: '/api/sys/config',
  title: 'system.config',
  permission: 'public',
  level: 0,
  risk: 'R0',
  reply: globalConfig,
})

const health = { method: 'GET', permission: 'public', level: 0, risk: 'R0' } as const

export const healthz = defineRoute({
  ...health,
  path: '/healthz',
  title: 'system.health',
  reply: z.literal('ok'),
})
export const readyz = defineRoute({
  ...health,
  path: '/readyz',
  title: 'system.ready',
  /** `storage_full`: signing in and reading go on, everything else is refused until there is room. */
  reply: z.enum(['ok', 'storage_full']),
})

/** The calls of this console as an OpenAPI document. */
export const docs = defineRoute({
  method: 'GET',
  path: '/docs',
  title: 'system.docs',
  permission: 'session',
  level: 0,
  risk: 'R0',
  reply: z.unknown(),
  raw: true,
})
