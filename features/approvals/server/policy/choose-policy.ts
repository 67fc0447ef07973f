import { riskAtLeast, scopeCovers, scopePath } from '@qd/contract-kit'
import type { Environment } from '@qd/contract-kit'
import type { ApprovalWeight } from '@qd/server-kit'
import { policyApproval, settingsApproval } from '../../contract/index.ts'
import type { PolicyBody, PolicyMatch } from '../../contract/index.ts'
import type { KeptPolicy } from '../approval-tables.ts'

/** What a policy looks at. */
export interface Weighed {
  type: string
  risk: ApprovalWeight['facts']['risk']
  places: readonly { scope: string; environment: Environment | null }[]
  rows: number
  /** Null: nobody can say. */
  worth: string | null
  isSensitive: boolean
}

export function weighedOf({ type, facts, places }: ApprovalWeight): Weighed {
  const { rows, worth, isSensitive = false } = facts.value
  return {
    type: type.type,
    risk: facts.risk,
    places: places.map((place) => ({ scope: scopePath(place), environment: place.environment ?? null })),
    rows,
    worth,
    isSensitive,
  }
}

function isAboveLimits({ limits }: PolicyMatch, { rows, worth, isSensitive }: Weighed): boolean {
  if (limits === null) return true
  if (limits.sensitive && isSensitive) return true
  if (limits.rows !== null && rows >= limits.rows) return true
  // What nobody can say may be more.
  return limits.worth !== null && (worth === null || BigInt(worth) >= BigInt(limits.worth))
}

/** Whether a policy asks for an approval of this; one of its places is enough. */
export function isMatched(match: PolicyMatch, weighed: Weighed): boolean {
  const { types, environments, scopes, leastRisk } = match
  if (types.length > 0 && !types.includes(weighed.type)) return false
  if (!riskAtLeast(weighed.risk, leastRisk)) return false
  const isPlace = weighed.places.some(
    ({ scope, environment }) =>
      (environments.length === 0 || (environment !== null && environments.includes(environment))) &&
      (scopes.length === 0 || scopes.some((prefix) => scopeCovers(prefix, scope))),
  )
  return isPlace && isAboveLimits(match, weighed)
}

export interface ChosenPolicy extends KeptPolicy {
  id: string
}

const votesOf = ({ stages }: Pick<PolicyBody, 'stages'>) => stages.reduce((sum, { need }) => sum + need, 0)

/** Its words are said where they are read. */
const BUILT_IN: ChosenPolicy = {
  id: '',
  name: 'approvals.builtInPolicy',
  stages: [{ name: 'approvals.oneApprover', need: 1, groups: [] }],
  differentPeople: true,
  decideWithinHours: 72,
}

/** Where no policy says who decides on what nobody does without an approval. */
export const ANOTHER_PERSON: ChosenPolicy = { ...BUILT_IN, name: 'approvals.oneApprover' }

/** Changes of the rules themselves are always approved by somebody else. */
const OWN_TYPES: readonly string[] = [policyApproval.type, settingsApproval.type]

/** Of the policies that ask, the strictest: the one with most votes, then with most stages, then the older one. */
export function choosePolicy(
  policies: readonly (PolicyBody & { id: string })[],
  weighed: Weighed,
): ChosenPolicy | null {
  const [strictest] = policies
    .filter(({ isActive, match }) => isActive && isMatched(match, weighed))
    .toSorted(
      (left, right) =>
        votesOf(right) - votesOf(left) ||
        right.stages.length - left.stages.length ||
        (left.id < right.id ? -1 : 1),
    )
  if (strictest !== undefined) {
    const { id, name, stages, differentPeople, decideWithinHours } = strictest
    return { id, name, stages, differentPeople, decideWithinHours }
  }
  return OWN_TYPES.includes(weighed.type) ? BUILT_IN : null
}
