import { defineRoute, schemas, z } from '@qd/contract-kit'

/** Rights a token is limited to: a part of the caller's own, at one place. */
export const tokenGrant = z.object({
  scope: z.string(),
  environment: z.enum(['*', 'dev', 'test', 'staging', 'production']),
  codes: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.minLength(1), z.maxLength(500)),
})

/** One that is asked for. */
const newTokenGrant = z.extend(tokenGrant, { scope: schemas.scopePathText })

export const tokenName = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  grants: z.array(tokenGrant),
  createdAt: z.number(),
  expiresAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
  /** Made for actions that ask people for a step-up proof. */
  actsAlone: z.boolean(),
})
export type ApiToken = z.infer<typeof apiToken>

/** The caller's tokens that are still good. */
export const listTokens = defineRoute({
  method: 'GET',
  path: '/api/auth/tokens',
  title: 'session.listTokens',
  permission: 'session',
  level: 0,
  risk: 'R0',
  sessionKinds: ['full'],
  reply: z.array(apiToken),
})

/** A token for programs; `token` is shown this once. Whoever has a password gives it. */
export const createToken = defineRoute({
  method: 'POST',
  path: '/api/auth/tokens/create',
  title: 'session.createToken',
  permission: 'session',
  level: 0,
  risk: 'R2',
  sessionKinds: ['full'],
  // For a token that acts alone, in place of the password.
  stepUp: 'sometimes',
  audit: ({ body }) => ({
    tokenName: body.tokenName,
    expiresAt: body.expiresAt,
    grants: body.grants,
    ...(body.actsAlone === true ? { actsAlone: true } : {}),
  }),
  subject: ({ body }) => body.tokenName,
  // Twenty grants with all their codes, which are ASCII.
  bodyLimit: 524_288,
  bodyValues: 16_384,
  body: z.object({
    tokenName,
    /** Milliseconds UTC, at most a year ahead. */
    expiresAt: schemas.momentMs,
    grants: z.array(newTokenGrant).check(z.minLength(1), z.maxLength(20)),
    password: z.optional(z.string().check(z.maxLength(1024))),
    /** It may do what asks people for a step-up proof; making it asks for one. */
    actsAlone: z.optional(z.boolean()),
  }),
  reply: z.object({ id: z.string(), token: z.string() }),
})

export const revokeToken = defineRoute({
  method: 'POST',
  path: '/api/auth/tokens/revoke',
  title: 'session.revokeToken',
  permission: 'session',
  level: 0,
  risk: 'R1',
  sessionKinds: ['full'],
  subject: ({ body }) => body.tokenId,
  body: z.object({ tokenId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: schemas.nothing,
})
