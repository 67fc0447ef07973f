import { defineRoute, schemas, z } from '@qd/contract-kit'
import { KEY_BYTES, redisBytes } from './bytes.ts'
import { atDatabase, databaseRef } from './connections.ts'
import { dangerousRedis, editRedis, readRedis } from './permissions.ts'
import { byNode } from './server.ts'

/* Functions and scripts of a server (7.0). Each master of a cluster has its own; a change goes to all of them. */

export const LIBRARY_BYTES = 1_048_576

const functionName = z.string().check(z.minLength(1), z.maxLength(200))
const sha1 = z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))

export const functionLibrary = z.object({
  name: z.string(),
  engine: z.string(),
  code: z.string(),
  functions: z.array(z.object({ name: z.string(), description: z.string(), flags: z.array(z.string()) })),
})
export type FunctionLibrary = z.output<typeof functionLibrary>

export const serverFunctions = defineRoute({
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R0',
  path: '/adjust/redis/server/functions',
  title: 'redis.serverFunctions',
  /** `scripts`: sha1 of scripts that are looked for in the cache. */
  body: z.object({ ...databaseRef, scripts: z.array(sha1).check(z.maxLength(20)) }),
  target: atDatabase,
  reply: z.object({
    nodes: byNode(
      z.object({
        /** Null while a script holds the server up, and before 7.0. */
        libraries: z.nullable(z.array(functionLibrary)),
        /** What runs now; null when nothing does, or the server does not tell. */
        running: z.nullable(
          z.object({
            name: z.string(),
            command: z.string(),
            /** Since it began; null for a script, of which the server says no more than that it runs. */
            ms: z.nullable(z.number()),
          }),
        ),
        /** In the order they were asked for. */
        scripts: z.array(z.boolean()),
      }),
    ),
  }),
})

export const functionsChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('load'),
    code: z.string().check(z.minLength(1), z.maxLength(LIBRARY_BYTES)),
    /** Takes the place of a library of the same name; else that is refused. */
    replace: z.boolean(),
  }),
  z.object({ kind: z.literal('delete'), library: functionName }),
  z.object({ kind: z.literal('killFunction') }),
  z.object({ kind: z.literal('killScript') }),
  z.object({ kind: z.literal('flushScripts') }),
])
export type FunctionsChange = z.output<typeof functionsChange>

/** One change of functions and scripts, on all masters. Who does it types the name of the connection, wherever it is. */
export const changeFunctions = defineRoute({
  method: 'POST',
  level: 2,
  permission: dangerousRedis,
  risk: 'R3',
  confirms: 'named',
  path: '/adjust/redis/server/functions/change',
  title: 'redis.changeFunctions',
  bodyLimit: 4 * LIBRARY_BYTES,
  body: z.object({ ...databaseRef, functionsChange, ...schemas.confirmation }),
  target: atDatabase,
  subject: ({ body }) => body.connectionId,
  /** Its length alone: code may hold what is nobody's business. */
  audit: ({ body: { functionsChange: change } }) => ({
    change: change.kind,
    ...(change.kind === 'delete' ? { library: change.library } : {}),
    ...(change.kind === 'load' ? { signs: change.code.length, replace: change.replace } : {}),
  }),
  reply: z.object({ nodes: z.array(z.object({ node: z.string(), code: z.string(), msg: z.string() })) }),
})

/**
 * Tries a function (FCALL, or FCALL_RO). What the server bounds by the script user of the connection is a read; any other
 * may do all that the connection may, so it is dangerous and confirmed (R3). The answer is as that of a single command.
 */
export const callFunction = defineRoute({
  method: 'POST',
  level: 2,
  permission: editRedis,
  risk: 'R1',
  risesTo: 'R3',
  path: '/adjust/redis/server/functions/call',
  title: 'redis.callFunction',
  bodyLimit: 4 * KEY_BYTES,
  body: z.object({
    ...databaseRef,
    name: functionName,
    keys: z.array(redisBytes).check(z.maxLength(100)),
    args: z.array(redisBytes).check(z.maxLength(100)),
    isReadOnly: z.boolean(),
    ...schemas.confirmation,
  }),
  target: atDatabase,
  subject: ({ body }) => body.name,
  audit: ({ body }) => ({
    db: body.db,
    name: body.name,
    keys: body.keys.length,
    isReadOnly: body.isReadOnly,
  }),
  reply: z.object({ reply: z.unknown() }),
})
