import { AppError, coreErrors } from '@qd/contract-kit'
import type { CallContext, CatalogueServer } from '@qd/server-kit'

/** The player a guarded call is about. */
export interface Player {
  server: CatalogueServer
  /** Canonical digits. */
  uId: string
}

export function playerOf({ place }: Pick<CallContext, 'place'>): Player {
  if (place.server === undefined || place.uId === undefined) throw new AppError(coreErrors.player_required)
  return { server: place.server, uId: place.uId }
}
