import type { ChannelRow, GameRow, LineRow, OperatorRow, ServerRow } from '../tables.ts'
import type { CatalogueDb } from '../administration-deps.ts'

/** The whole hierarchy as stored, disabled servers included. */
export interface ExchangeState {
  games: GameRow[]
  operators: OperatorRow[]
  lines: LineRow[]
  channels: Map<string, ChannelRow[]>
  servers: ServerRow[]
}

export async function readState(db: CatalogueDb): Promise<ExchangeState> {
  const games = await db.selectFrom('game').selectAll().orderBy('position').orderBy('id').execute()
  const operators = await db
    .selectFrom('operator')
    .selectAll()
    .orderBy('position')
    .orderBy('partner_code')
    .execute()
  const lines = await db.selectFrom('line').selectAll().orderBy('position').orderBy('line_id').execute()
  const channels = await db.selectFrom('line_channel').selectAll().orderBy('position').execute()
  const servers = await db.selectFrom('game_server').selectAll().orderBy('position').orderBy('s_id').execute()
  return { games, operators, lines, channels: Map.groupBy(channels, (row) => row.line_id), servers }
}

/** Equal for two readings between which nobody changed anything. */
export function stampOf({ channels, ...state }: ExchangeState): string {
  return JSON.stringify([state, [...channels]])
}
