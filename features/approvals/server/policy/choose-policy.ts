import { riskAtLeast, scopeCovers, scopePath } from '@qd/contract-kit'
import type { ApprovalType, Effects, Environment, Worth } from '@qd/contract-kit'
import type { ApprovalWeight } from '@qd/server-kit'
import type { PolicyBody, PolicyMatch } from '../../contract/index.ts'
import type { KeptPolicy } from '../approval-tables.ts'

/** What a policy looks at. */
export interface Weighed {
  type: Pick<ApprovalType, 'type' | 'isRule'>
  risk: ApprovalWeight['facts']['risk']
  places: readonly { scope: string; environment: Environment | null }[]
  rows: number
  hasMoreRows: boolean
  worth: Worth
  effects: Effects
}

export function weighedOf({ type, facts, places }: ApprovalWeight): Weighed {
  const { rows, hasMoreRows = false, worth } = facts.value
  return {
    type,
    risk: facts.risk,
    effects: facts.effects,
    places: places.map((place) => ({ scope: scopePath(place), environment: place.environment ?? null })),
    rows,
    hasMoreRows,
    worth,
  }
}

/** What nobody can say may be more, and may be sensitive. */
function isAboveLimits({ limits }: PolicyMatch, weighed: Weighed): boolean {
  if (limits === null) return true
  const { rows, hasMoreRows, worth, effects } = weighed
  if (limits.sensitive && (!effects.isComplete || effects.known.includes('sensitive'))) return true
  if (limits.rows !== null && (hasMoreRows || rows >= limits.rows)) return true
  return limits.worth !== null && (!worth.isComplete || BigInt(worth.atLeast) >= BigInt(limits.worth))
}

/** Whether it is a kind of request the policy names, or does what the policy names. */
function isNamed({ types, effects = [] }: PolicyMatch, weighed: Weighed): boolean {
  if (types.length === 0 && effects.length === 0) return true
  if (types.includes(weighed.type.type)) return true
  const { known, isComplete } = weighed.effects
  return effects.length > 0 && (!isComplete || effects.some((each) => known.includes(each)))
}

/** Whether a policy asks for an approval of this; one of its places is enough. */
export function isMatched(match: PolicyMatch, weighed: Weighed): boolean {
  const { environments, scopes, leastRisk } = match
  if (!isNamed(match, weighed)) return false
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

/** Where nobody can say what something of production does. */
const UNKNOWN_EFFECT: ChosenPolicy = { ...BUILT_IN, name: 'approvals.unknownEffect' }

/** What nobody has said the effects of is asked for in production, from R2 on. */
const isUnknownInProduction = ({ effects, risk, places }: Weighed): boolean =>
  !effects.isComplete &&
  riskAtLeast(risk, 'R2') &&
  places.some(({ environment }) => environment === 'production')

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
  if (weighed.type.isRule === true) return BUILT_IN
  return isUnknownInProduction(weighed) ? UNKNOWN_EFFECT : null
}
