import { scopeCovers, scopePath } from '@qd/contract-kit'
import { callerHolds } from '@qd/server-kit'
import type { Caller, CataloguePlace, CatalogueServer, ScopePort } from '@qd/server-kit'
import { editPlayerData } from '@qd/data-edit/contract'
import { bulkEditPermission } from '../../contract/index.ts'
import type { Player } from '../bulk-edit-deps.ts'

/** Who looks for players, and below which places. */
export interface RowSearch {
  scope: ScopePort
  caller: Caller
  places: readonly CataloguePlace[]
}

/**
 * Finds the player of a uId below the places, for a caller who may edit them in bulk there; null otherwise: a foreign player
 * and one whose server does not exist are the same to them. What the caller may do at a server is asked once.
 */
export function playerFinder({ scope, caller, places }: RowSearch): (uId: string) => Player | null {
  const paths = places.map(scopePath)
  const [{ game, lineId } = {}] = places
  const below = places.length === 1 && lineId !== undefined ? { lineId } : game === undefined ? {} : { game }
  const mayAt = new Map<string, boolean>()
  const may = (server: CatalogueServer, place: CataloguePlace): boolean => {
    const known = mayAt.get(server.key)
    if (known !== undefined) return known
    const path = scopePath(place)
    const isHeld =
      paths.some((each) => scopeCovers(each, path)) &&
      callerHolds(caller, editPlayerData, place) &&
      callerHolds(caller, bulkEditPermission, place)
    mayAt.set(server.key, isHeld)
    return isHeld
  }
  return (uId) => {
    const resolution = scope.resolve({ uId, ...below })
    if (resolution.kind !== 'places' || resolution.missing !== undefined) return null
    const found = resolution.places.find((each) => each.server !== undefined && may(each.server, each))
    return found?.server === undefined ? null : { server: found.server, uId: found.uId ?? uId }
  }
}
