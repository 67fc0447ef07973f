import { defineRoute, schemas, z } from '@qd/contract-kit'

const code = z.string().check(z.minLength(16), z.maxLength(128))

/** Whether the one-time set-up link is still good; shows nothing else. */
export const setupState = defineRoute({
  method: 'POST',
  path: '/api/auth/setup/state',
  title: 'session.setupState',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: z.object({ code }),
  reply: z.object({ open: z.boolean(), passwordMin: z.int() }),
})

/** Creates the first administrator; works once, while no account exists. */
export const setup = defineRoute({
  method: 'POST',
  path: '/api/auth/setup',
  title: 'session.setup',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: z.object({
    code,
    username: z.string().check(z.trim(), z.minLength(2), z.maxLength(64)),
    password: z.string().check(z.minLength(1), z.maxLength(1024)),
  }),
  reply: schemas.nothing,
})
