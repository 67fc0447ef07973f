import { scopePath } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext, Caller } from '@qd/server-kit'
import { APPROVERS_SHOWN, decideApprovals } from '../../contract/index.ts'
import type { approvalApprovers } from '../../contract/index.ts'
import type { KeptPolicy, PlaceRef } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { policyForWeighed, sayPolicy } from '../policy/read-policies.ts'
import { isAskedAt, personOf } from './asked.ts'

/** Who holds the right to decide at a place, but for the person who would hand it in. */
async function decidersAt(deps: UseCaseDeps, place: PlaceRef, author: Caller): Promise<Caller[]> {
  const ids = await deps.holdersOf(decideApprovals, place)
  const holders = await Promise.all(ids.map((id) => deps.callers.of(id)))
  return holders.flatMap((each) => (each === null || personOf(each) === personOf(author) ? [] : [each]))
}

async function stagePeople(
  deps: UseCaseDeps,
  { policy, place, deciders }: { policy: KeptPolicy; place: PlaceRef; deciders: readonly Caller[] },
) {
  const request = { places: JSON.stringify([place]), policy: JSON.stringify(policy), gives: null }
  return Promise.all(
    policy.stages.map(async (_stage, at) => {
      const isAsked = await Promise.all(deciders.map((each) => isAskedAt(deps, each, request, at)))
      const people = deciders.filter((_each, index) => isAsked[index])
      return {
        people: people.slice(0, APPROVERS_SHOWN).map(({ userId: id, name }) => ({ id, name })),
        more: Math.max(people.length - APPROVERS_SHOWN, 0),
      }
    }),
  )
}

/** Tells before anything is handed in who would decide on it. */
export async function showApprovers(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalApprovers>,
  { caller, place, lang }: CallContext,
): Promise<RouteReplyGiven<typeof approvalApprovers>> {
  const { risk, value, effects } = body
  const type = deps.types().find((each) => each.type === body.type) ?? { type: body.type }
  const ref: PlaceRef = { scope: scopePath(place), environment: place.environment ?? null }
  const { hasMoreRows = false, ...amounts } = value
  const weighed = { type, risk, places: [ref], effects, ...amounts, hasMoreRows }
  const policy = await policyForWeighed(deps, weighed)
  if (policy === null) return { policy: null }
  const deciders = await decidersAt(deps, ref, caller)
  const people = await stagePeople(deps, { policy, place: ref, deciders })
  const { name, stages } = await sayPolicy(deps, policy, lang)
  return {
    policy: {
      name,
      decideWithinHours: policy.decideWithinHours,
      stages: stages.map((stage, at) => ({ ...stage, groups: [...stage.groups], ...people[at]! })),
    },
  }
}
