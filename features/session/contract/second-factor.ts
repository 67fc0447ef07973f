import { defineRoute, schemas, z } from '@qd/contract-kit'

const oneCode = z.string().check(z.minLength(1), z.maxLength(32))
const password = z.string().check(z.minLength(1), z.maxLength(1024))
/** A code of the app, or a recovery code. */
export const codeBody = z.object({ code: oneCode })
export const disableFactorBody = z.object({ password, code: oneCode })
const codes = z.object({ recoveryCodes: z.array(z.string()) })

/** The caller's own second factor; how many recovery codes are left. */
export const getSecondFactor = defineRoute({
  method: 'GET',
  path: '/api/auth/second-factor',
  title: 'session.secondFactor',
  permission: 'session',
  level: 0,
  risk: 'R0',
  sessionKinds: ['full', 'pending'],
  reply: z.object({
    isOn: z.boolean(),
    isForced: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
})

/** A new secret, in use once `confirmSecondFactor` got a code of it. */
export const startSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/start',
  title: 'session.startSecondFactor',
  permission: 'session',
  level: 0,
  risk: 'R1',
  sessionKinds: ['full', 'pending'],
  // Of who is signed in already, unless they came from the sign-in a moment ago.
  stepUp: 'sometimes',
  body: schemas.emptyBody,
  /** `address` is what the app reads from the picture. */
  reply: z.object({ secret: z.string(), address: z.string() }),
})

/** Puts the second factor into use; the recovery codes are shown this once. */
export const confirmSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  title: 'session.confirmSecondFactor',
  permission: 'session',
  level: 0,
  risk: 'R1',
  sessionKinds: ['full', 'pending'],
  body: codeBody,
  reply: codes,
})

/** New recovery codes in place of the earlier ones. */
export const renewRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/recovery-codes',
  title: 'session.renewRecoveryCodes',
  permission: 'session',
  level: 0,
  risk: 'R1',
  sessionKinds: ['full'],
  stepUp: 'always',
  body: schemas.emptyBody,
  reply: codes,
})

/** Asks for both factors itself, which is more than a step-up proof. */
export const disableSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor/disable',
  title: 'session.disableSecondFactor',
  permission: 'session',
  level: 0,
  risk: 'R1',
  sessionKinds: ['full'],
  body: disableFactorBody,
  reply: schemas.nothing,
})
