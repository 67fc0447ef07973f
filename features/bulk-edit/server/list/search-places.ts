import { AppError, coreErrors, scopePath } from '@qd/contract-kit'
import type { CallContext, CataloguePlace, CatalogueServer, ScopePort } from '@qd/server-kit'
import { callerHolds } from '@qd/server-kit'
import { bulkEditPermission } from '../../contract/index.ts'
import type { FurtherPlace } from '../../contract/index.ts'

/** The place of a server. */
export function placeOfServer(server: CatalogueServer): CataloguePlace {
  const { game, operator, lineId, sId, environment } = server
  return { game, operator, lineId, sId, environment, server }
}

/** Where players are looked for: the place of the call, and the further ones the caller may work in bulk at too. */
export function searchPlaces(
  { scope }: { scope: ScopePort },
  { caller, place }: Pick<CallContext, 'caller' | 'place'>,
  also: readonly FurtherPlace[] = [],
): CataloguePlace[] {
  const further = also.map(({ lineId, sId }, index) => {
    const resolution = scope.resolve({ lineId, ...(sId === undefined ? {} : { sId }) })
    const found =
      resolution.kind === 'places' && resolution.missing === undefined
        ? resolution.places.find((each) => each.game === place.game)
        : undefined
    // One that is not there and a foreign one look the same.
    if (found === undefined || !callerHolds(caller, bulkEditPermission, found)) {
      throw new AppError(coreErrors.scope_forbidden, { field: `also.${index}` })
    }
    return found
  })
  return [place, ...further]
}

/** The deepest place above all of them; its environment where they have one in common. */
export function placeAbove(places: readonly CataloguePlace[]): CataloguePlace {
  const [first = {}, ...rest] = places
  const shared = <K extends 'game' | 'operator' | 'lineId' | 'sId' | 'environment'>(key: K): boolean =>
    first[key] !== undefined && rest.every((each) => each[key] === first[key])
  const above: { -readonly [K in keyof CataloguePlace]: CataloguePlace[K] } = {}
  if (shared('environment')) above.environment = first.environment
  if (!shared('game')) return above
  above.game = first.game
  if (!shared('operator')) return above
  above.operator = first.operator
  if (!shared('lineId')) return above
  above.lineId = first.lineId
  return shared('sId') ? first : above
}

/** What the places are called together, in the order of their paths. */
export const pathsOf = (places: readonly CataloguePlace[]): string[] => places.map(scopePath).toSorted()
