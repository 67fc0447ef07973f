import { defineRoute, z } from '@qd/contract-kit'
import { loginReply } from './login.ts'

const code = z.string().check(z.minLength(16), z.maxLength(128))

const invitationReply = z.object({
  isOpen: z.boolean(),
  /** Else a new password is to be set for an account in use. */
  isInvitation: z.boolean(),
  /** Empty when the link is closed. */
  username: z.string(),
  passwordMin: z.int(),
})
export type InvitationState = z.infer<typeof invitationReply>

/** Whose one-time link this is, and whether it is still good. */
export const getInvitation = defineRoute({
  method: 'POST',
  path: '/api/auth/invitation/state',
  title: 'session.invitationState',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: z.object({ code }),
  reply: invitationReply,
})

/** Sets the password behind the link, once, and signs in; null: sign in with the second factor now. */
export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/api/auth/invitation',
  title: 'session.acceptInvitation',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: z.object({ code, password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  reply: z.nullable(loginReply),
})
