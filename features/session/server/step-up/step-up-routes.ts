import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { Commit } from '../session-deps.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import { giveProof, isProofGiven } from './step-up.ts'

/** Proofs for single actions; the one by the identity provider stands with its other calls. */
export function stepUpRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.giveStepUp, {
      effect: 'store',
      async handle({ body }, ctx) {
        const commit: Commit = (change) => ctx.commit(change)
        const note = (detail: Record<string, unknown>) => ctx.note(detail)
        await giveProof(deps, body, { caller: ctx.caller, address: ctx.address, commit, note })
        return null
      },
    }),
    serve(contract.stepUpState, async ({ body }, { caller }) => ({
      isGiven: await isProofGiven(deps, caller, body.action),
    })),
  ]
}
