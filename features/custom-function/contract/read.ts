import { defineRoute, z } from '@qd/contract-kit'
import { manageFunctions, runFunction } from './permissions.ts'
import { atTarget, functionDefinition, functionEntry, functionKey, functionTarget, risk } from './shapes.ts'

const read = { method: 'POST', level: 3, risk: 'R0', query: functionTarget, target: atTarget } as const

/**
 * Functions offered on a server: those its game server declares and those composed for its place that the
 * caller made, manages or shares a group with.
 */
export const functionList = defineRoute({
  ...read,
  path: '/adjust/function/list',
  title: 'custom-function.list',
  permission: runFunction,
  body: z.object({ withArchived: z.optional(z.boolean()) }),
  reply: z.object({
    /** `none`: the game server offers no functions; `offline`: it did not answer, `serverMsg` says why. */
    serverState: z.enum(['ok', 'none', 'offline']),
    serverMsg: z.string(),
    /** Declarations of the game server that were refused, each with the reason. */
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    list: z.array(functionEntry),
    mayManage: z.boolean(),
    mayRunMany: z.boolean(),
  }),
})

/** A composed function with its definition; `version` absent: the newest. */
export const functionGet = defineRoute({
  ...read,
  path: '/adjust/function/get',
  title: 'custom-function.get',
  permission: runFunction,
  body: z.object({
    id: functionKey.shape.id,
    version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
  }),
  reply: z.object({ entry: functionEntry, definition: functionDefinition }),
})

/** Every save of a composed function, newest first. */
export const functionVersions = defineRoute({
  ...read,
  path: '/adjust/function/versions',
  title: 'custom-function.versions',
  permission: runFunction,
  body: z.object({ id: functionKey.shape.id }),
  reply: z.object({
    list: z.array(
      z.object({
        version: z.string(),
        at: z.number(),
        by: z.string(),
        note: z.string(),
        title: z.string(),
        risk,
      }),
    ),
  }),
})

/** Groups a function can be shared with. */
export const functionGroups = defineRoute({
  ...read,
  path: '/adjust/function/groups',
  title: 'custom-function.groups',
  permission: manageFunctions,
  body: z.object({}),
  reply: z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) }),
})
