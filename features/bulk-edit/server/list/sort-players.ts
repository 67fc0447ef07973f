import { AppError } from '@qd/contract-kit'
import { inTurns, turnClock } from '@qd/server-kit'
import type { CallContext, CatalogueServer, FileUse, ScopePort, SentText } from '@qd/server-kit'
import {
  BULK_FILE_BYTES,
  BULK_FILE_USE,
  BULK_PLAYERS_MAX,
  bulkEditErrors,
  bulkEditPermission,
} from '../../contract/index.ts'
import type { Player, UseCaseDeps } from '../bulk-edit-deps.ts'
import { PlayerListReader } from './parse-list.ts'
import type { PlayerList, WrongEntry } from './parse-list.ts'
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

/** Where the lines of a list come from. */
type Lines = Pick<SentText, 'lines'>

async function readList(sent: Lines): Promise<PlayerList> {
  const reader = new PlayerListReader(BULK_PLAYERS_MAX)
  const clock = turnClock()
  for await (const lines of sent.lines()) {
    await inTurns(reader.take(lines), clock)
    if (!reader.isTooLong) continue
    throw new AppError(bulkEditErrors.bulk_too_long, { field: 'text', params: { limit: BULK_PLAYERS_MAX } })
  }
  return reader.list
}

type Asked = Pick<CallContext, 'caller' | 'place' | 'sent'>

/** What files of lists are sent for. */
export const LIST_FILES: FileUse = {
  name: BULK_FILE_USE,
  permission: bulkEditPermission,
  maxBytes: BULK_FILE_BYTES,
  keptMs: 86_400_000,
}

function* sorting(
  scope: ScopePort,
  { caller, place }: Pick<Asked, 'caller' | 'place'>,
  list: PlayerList,
): Generator<undefined, SortedPlayers> {
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

/** Reads the list a call brings, or names as a file, and sorts its players by where they are and whether the caller may edit them there. */
export async function sortPlayers(
  { scope, files }: Pick<UseCaseDeps, 'scope' | 'files'>,
  asked: Asked,
  fileId: string | undefined,
): Promise<SortedPlayers> {
  const list = fileId === undefined ? asked.sent : await files.open(asked.caller, fileId, LIST_FILES)
  return inTurns(sorting(scope, asked, await readList(list)))
}

/** The same where there must be at least one player. */
export function somePlayers(sorted: SortedPlayers): SortedPlayers {
  if (sorted.players.length > 0) return sorted
  throw new AppError(bulkEditErrors.bulk_no_players, { field: 'text' })
}

/** First, middle and last. */
export function samplesOf(players: readonly Player[]): Player[] {
  const picks = new Set([0, Math.floor((players.length - 1) / 2), players.length - 1])
  return [...picks].flatMap((index) => players[index] ?? [])
}
