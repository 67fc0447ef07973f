import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import * as contract from '../../contract/index.ts'
import type { Asking, OwnAccountPort } from './own-account-port.ts'

const askingOf = (ctx: CallContext): Asking => ({
  caller: ctx.caller,
  address: ctx.address,
  commit: <T>(change: (tx: AnyTx) => Promise<T>) => ctx.commit(change),
})

function ownSessionRoutes(own: OwnAccountPort): ServedRoute[] {
  return [
    serve(contract.listSessions, (_input, { caller }) => own.listSessions(caller)),
    serve(contract.endOwnSession, {
      effect: 'store',
      async handle({ body }, ctx) {
        await own.endSession(body.sessionId, askingOf(ctx))
        return null
      },
    }),
    serve(contract.endOtherSessions, {
      effect: 'store',
      handle: async (_input, ctx) => ({ ended: await own.endOtherSessions(askingOf(ctx)) }),
    }),
  ]
}

function tokenRoutes(own: OwnAccountPort): ServedRoute[] {
  return [
    serve(contract.listTokens, (_input, { caller }) => own.listTokens(caller)),
    serve(contract.createToken, {
      effect: 'store',
      handle: ({ body }, ctx) =>
        own.createToken(body, { ...askingOf(ctx), askStepUp: () => ctx.askStepUp() }),
    }),
    serve(contract.revokeToken, {
      effect: 'store',
      async handle({ body }, ctx) {
        await own.revokeToken(body.tokenId, askingOf(ctx))
        return null
      },
    }),
  ]
}

/** What everybody does with their own account. */
export function ownAccountRoutes(own: OwnAccountPort): ServedRoute[] {
  return [
    serve(contract.changePassword, {
      effect: 'store',
      async handle({ body }, ctx) {
        await own.changePassword(body, askingOf(ctx))
        ctx.say('passwordChanged')
        return null
      },
    }),
    serve(contract.saveProfile, {
      effect: 'store',
      async handle({ body }, ctx) {
        await own.saveProfile(body, askingOf(ctx))
        ctx.say('profileSaved')
        return null
      },
    }),
    ...ownSessionRoutes(own),
    ...tokenRoutes(own),
  ]
}
