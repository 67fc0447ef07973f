import { defineRoute, schemas, z } from '@qd/contract-kit'
import { atDatabase, databaseRef } from './connections.ts'
import { dangerousRedis } from './permissions.ts'
import { SLOW_KINDS } from './server.ts'

/* Changes of the server behind a connection; each goes to all its nodes. */

const configName = z.string().check(z.regex(/^[a-z0-9._-]{1,100}$/i))
const aclName = z.string().check(z.minLength(1), z.maxLength(200))

export const serverChange = z.discriminatedUnion('kind', [
  z.object({
    /** The console's own connection of this session is left out. */
    kind: z.literal('killClients'),
    clients: z
      .array(
        z.object({ node: z.string().check(z.maxLength(300)), id: z.string().check(z.regex(/^\d{1,20}$/)) }),
      )
      .check(z.minLength(1), z.maxLength(500)),
  }),
  z.object({ kind: z.literal('resetSlowLog'), log: z.enum(SLOW_KINDS) }),
  z.object({ kind: z.literal('resetStatistics') }),
  z.object({ kind: z.literal('resetLatency') }),
  z.object({ kind: z.literal('setConfig'), name: configName, value: z.string().check(z.maxLength(4_096)) }),
  z.object({ kind: z.literal('rewriteConfig') }),
  z.object({ kind: z.literal('saveDatabase') }),
  z.object({ kind: z.literal('rewriteAppendFile') }),
])
export type ServerChange = z.output<typeof serverChange>

export const aclChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('setUser'),
    user: aclName,
    /** Rules as ACL SETUSER takes them, one each; passwords go in `password`. */
    rules: z.array(z.string().check(z.minLength(1), z.maxLength(1_000))).check(z.maxLength(500)),
    /** One more password; write-only. */
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  }),
  z.object({ kind: z.literal('deleteUser'), user: aclName }),
  z.object({ kind: z.literal('resetAclLog') }),
])
export type AclChange = z.output<typeof aclChange>

const change = {
  method: 'POST',
  level: 2,
  permission: dangerousRedis,
  confirms: 'named',
  bodyLimit: 262_144,
  target: atDatabase,
} as const
const results = z.object({
  /** Each node by itself: one may have refused what others did. */
  nodes: z.array(z.object({ node: z.string(), code: z.string(), msg: z.string() })),
})

/** One change of the server, on all its nodes. Who does it types the name of the connection, wherever it is. */
export const changeServer = defineRoute({
  ...change,
  risk: 'R3',
  path: '/adjust/redis/server/change',
  title: 'redis.changeServer',
  body: z.object({ ...databaseRef, change: serverChange, ...schemas.confirmation }),
  subject: ({ body }) => body.connectionId,
  audit: ({ body: { change: done } }) => ({
    change: done.kind,
    ...(done.kind === 'setConfig' ? { name: done.name } : {}),
    ...(done.kind === 'killClients' ? { clients: done.clients.map(({ id }) => id).slice(0, 20) } : {}),
  }),
  reply: results,
})

/** Users of the server; no rule is kept in the audit, for one may hold a password. */
export const changeAcl = defineRoute({
  ...change,
  risk: 'R4',
  path: '/adjust/redis/server/acl/change',
  title: 'redis.changeAcl',
  body: z.object({ ...databaseRef, aclChange, ...schemas.confirmation }),
  subject: ({ body }) => body.connectionId,
  audit: ({ body: { aclChange: done } }) => ({
    change: done.kind,
    ...(done.kind === 'resetAclLog' ? {} : { user: done.user }),
  }),
  reply: results,
})
