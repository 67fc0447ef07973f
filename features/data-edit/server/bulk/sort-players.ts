import { AppError } from '@qd/contract-kit'
import { inTurns } from '@qd/server-kit'
import type { CallContext, CatalogueServer, ScopePort } from '@qd/server-kit'
import { BULK_PLAYERS_MAX, BULK_TEXT_BYTES, dataEditErrors } from '../../contract/index.ts'
import type { Player } from '../player-of.ts'
import { parsePlayerList } from './parse-list.ts'
import type { WrongEntry } from './parse-list.ts'
import { findPlayer } from './row-place.ts'

export interface SortedPlayers {
  players: Player[]
  duplicates: number
  wrong: WrongEntry[]
  /** All of them; `wrong` has the first. */
  wrongCount: number
  notFound: WrongEntry[]
  /** By key, with how many of the players are theirs. */
  servers: Map<string, { server: CatalogueServer; players: number }>
}

/** What no list of uIds has: the bytes of a picture, an archive or a workbook. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const BINARY = /[\u0000-\u0008\u000E-\u001F\uFFFD]/u

function refuseWrongText(text: string): void {
  if (Buffer.byteLength(text) > BULK_TEXT_BYTES) {
    throw new AppError(dataEditErrors.bulk_too_large, { field: 'text', params: { limit: BULK_TEXT_BYTES } })
  }
  if (BINARY.test(text)) throw new AppError(dataEditErrors.bulk_no_text, { field: 'text' })
}

function* sorting(
  scope: ScopePort,
  { caller, place }: Pick<CallContext, 'caller' | 'place'>,
  text: string,
): Generator<undefined, SortedPlayers> {
  refuseWrongText(text)
  const list = yield* parsePlayerList(text)
  if (list.players.length > BULK_PLAYERS_MAX) {
    const params = { count: list.players.length, limit: BULK_PLAYERS_MAX }
    throw new AppError(dataEditErrors.bulk_too_long, { field: 'text', params })
  }
  const sorted: SortedPlayers = {
    players: [],
    duplicates: list.duplicates,
    wrong: list.wrong,
    wrongCount: list.wrongCount,
    notFound: [],
    servers: new Map(),
  }
  for (const { uId, line } of list.players) {
    yield
    const player = findPlayer({ scope, caller, place }, uId)
    if (player === null) {
      sorted.notFound.push({ line, text: uId })
      continue
    }
    sorted.players.push(player)
    const { server } = player
    const held = sorted.servers.get(server.key)
    sorted.servers.set(server.key, { server, players: (held?.players ?? 0) + 1 })
  }
  return sorted
}

/** Reads a list and sorts its players by where they are and whether the caller may edit them there. */
export function sortPlayers(...asked: Parameters<typeof sorting>): Promise<SortedPlayers> {
  return inTurns(sorting(...asked))
}

/** The same where there must be at least one player. */
export function somePlayers(sorted: SortedPlayers): SortedPlayers {
  if (sorted.players.length > 0) return sorted
  throw new AppError(dataEditErrors.bulk_no_players, { field: 'text' })
}

/** First, middle and last. */
export function samplesOf(players: readonly Player[]): Player[] {
  const picks = new Set([0, Math.floor((players.length - 1) / 2), players.length - 1])
  return [...picks].flatMap((index) => players[index] ?? [])
}
