import { createHash } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { inTurns, turnClock } from '@qd/server-kit'
import type { Caller, CataloguePlace, CatalogueServer, FileUse, ScopePort, SentText } from '@qd/server-kit'
import { BULK_FILE_BYTES, BULK_FILE_USE, bulkEditErrors, bulkEditPermission } from '../../contract/index.ts'
import type { Player } from '../bulk-edit-deps.ts'
import { PlayerListReader } from './parse-list.ts'
import type { WrongEntry } from './parse-list.ts'
import { playerFinder } from './row-place.ts'
import { Spread } from './spread.ts'

/** Players nobody found that are told with their lines. */
const NOT_FOUND_KEPT = 1_000

/** What files of lists are sent for. */
export const LIST_FILES: FileUse = {
  name: BULK_FILE_USE,
  permission: bulkEditPermission,
  maxBytes: BULK_FILE_BYTES,
  // As long as an approval of what it is for may take.
  keptMs: 5 * 86_400_000,
}

/** Where the lines of a list come from. */
export type Lines = Pick<SentText, 'lines'>

export interface ListServer {
  server: CatalogueServer
  /** How many of the players are theirs. */
  players: number
}

/** What a list comes to; its players are handed on one by one and never held. */
export interface ScannedList {
  players: number
  duplicates: number
  wrong: WrongEntry[]
  /** All of them; `wrong` has the first. */
  wrongCount: number
  notFound: WrongEntry[]
  notFoundCount: number
  /** By key. */
  servers: Map<string, ListServer>
  /** First, middle and last; of long lists a player near the middle. */
  samples: Player[]
  /** Those of `wanted` that are in the list, by uId. */
  wanted: Map<string, Player>
  /** Stands for the players that were found, in their order. */
  digest: string
}

export interface ListSearch {
  scope: ScopePort
  caller: Caller
  places: readonly CataloguePlace[]
}

export interface ScanOptions {
  /** Most players. */
  most: number
  /** uIds that are looked for in the list. */
  wanted?: readonly string[] | undefined
  onPlayer?: (player: Player) => void
}

/** Reads a list piece by piece and sorts its players by where they are and whether the caller may edit them there. */
export class ListScanner {
  readonly #reader: PlayerListReader
  readonly #clock = turnClock()
  readonly #hash = createHash('sha256')
  readonly #spread = new Spread<Player>()
  readonly #servers = new Map<string, ListServer>()
  readonly #wanted = new Map<string, Player>()
  readonly #notFound: WrongEntry[] = []
  readonly #most: number
  #notFoundCount = 0

  constructor(search: ListSearch, { most, wanted = [], onPlayer }: ScanOptions) {
    const find = playerFinder(search)
    const asked = new Set(wanted)
    this.#most = most
    this.#reader = new PlayerListReader(most, ({ uId, line }) => {
      const player = find(uId)
      if (player === null) this.#miss({ line, text: uId })
      else {
        this.#keep(player)
        if (asked.has(player.uId)) this.#wanted.set(player.uId, player)
        onPlayer?.(player)
      }
    })
  }

  /** Goes on with further lines; others have their turn in between. Throws `bulk_too_long`. */
  async take(lines: readonly string[]): Promise<void> {
    await inTurns(this.#reader.take(lines), this.#clock)
    if (!this.#reader.isTooLong) return
    throw new AppError(bulkEditErrors.bulk_too_long, { field: 'text', params: { limit: this.#most } })
  }

  /** Stands for the players found by now, in their order. */
  digestSoFar(): string {
    return this.#hash.copy().digest('hex')
  }

  /** What all of it comes to; said once. */
  end(): ScannedList {
    const { duplicates, wrong, wrongCount } = this.#reader.list
    return {
      players: this.#spread.count,
      duplicates,
      wrong,
      wrongCount,
      notFound: this.#notFound,
      notFoundCount: this.#notFoundCount,
      servers: this.#servers,
      samples: this.#spread.samples(),
      wanted: this.#wanted,
      digest: this.#hash.digest('hex'),
    }
  }

  #miss(entry: WrongEntry): void {
    this.#notFoundCount += 1
    if (this.#notFound.length < NOT_FOUND_KEPT) this.#notFound.push(entry)
  }

  #keep(player: Player): void {
    const { server, uId } = player
    this.#hash.update(`${uId}\n`)
    this.#spread.take(player)
    const held = this.#servers.get(server.key)
    if (held === undefined) this.#servers.set(server.key, { server, players: 1 })
    else held.players += 1
  }
}

/** Reads a whole list. */
export async function scanList(lines: Lines, search: ListSearch, options: ScanOptions): Promise<ScannedList> {
  const scanner = new ListScanner(search, options)
  for await (const some of lines.lines()) await scanner.take(some)
  return scanner.end()
}

/** The same where there must be at least one player. */
export function somePlayers<L extends Pick<ScannedList, 'players'>>(list: L): L {
  if (list.players > 0) return list
  throw new AppError(bulkEditErrors.bulk_no_players, { field: 'text' })
}
