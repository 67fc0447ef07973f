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
import type { SessionRooms } from './session-rooms.ts'

const askingOf = (ctx: CallContext) => {
  const commit: Commit = (change) => ctx.commit(change)
  return { caller: ctx.caller, address: ctx.address, commit }
}

export function secondFactorRoutes(rooms: SessionRooms): ServedRoute[] {
  return [
    serve(contract.getSecondFactor, (_input, { caller }) => ownSecondFactor(rooms, caller)),
    serve(contract.startSecondFactor, {
      effect: 'store',
      handle: ({ body }, ctx) => startOwnSecondFactor(rooms, body.password, askingOf(ctx)),
    }),
    serve(contract.confirmSecondFactor, {
      effect: 'store',
      handle: async ({ body }, ctx) => ({
        recoveryCodes: await confirmOwnSecondFactor(rooms, body.code, {
          ...askingOf(ctx),
          browser: browserOf(ctx, rooms.publicUrl),
        }),
      }),
    }),
    serve(contract.renewRecoveryCodes, {
      effect: 'store',
      handle: async ({ body }, ctx) => ({
        recoveryCodes: await renewOwnRecoveryCodes(rooms, body.code, askingOf(ctx)),
      }),
    }),
    serve(contract.disableSecondFactor, {
      effect: 'store',
      async handle({ body }, ctx) {
        await disableOwnSecondFactor(rooms, body, askingOf(ctx))
        return null
      },
    }),
  ]
}

export function ownSessionRoutes(rooms: SessionRooms): ServedRoute[] {
  return [
    serve(contract.listSessions, (_input, { caller }) => listOwnSessions(rooms, caller)),
    serve(contract.endOwnSession, {
      effect: 'store',
      async handle({ body }, ctx) {
        await endOwnSession(rooms, body.sessionId, askingOf(ctx))
        return null
      },
    }),
    serve(contract.endOtherSessions, {
      effect: 'store',
      handle: async (_input, ctx) => ({ ended: await endOtherSessions(rooms, askingOf(ctx)) }),
    }),
  ]
}

export function tokenRoutes(rooms: SessionRooms): ServedRoute[] {
  return [
    serve(contract.listTokens, (_input, { caller }) => listOwnTokens(rooms, caller)),
    serve(contract.createToken, {
      effect: 'store',
      handle: ({ body }, ctx) => createOwnToken(rooms, body, askingOf(ctx)),
    }),
    serve(contract.revokeToken, {
      effect: 'store',
      async handle({ body }, ctx) {
        await revokeOwnToken(rooms, body.tokenId, askingOf(ctx))
        return null
      },
    }),
  ]
}
