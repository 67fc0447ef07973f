import { defineRoute, z } from '@qd/contract-kit'
import { loginReply } from './login.ts'

/** Whether pages offer sign-in through the identity provider, and under which name. */
export const getSignInWays = defineRoute({
  method: 'GET',
  path: '/api/auth/ways',
  title: 'session.ways',
  permission: 'public',
  level: 0,
  risk: 'R0',
  reply: z.object({ oidc: z.nullable(z.object({ label: z.string() })) }),
})

/**
 * Begins a sign-in at the identity provider: the page goes to `address`. A cookie binds it to this browser.
 * `code` of an invitation links the invited account to who signs in.
 */
export const startOidc = defineRoute({
  method: 'POST',
  path: '/api/auth/oidc/start',
  title: 'session.startOidc',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: z.object({
    redirect: z.optional(z.string().check(z.maxLength(1000))),
    code: z.optional(z.string().check(z.minLength(16), z.maxLength(128))),
  }),
  reply: z.object({ address: z.string() }),
})

/** Where the provider sends the browser back to; answers with a redirect to the console's own page. */
export const oidcCallback = defineRoute({
  method: 'GET',
  path: '/api/auth/oidc/callback',
  title: 'session.oidcCallback',
  permission: 'public',
  level: 0,
  risk: 'R0',
  reply: z.unknown(),
  raw: true,
})

/** Trades the one-use code of the page's address for the session; only in the browser that began. */
export const finishOidc = defineRoute({
  method: 'POST',
  path: '/api/auth/oidc/finish',
  title: 'session.finishOidc',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: z.object({ code: z.string().check(z.minLength(16), z.maxLength(128)) }),
  reply: loginReply,
})
