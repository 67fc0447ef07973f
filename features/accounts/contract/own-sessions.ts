import { defineRoute, schemas, z } from '@qd/contract-kit'

export const ownSession = z.object({
  id: z.string(),
  /** Browser and system in short, e.g. `Chrome 141 · Windows`; empty when the client told nothing known. */
  device: z.string(),
  address: z.string(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  expiresAt: z.number(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** The caller's open sessions, the last used one first. */
export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/auth/sessions',
  title: 'session.list',
  permission: 'session',
  level: 0,
  risk: 'R0',
  sessionKinds: ['full'],
  reply: z.array(ownSession),
})

export const endOwnSession = defineRoute({
  method: 'POST',
  path: '/api/auth/sessions/end',
  title: 'session.end',
  permission: 'session',
  level: 0,
  risk: 'R1',
  sessionKinds: ['full'],
  subject: ({ body }) => body.sessionId,
  body: z.object({ sessionId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: schemas.nothing,
})

/** All but the one that asks. */
export const endOtherSessions = defineRoute({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  title: 'session.endOthers',
  permission: 'session',
  level: 0,
  risk: 'R1',
  sessionKinds: ['full'],
  body: schemas.emptyBody,
  reply: z.object({ ended: z.int() }),
})
