import { defineRoute, z } from '@qd/contract-kit'
import { loginReply } from './login.ts'

/** Trades the code of a link that the program printed at its terminal for a session, once. */
export const signInByLink = defineRoute({
  method: 'POST',
  path: '/api/auth/link',
  title: 'session.signInByLink',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: z.object({ code: z.string().check(z.minLength(16), z.maxLength(128)) }),
  reply: loginReply,
})
