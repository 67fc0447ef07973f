import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../contract/index.ts'
import { createOwnToken, listOwnTokens, revokeOwnToken } from './tokens/api-tokens.ts'
import {
  confirmOwnSecondFactor,
  disableOwnSecondFactor,
  ownSecondFactor,
  renewOwnRecoveryCodes,
  startOwnSecondFactor,
} from './second-factor/own-second-factor.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions/own-sessions.ts'
import { browserOf } from './devices/device-cookie.ts'
import type { Commit } from './session-deps.ts'
import type { UseCaseDeps } from './use-case-deps.ts'

const askingOf = (ctx: CallContext) => {
  const commit: Commit = (change) => ctx.commit(change)
  return { caller: ctx.caller, address: ctx.address, commit }
}

export function secondFactorRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.getSecondFactor, (_input, { caller }) => ownSecondFactor(deps, caller)),
    serve(contract.startSecondFactor, {
      effect: 'store',
      handle: ({ body }, ctx) => startOwnSecondFactor(deps, body.password, askingOf(ctx)),
    }),
    serve(contract.confirmSecondFactor, {
      effect: 'store',
      handle: async ({ body }, ctx) => ({
        recoveryCodes: await confirmOwnSecondFactor(deps, body.code, {
          ...askingOf(ctx),
          browser: browserOf(ctx, deps.publicUrl),
        }),
      }),
    }),
    serve(contract.renewRecoveryCodes, {
      effect: 'store',
      handle: async ({ body }, ctx) => ({
        recoveryCodes: await renewOwnRecoveryCodes(deps, body.code, askingOf(ctx)),
      }),
    }),
    serve(contract.disableSecondFactor, {
      effect: 'store',
      async handle({ body }, ctx) {
        await disableOwnSecondFactor(deps, body, askingOf(ctx))
        return null
      },
    }),
  ]
}

export function ownSessionRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.listSessions, (_input, { caller }) => listOwnSessions(deps, caller)),
    serve(contract.endOwnSession, {
      effect: 'store',
      async handle({ body }, ctx) {
        await endOwnSession(deps, body.sessionId, askingOf(ctx))
        return null
      },
    }),
    serve(contract.endOtherSessions, {
      effect: 'store',
      handle: async (_input, ctx) => ({ ended: await endOtherSessions(deps, askingOf(ctx)) }),
    }),
  ]
}

export function tokenRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.listTokens, (_input, { caller }) => listOwnTokens(deps, caller)),
    serve(contract.createToken, {
      effect: 'store',
      handle: ({ body }, ctx) => createOwnToken(deps, body, askingOf(ctx)),
    }),
    serve(contract.revokeToken, {
      effect: 'store',
      async handle({ body }, ctx) {
        await revokeOwnToken(deps, body.tokenId, askingOf(ctx))
        return null
      },
    }),
  ]
}
