import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import {
  confirmOwnSecondFactor,
  disableOwnSecondFactor,
  ownSecondFactor,
  renewOwnRecoveryCodes,
  startOwnSecondFactor,
} from './own-second-factor.ts'
import { browserOf } from '../devices/device-cookie.ts'
import type { Commit } from '../session-deps.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

const askingOf = (ctx: CallContext) => {
  const commit: Commit = (change) => ctx.commit(change)
  return { caller: ctx.caller, address: ctx.address, commit }
}

export function secondFactorRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.getSecondFactor, (_input, { caller }) => ownSecondFactor(deps, caller)),
    serve(contract.startSecondFactor, {
      effect: 'store',
      handle: (_input, ctx) =>
        startOwnSecondFactor(deps, { ...askingOf(ctx), askStepUp: () => ctx.askStepUp() }),
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
      handle: async (_input, ctx) => ({
        recoveryCodes: await renewOwnRecoveryCodes(deps, askingOf(ctx)),
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
