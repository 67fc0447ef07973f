import { defineRoute, schemas, z } from '@qd/contract-kit'

/** What a refused call names as `details.stepUp.action`. */
const action = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const whose = { permission: 'session', level: 0, risk: 'R1', sessionKinds: ['full', 'pending'] } as const

/**
 * Proves for one action that it is the caller: with a code of their app or a recovery code, or, without a second factor,
 * with their password. The call that was refused is then sent again, in this session, within five minutes.
 */
export const giveStepUp = defineRoute({
  ...whose,
  method: 'POST',
  path: '/api/auth/step-up',
  title: 'session.giveStepUp',
  audit: ({ body }) => ({ action: body.action }),
  body: z.object({
    action,
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  }),
  reply: schemas.nothing,
})

/**
 * The same for who signs in through the identity provider alone: a second window goes to `address`, where they sign in
 * again. Below `/oidc`, whose cookie binds it to this browser.
 */
export const startStepUpOidc = defineRoute({
  ...whose,
  method: 'POST',
  path: '/api/auth/oidc/step-up',
  title: 'session.startStepUpOidc',
  audit: ({ body }) => ({ action: body.action }),
  body: z.object({ action }),
  reply: z.object({ address: z.string() }),
})

/** Whether the proof for the action lies ready: what the page asks when the second window is through. */
export const stepUpState = defineRoute({
  ...whose,
  risk: 'R0',
  method: 'POST',
  path: '/api/auth/step-up/state',
  title: 'session.stepUpState',
  body: z.object({ action }),
  reply: z.object({ isGiven: z.boolean() }),
})
