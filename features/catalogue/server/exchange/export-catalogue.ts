import { parseJsonText } from '@qd/canonical-json'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { toCsv } from '@qd/csv'
import { QD1 } from '@qd/game-frame'
import { callerReaches } from '@qd/server-kit'
import type { Caller, CallContext } from '@qd/server-kit'
import { readPlaces } from '../../contract/index.ts'
import type { exportCatalogue as route } from '../../contract/index.ts'
import type { LineRow, ServerRow } from '../tables.ts'
import type { AdministrationDeps } from '../administration-deps.ts'
import { holdsWhole } from '../records/allowed.ts'
import { ownBases } from '../records/game-bases.ts'
import { placeOfLine, serverEntry } from '../records/entries.ts'
import { readState } from './exchange-state.ts'
import type { ExchangeState } from './exchange-state.ts'
import { CSV_COLUMNS, LIST_SEPARATOR } from './read-file.ts'

/** The preset by its name, another layout in full. */
function codecOf(row: ServerRow): unknown {
  return row.codec === JSON.stringify(QD1) ? QD1.name : parseJsonText(row.codec)
}

function serverFacts(row: ServerRow) {
  const entry = serverEntry(row)
  const {
    hasHashKey: _has,
    isManaged: _managed,
    previousKeyId: _previous,
    revision: _revision,
    lineId: _line,
    ...facts
  } = entry
  return { ...facts, codec: codecOf(row) }
}

/** Only lines whose servers the caller may list, and what stands above them. */
function within(state: ExchangeState, caller: Caller): ExchangeState {
  const sees = (place: Parameters<typeof callerReaches>[1]) => callerReaches(caller, place, readPlaces)
  const lines = state.lines.filter((row) => holdsWhole(caller, readPlaces, placeOfLine(row)))
  const lineIds = new Set(lines.map((row) => row.line_id))
  return {
    games: state.games.filter(({ id }) => sees({ game: id })),
    operators: state.operators.filter((row) => sees({ game: row.game, operator: row.partner_code })),
    lines,
    channels: state.channels,
    servers: state.servers.filter((row) => lineIds.has(row.line_id)),
  }
}

function jsonText({ games, operators, lines, channels, servers }: ExchangeState): string {
  const serversOf = Map.groupBy(servers, (row) => row.line_id)
  const lineFacts = (row: LineRow) => ({
    lineId: row.line_id,
    lineCode: row.line_code,
    name: row.name,
    environment: row.environment,
    channels: (channels.get(row.line_id) ?? []).map(({ code, name }) => ({ code, name })),
    servers: (serversOf.get(row.line_id) ?? []).map(serverFacts),
  })
  const file = {
    games: games.map((game) => ({
      game: game.id,
      name: game.name,
      code: game.code,
      uIdBases: ownBases(game),
      operators: operators
        .filter((row) => row.game === game.id)
        .map((row) => ({
          partnerCode: row.partner_code,
          platform: row.platform,
          name: row.name,
          lines: lines
            .filter((line) => line.game === game.id && line.partner_code === row.partner_code)
            .map(lineFacts),
        })),
    })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isListOfTexts(value)) return value.join(LIST_SEPARATOR)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function csvText({ lines, servers }: ExchangeState): string {
  const lineById = new Map(lines.map((row) => [row.line_id, row]))
  const rows = servers.map((row): Record<string, unknown> => {
    const line = lineById.get(row.line_id)
    return {
      ...serverFacts(row),
      game: line?.game,
      partnerCode: line?.partner_code,
      lineId: row.line_id,
      openedAt: row.opened_at === null ? '' : new Date(row.opened_at).toISOString(),
    }
  })
  const columns = CSV_COLUMNS.map((title) => ({
    title,
    text: (facts: Record<string, unknown>) => cellOf(facts[title]),
  }))
  return toCsv(columns, rows)
}

/** The hierarchy as a file, without any key. */
export async function exportCatalogue(
  { store }: AdministrationDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof route>> {
  const state = within(await readState(store.read), ctx.caller)
  const text = body.format === 'csv' ? csvText(state) : jsonText(state)
  const { games, operators, lines, servers } = state
  ctx.note({
    games: games.length,
    operators: operators.length,
    lines: lines.length,
    servers: servers.length,
    characters: text.length,
  })
  return { fileName: `catalogue.${body.format}`, text, servers: servers.length }
}
