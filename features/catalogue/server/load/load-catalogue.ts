import { parseJsonText } from '@qd/canonical-json'
import { createCatalogue } from '@qd/server-kit'
import type { Catalogue, LineRecord, OperatorRecord } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { ownBases } from '../records/game-bases.ts'
import type { SealedServer } from './sealed-server.ts'
import type { ChannelRow, LineRow, OperatorRow, CatalogueTables, ServerRow } from '../tables.ts'

function lineRecord(row: LineRow, channels: readonly ChannelRow[] = []): LineRecord {
  return {
    lineId: row.line_id,
    game: row.game,
    operator: row.partner_code,
    lineCode: row.line_code,
    name: row.name,
    environment: row.environment,
    channels: channels.map(({ code, name }) => ({ code, name })),
  }
}

function operatorRecord(row: OperatorRow): OperatorRecord {
  return { game: row.game, partnerCode: row.partner_code, platform: row.platform, name: row.name }
}

function serverRecord(row: ServerRow, line: LineRecord, platform: number): SealedServer {
  return {
    key: row.key,
    game: line.game,
    operator: line.operator,
    platform,
    lineId: line.lineId,
    environment: line.environment,
    sId: row.s_id,
    serviceName: row.service_name,
    openedAt: row.opened_at,
    adapter: row.adapter,
    codec: row.codec,
    labels: parseJsonText(row.labels) as string[],
    connection: {
      apiUrl: row.api_url,
      serverId: row.server_id,
      keyId: row.key_id,
      sealedHashKey: row.hash_key,
      previousKeyId: row.previous_key_id,
      sealedPreviousKey: row.previous_hash_key,
      openAddresses: parseJsonText(row.open_addresses) as string[],
      ws: row.ws,
      allowLoopback: row.allow_loopback === 1,
      allowPrivate: row.allow_private === 1,
    },
  }
}

/** Reads the hierarchy; a server that is not enabled is as if it weren't there. */
export async function loadCatalogue(db: Kysely<CatalogueTables>): Promise<Catalogue<SealedServer>> {
  const games = await db.selectFrom('game').selectAll().orderBy('position').orderBy('id').execute()
  const operatorRows = await db
    .selectFrom('operator')
    .selectAll()
    .orderBy('position')
    .orderBy('partner_code')
    .execute()
  const lineRows = await db.selectFrom('line').selectAll().orderBy('position').orderBy('line_id').execute()
  const channelRows = await db.selectFrom('line_channel').selectAll().orderBy('position').execute()
  const serverRows = await db
    .selectFrom('game_server')
    .selectAll()
    .where('enabled', '=', 1)
    .orderBy('position')
    .orderBy('s_id')
    .execute()

  const channels = Map.groupBy(channelRows, (row) => row.line_id)
  const operators = operatorRows.map(operatorRecord)
  const lines = lineRows.map((row) => lineRecord(row, channels.get(row.line_id)))
  const lineById = new Map(lines.map((line) => [line.lineId, line]))
  const servers = serverRows.flatMap((row) => {
    const line = lineById.get(row.line_id)
    const operator = operators.find((each) => each.game === line?.game && each.partnerCode === line.operator)
    return line && operator ? [serverRecord(row, line, operator.platform)] : []
  })
  return createCatalogue({
    games: games.map((row) => {
      const { id, name, code } = row
      const bases = ownBases(row)
      return bases === null ? { id, name, code } : { id, name, code, bases }
    }),
    operators,
    lines,
    servers,
  })
}
