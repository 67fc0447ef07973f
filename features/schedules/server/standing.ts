import type { PermissionTriple } from '@qd/contract-kit'
import { findPlaceAgain, holdsAtPlace } from '@qd/server-kit'
import type { Caller, CataloguePlace } from '@qd/server-kit'
import type { StoredSchedule } from './schedule-tables.ts'
import type { UseCaseDeps } from './schedules-deps.ts'

/** Where an entry works and in whose name, as of now; or why it must not go on. */
export type Standing =
  | { place: CataloguePlace; caller: Caller }
  | { why: 'owner_gone' | 'rights_lost' | 'place_gone' }

/** Looks at the owner's account and rights and at the place; done before each run. */
export async function checkStanding(
  deps: Pick<UseCaseDeps, 'scope' | 'callers'>,
  entry: StoredSchedule,
  permission: PermissionTriple,
): Promise<Standing> {
  const place = findPlaceAgain(deps.scope, entry)
  if (place === null) return { why: 'place_gone' }
  const { owner_id, owner_token } = entry
  const owner = await (owner_token === null ? deps.callers.of(owner_id) : deps.callers.ofToken(owner_token))
  if (owner?.userId !== owner_id) return { why: 'owner_gone' }
  if (!holdsAtPlace(owner, permission, place)) return { why: 'rights_lost' }
  return { place, caller: { ...owner, sessionId: `schedule:${entry.id}` } }
}
