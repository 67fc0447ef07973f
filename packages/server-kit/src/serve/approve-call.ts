import { AppError, coreErrors } from '@qd/contract-kit'
import type { AnyRoute, InputOf } from '@qd/contract-kit'
import type { ApprovalCall, ApprovalFacts, ApprovalsPort, ApprovedRun, TriedCall } from '../ports/index.ts'
import { approvalContent, contentDigest, wishHash } from './approval-hash.ts'
import type { LiveCall } from './live-call.ts'
import { RehearsalEnd } from './write-guard.ts'
import type { WriteGuard } from './write-guard.ts'

type AnyInput = InputOf<undefined, undefined, undefined> & { query: unknown; body: unknown }

/** Objects that a refusal names: enough to know a request again. */
const MOST_OBJECTS_TOLD = 50

/** How a gated call runs. */
export type ApprovalMode =
  | {
      readonly kind: 'plain'
      readonly port: ApprovalsPort | null
      /** The gate, where it asks only once no approval is needed: nobody confirms what they then hand in. */
      readonly lateGate?: () => Promise<void>
    }
  | { readonly kind: 'rehearsal'; told: ApprovalCall | null }
  | { readonly kind: 'execution'; readonly run: ApprovedRun }

function callOf(route: AnyRoute, call: LiveCall, input: AnyInput, facts: ApprovalFacts): ApprovalCall {
  if (route.approval === undefined) throw new Error(`${route.path} declares no approval`)
  const { caller, place } = call
  const hashed = { type: route.approval, route, place, input, about: facts.about ?? '' }
  const worst = facts.place ?? place
  const content = approvalContent(hashed)
  return {
    type: route.approval,
    route: `${route.method} ${route.path}`,
    action: route.title,
    caller,
    lang: call.lang,
    place: worst,
    places: facts.places ?? [worst],
    facts,
    content,
    hash: contentDigest(content),
    contentHash: wishHash(hashed, facts.content),
  }
}

async function refuseUnapproved(port: ApprovalsPort | null, asked: ApprovalCall): Promise<void> {
  const policy = (await port?.needed(asked)) ?? null
  if (policy === null) {
    if (asked.type.isAlways === true) throw new Error(`${asked.route} is never done without an approval`)
    return
  }
  throw new AppError(coreErrors.approval_required, {
    params: { policy: policy.name },
    details: {
      type: asked.type.type,
      policy,
      risk: asked.facts.risk,
      // By these own requests are known again that it could be a revision of.
      objects: asked.facts.objects.slice(0, MOST_OBJECTS_TOLD),
    },
  })
}

/** What `ctx.approve` does for one call. */
export function approvalOf(route: AnyRoute, call: LiveCall, asked: { input: AnyInput; guard: WriteGuard }) {
  const { input, guard } = asked
  return async (facts: ApprovalFacts, tried?: TriedCall): Promise<void> => {
    const { mode } = call
    const told = callOf(route, call, input, facts)
    if (mode.kind === 'rehearsal') {
      const found = (await tried?.()) ?? []
      mode.told = { ...told, facts: { ...facts, preview: [...facts.preview, ...found] } }
      throw new RehearsalEnd('the rehearsal has told what it would do')
    }
    if (mode.kind === 'execution') await mode.run.check(told)
    else {
      await refuseUnapproved(mode.port, told)
      await mode.lateGate?.()
    }
    guard.isOpen = true
  }
}
