import { defineRoute, schemas, z } from '@qd/contract-kit'
import { userInfo } from './user-info.ts'

export const credentials = z.object({
  username: z.string().check(z.minLength(1), z.maxLength(128)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  otp: z.optional(z.string().check(z.maxLength(32))),
})

export const loginReply = z.object({ token: z.string(), expiresAt: z.number(), userInfo })
export type LoginReply = z.infer<typeof loginReply>

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  title: 'session.login',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: credentials,
  reply: loginReply,
  unknownFields: 'ignore',
})

/** Compatibility form of S7.02: on in the sandbox, otherwise only when switched on. */
export const loginByQuery = defineRoute({
  method: 'GET',
  path: '/api/auth/login',
  title: 'session.loginByQuery',
  permission: 'public',
  level: 0,
  risk: 'R0',
  query: credentials,
  reply: loginReply,
})

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  title: 'session.logout',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: schemas.emptyBody,
  reply: schemas.nothing,
  unknownFields: 'ignore',
})

/** One-use ticket for the first frame on `/live`; 30 s. */
export const ticket = defineRoute({
  method: 'POST',
  path: '/api/auth/ticket',
  title: 'session.ticket',
  permission: 'session',
  level: 0,
  risk: 'R0',
  sessionKinds: ['full', 'preview'],
  body: schemas.emptyBody,
  reply: z.object({ ticket: z.string(), expiresAt: z.number() }),
})

/** Says when the session ends; asking counts as activity, so that a page can keep itself signed in. */
export const touch = defineRoute({
  method: 'POST',
  path: '/api/auth/touch',
  title: 'session.touch',
  permission: 'session',
  level: 0,
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.object({ expiresAt: z.number(), idleMs: z.number() }),
})
