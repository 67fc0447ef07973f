import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { UIdBases } from '@qd/game-id'
import { catalogueErrors } from '../../contract/index.ts'
import type { CatalogueDb } from '../administration-deps.ts'
import type { GameRow } from '../tables.ts'

/** How the uIds of a game split; null: as the settings say. */
export const ownBases = ({ uid_bases }: Pick<GameRow, 'uid_bases'>): UIdBases | null =>
  uid_bases === '' ? null : (parseJsonText(uid_bases) as UIdBases)

export const basesText = (bases: UIdBases | null): string =>
  bases === null ? '' : JSON.stringify({ platformBase: bases.platformBase, serverBase: bases.serverBase })

/** The bases a number of the game has to fit: its own, else those of the settings. */
export async function basesOfGame(db: CatalogueDb, game: string, settings: UIdBases): Promise<UIdBases> {
  const row = await db.selectFrom('game').select('uid_bases').where('id', '=', game).executeTakeFirst()
  return (row && ownBases(row)) ?? settings
}

/** The largest number of a server that fits into the middle of a uId. */
export const largestNumber = ({ platformBase, serverBase }: UIdBases): number =>
  Math.floor(platformBase / serverBase) - 1

/** Servers that are there keep their numbers: bases that have no room for one are refused. */
export function assertRoomFor(numbers: readonly number[], bases: UIdBases): void {
  const limit = largestNumber(bases)
  const sId = Math.max(0, ...numbers)
  if (sId > limit)
    throw new AppError(catalogueErrors.catalogue_bases_too_small, {
      field: 'uIdBases',
      params: { sId, limit },
    })
}
