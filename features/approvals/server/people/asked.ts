import { parseJsonText } from '@qd/canonical-json'
import { holdsAtPath } from '@qd/server-kit'
import type { Caller, GivenRole } from '@qd/server-kit'
import { decideApprovals } from '../../contract/index.ts'
import type { KeptPolicy, PlaceRef, StoredRequest, StoredRevision } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'

/** Who has an account: several accounts and all tokens of one person share it. */
export const personOf = ({ personId, userId }: Pick<Caller, 'personId' | 'userId'>): string =>
  personId ?? userId

export const policyOf = ({ policy }: Pick<StoredRequest, 'policy'>): KeptPolicy =>
  parseJsonText(policy) as KeptPolicy

export const placesOf = ({ places }: Pick<StoredRequest, 'places'>): PlaceRef[] =>
  parseJsonText(places) as PlaceRef[]

/** Whether somebody may decide at every place that a request touches. */
export function mayDecideAt(caller: Pick<Caller, 'grants'>, places: readonly PlaceRef[]): boolean {
  return places.every((place) => holdsAtPath(caller, decideApprovals, place))
}

type AskedDeps = Pick<UseCaseDeps, 'groups' | 'mayGive'>

/** Nobody lets others hold what they could not give them. */
export async function mayLetHold(
  { mayGive }: AskedDeps,
  caller: Caller,
  { gives }: Pick<StoredRequest, 'gives'>,
): Promise<boolean> {
  return gives === null || (await mayGive(caller, parseJsonText(gives) as GivenRole))
}

/** Whether a stage asks somebody: in one of its groups, with the right at every place. */
export async function isAskedAt(
  deps: AskedDeps,
  caller: Caller,
  request: Pick<StoredRequest, 'places' | 'policy' | 'gives'>,
  stageAt: number,
): Promise<boolean> {
  const { groups } = deps
  const stage = policyOf(request).stages[stageAt]
  if (stage === undefined || !mayDecideAt(caller, placesOf(request))) return false
  if (!(await mayLetHold(deps, caller, request))) return false
  if (stage.groups.length === 0) return true
  const own = await groups.idsOf(caller.userId)
  return stage.groups.some((id) => own.includes(id))
}

/** People the two-person rule keeps from deciding: who has made a revision, by whatever account or token. */
export function excludedBy(revisions: readonly Pick<StoredRevision, 'by_person'>[]): string[] {
  return [...new Set(revisions.map((revision) => revision.by_person))]
}

/** Whom a delegate may decide for now: who delegated to them, themselves and nobody behind them. */
export async function delegatorsOf(
  { store, nowMs }: Pick<UseCaseDeps, 'store' | 'nowMs'>,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const now = nowMs()
  const rows = await store.read
    .selectFrom('approval_delegation')
    .select(['from_id', 'from_name'])
    .where('to_id', '=', userId)
    .where('from_at', '<=', now)
    .where('to_at', '>', now)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ from_id: id, from_name: name }) => ({ id, name }))
}
