import { scopeCovers, scopePath } from '@qd/contract-kit'
import { callerHolds } from '@qd/server-kit'
import type { Caller, CataloguePlace, ScopePort } from '@qd/server-kit'
import { editPlayerData } from '@qd/data-edit/contract'
import { bulkEditPermission } from '../../contract/index.ts'
import type { Player } from '../bulk-edit-deps.ts'

/** Who looks for players, and below which place. */
export interface RowSearch {
  scope: ScopePort
  caller: Caller
  place: CataloguePlace
}

/**
 * The player of a uId below the place, for a caller who may edit them in bulk there; null otherwise: a foreign
 * player and one whose server does not exist are the same to them.
 */
export function findPlayer({ scope, caller, place }: RowSearch, uId: string): Player | null {
  const resolution = scope.resolve({ uId, lineId: place.lineId })
  if (resolution.kind !== 'places' || resolution.missing !== undefined) return null
  const path = scopePath(place)
  const found = resolution.places.find(
    (each) =>
      each.server !== undefined &&
      scopeCovers(path, scopePath(each)) &&
      callerHolds(caller, editPlayerData, each) &&
      callerHolds(caller, bulkEditPermission, each),
  )
  return found?.server === undefined ? null : { server: found.server, uId: found.uId ?? uId }
}
