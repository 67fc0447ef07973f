import { AppError, coreErrors } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import { callerHolds } from '@qd/server-kit'
import type { CallContext, Caller, CatalogueServer } from '@qd/server-kit'
import type { CustomFunctionRow } from './tables.ts'

export function serverOf({ place }: Pick<CallContext, 'place'>): CatalogueServer {
  if (place.server === undefined) throw new AppError(coreErrors.server_required)
  return place.server
}

type FunctionPlace = Pick<CustomFunctionRow, 'game' | 'operator' | 'line_id'>

/** Whether a function of this place is offered on the server. */
export function isOffered(row: FunctionPlace, server: CatalogueServer): boolean {
  const isBelowOperator = row.operator === '' || row.operator === server.operator
  return row.game === server.game && isBelowOperator && (row.line_id === '' || row.line_id === server.lineId)
}

/** How far up a function reaches, seen from a server. */
export function placeOf(server: CatalogueServer, reach: 'game' | 'operator' | 'line'): FunctionPlace {
  const operator = reach === 'game' ? '' : server.operator
  return { game: server.game, operator, line_id: reach === 'line' ? server.lineId : '' }
}

/** Whether the caller holds the permission for all a function reaches, seen from a server of it. */
export function holdsAt(
  caller: Caller,
  permission: PermissionTriple,
  row: FunctionPlace,
  server: CatalogueServer,
): boolean {
  if (row.line_id !== '') {
    const { game, operator, lineId, environment } = server
    return callerHolds(caller, permission, { game, operator, lineId, environment })
  }
  // Lines below may be of any environment: a grant for one of them is not enough.
  const wide = { ...caller, grants: caller.grants.filter(({ environment }) => environment === '*') }
  const operator = row.operator === '' ? {} : { operator: row.operator }
  return callerHolds(wide, permission, { game: row.game, ...operator })
}
