import { parseUId } from '@qd/game-id'
import type { UIdBases, UIdParts } from '@qd/game-id'
import type { Catalogue, ServerRecord } from '@qd/server-kit'

/** How the uIds of each game split: as its record says, else as the settings do. */
export interface GameBases {
  of(game: string): UIdBases
  /** Each way that some game has, and whether a game has it. */
  readonly ways: readonly { bases: UIdBases; has: (game: string) => boolean }[]
}

const same = (left: UIdBases, right: UIdBases) =>
  left.platformBase === right.platformBase && left.serverBase === right.serverBase

function readBases({ games }: Catalogue, settings: UIdBases): GameBases {
  const own = new Map(games.flatMap(({ id, bases }) => (bases === undefined ? [] : [[id, bases] as const])))
  const of = (game: string) => own.get(game) ?? settings
  const distinct = [settings]
  for (const bases of own.values()) if (!distinct.some((each) => same(each, bases))) distinct.push(bases)
  const ways = distinct.map((bases) => ({ bases, has: (game: string) => same(of(game), bases) }))
  return { of, ways }
}

const known = new WeakMap<Catalogue, { settings: UIdBases; bases: GameBases }>()

/** Read once for each state of the catalogue: a list asks for a million players. */
export function gameBases(catalogue: Catalogue, settings: UIdBases): GameBases {
  const kept = known.get(catalogue)
  if (kept?.settings === settings) return kept.bases
  const bases = readBases(catalogue, settings)
  known.set(catalogue, { settings, bases })
  return bases
}

/** A uId as one game reads it; it is a uId in all of them, or in none. */
export function partsIn(bases: UIdBases, uId: string): UIdParts {
  const parsed = parseUId(uId, bases)
  if (!parsed.ok) throw new TypeError(`${uId} was no uId: ${parsed.reason}`)
  return parsed
}

/** The servers that a uId names by its number, in each game as that game counts. */
export function serversByNumber(
  catalogue: Catalogue,
  bases: GameBases,
  uId: string,
): readonly ServerRecord[] {
  const found = bases.ways.map((way) => {
    const { platform, sId } = partsIn(way.bases, uId)
    const there = catalogue.serversBySId.get(sId) ?? []
    const isOne = (server: ServerRecord) =>
      server.platform === platform && (bases.ways.length === 1 || way.has(server.game))
    // Without a copy where nobody has to go.
    return there.every(isOne) ? there : there.filter(isOne)
  })
  return found.length === 1 ? found[0]! : found.flat()
}
