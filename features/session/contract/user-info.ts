import { defineRoute, z } from '@qd/contract-kit'

export const functionEntry = z.object({ code: z.string(), type: z.string() })

/** Rights of one page as the specification's front ends read them (S6.02). */
export const pagePermissions = z.object({ routerName: z.string(), functionList: z.array(functionEntry) })

export const grantView = z.object({
  scope: z.string(),
  environment: z.string(),
  codes: z.array(z.string()),
  /** Only for things of this kind whose name the pattern matches; absent: for the whole place. */
  resource: z.optional(z.object({ kind: z.string(), pattern: z.string() })),
})

export const userInfo = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  department: z.string(),
  phone: z.string(),
  sex: z.string(),
  level: z.int(),
  roles: z.array(z.string()),
  permissions: z.array(pagePermissions),
  grants: z.array(grantView),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  lastLoginAt: z.nullable(z.number()),
  /** Else they sign in through the identity provider only. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** How they are signed in, when that ends at the latest (ms UTC), and after how long unused. */
  session: z.object({
    kind: z.enum(['full', 'pending', 'preview', 'token']),
    expiresAt: z.number(),
    idleMs: z.number(),
  }),
  /** The role shown instead of their own; reads only. */
  preview: z.nullable(z.object({ label: z.string() })),
})
export type UserInfo = z.infer<typeof userInfo>

export const getUserInfo = defineRoute({
  method: 'GET',
  path: '/adjust/userInfo',
  title: 'session.userInfo',
  permission: 'session',
  level: 0,
  risk: 'R0',
  sessionKinds: ['full', 'pending', 'preview', 'token'],
  reply: userInfo,
})
