import { parseJsonText } from '@qd/canonical-json'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { catalogueErrors, editPlaces } from '../../contract/index.ts'
import type { GameEntry, LineEntry, OperatorEntry, ServerEntry } from '../../contract/index.ts'
import type { ChannelRow, GameRow, LineRow, OperatorRow, ServerRow } from '../tables.ts'
import { holdsWhole } from './allowed.ts'
import { ownBases } from './game-bases.ts'

export function gameEntry(row: GameRow, caller: Caller): GameEntry {
  const { id: game, name, code, revision } = row
  return {
    game,
    name,
    code,
    uIdBases: ownBases(row),
    revision,
    isEditable: holdsWhole(caller, editPlaces, { game }),
  }
}

export function operatorEntry(row: OperatorRow, caller: Caller): OperatorEntry {
  const { game, partner_code: partnerCode, platform, name, revision } = row
  const isEditable = holdsWhole(caller, editPlaces, { game, operator: partnerCode })
  return { game, partnerCode, platform, name, revision, isEditable }
}

export function placeOfLine(row: LineRow) {
  return { game: row.game, operator: row.partner_code, lineId: row.line_id, environment: row.environment }
}

export function lineEntry(
  row: LineRow,
  hanging: { channels: readonly ChannelRow[]; servers: number },
  caller: Caller,
): LineEntry {
  return {
    lineId: row.line_id,
    game: row.game,
    partnerCode: row.partner_code,
    lineCode: row.line_code,
    name: row.name,
    environment: row.environment,
    channels: hanging.channels.map(({ code, name }) => ({ code, name })),
    revision: row.revision,
    servers: hanging.servers,
    isEditable: holdsWhole(caller, editPlaces, placeOfLine(row)),
  }
}

/** A server as people see it: of its key only whether there is one. */
export function serverEntry(row: ServerRow): ServerEntry {
  return {
    lineId: row.line_id,
    sId: row.s_id,
    serviceName: row.service_name,
    openedAt: row.opened_at,
    apiUrl: row.api_url,
    serverId: row.server_id,
    keyId: row.key_id,
    hasHashKey: row.hash_key !== '',
    ws: row.ws,
    codec: parseJsonText(row.codec),
    allowPlain: row.allow_plain === 1,
    allowPrivate: row.allow_private === 1,
    allowLoopback: row.allow_loopback === 1,
    enabled: row.enabled === 1,
    isManaged: row.is_managed === 1,
    adapter: row.adapter,
    labels: parseJsonText(row.labels) as string[],
    openAddresses: parseJsonText(row.open_addresses) as string[],
    previousKeyId: row.previous_key_id,
    revision: row.revision,
  }
}

/** Somebody else was faster; the editor gets what stands there now. */
export function changedMeanwhile(current: unknown): AppError {
  return new AppError(coreErrors.conflict, { details: { current } })
}

export function recordGone(): AppError {
  return new AppError(catalogueErrors.catalogue_record_gone)
}

export function taken(field: string, value: string | number): AppError {
  return new AppError(catalogueErrors.catalogue_taken, { field, params: { value: String(value) } })
}
