import { callerReaches } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { editPlaces, readPlaces } from '../../contract/index.ts'
import type { catalogueTree } from '../../contract/index.ts'
import type { CatalogueDb } from '../administration-deps.ts'
import { holdsWhole } from './allowed.ts'
import { gameEntry, lineEntry, operatorEntry, placeOfLine } from './entries.ts'

async function serverCounts(db: CatalogueDb): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('game_server')
    .select((eb) => ['line_id', eb.fn.countAll<number>().as('servers')])
    .groupBy('line_id')
    .execute()
  return new Map(rows.map((row) => [row.line_id, Number(row.servers)]))
}

/** The hierarchy as stored, as far as the caller's grants reach into it. */
export async function showTree(
  db: CatalogueDb,
  caller: Caller,
): Promise<RouteReplyGiven<typeof catalogueTree>> {
  const games = await db.selectFrom('game').selectAll().orderBy('position').orderBy('id').execute()
  const operators = await db
    .selectFrom('operator')
    .selectAll()
    .orderBy('position')
    .orderBy('partner_code')
    .execute()
  const lines = await db.selectFrom('line').selectAll().orderBy('position').orderBy('line_id').execute()
  const channelRows = await db.selectFrom('line_channel').selectAll().orderBy('position').execute()
  const channels = Map.groupBy(channelRows, (row) => row.line_id)
  const servers = await serverCounts(db)
  const sees = (place: Parameters<typeof callerReaches>[1]) => callerReaches(caller, place, readPlaces)
  return {
    games: games.filter(({ id }) => sees({ game: id })).map((row) => gameEntry(row, caller)),
    operators: operators
      .filter((row) => sees({ game: row.game, operator: row.partner_code }))
      .map((row) => operatorEntry(row, caller)),
    lines: lines
      .filter((row) => sees(placeOfLine(row)))
      .map((row) => {
        const hanging = {
          channels: channels.get(row.line_id) ?? [],
          servers: servers.get(row.line_id) ?? 0,
        }
        return lineEntry(row, hanging, caller)
      }),
    canAddGames: holdsWhole(caller, editPlaces, {}),
  }
}
