import { AppError } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { GAME_CODES, OFFERED_LOOKUPS, lookupCapability } from '@qd/game-contract'
import type { LookupRequest, OfferedLookup, PlayerRow } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { numberFault, parseUId } from '@qd/game-id'
import { askEach, callerHolds, serverKey } from '@qd/server-kit'
import type { CallContext, Catalogue, ReachPort, ServerRecord } from '@qd/server-kit'
import { MOST_FOUND, readPlayer } from '../../contract/index.ts'
import type { FoundPlayer, FoundUnusable, playerSearch } from '../../contract/index.ts'
import type { ServerHealth } from '../reach/server-health.ts'
import { partsIn } from '../target/game-bases.ts'
import type { GameBases } from '../target/game-bases.ts'
import { serverPlace } from '../target/places.ts'

import type { Home } from './note-home.ts'
import type { MovedPlayers } from './moved-players.ts'

/** Somebody waits for the list: a few slow servers must not keep them from what the others found. */
const LIMITS = { atOnce: 32, perAnswerMs: 3_000, inAllMs: 8_000 }

export interface SearchDeps {
  catalogue: Catalogue
  moved: MovedPlayers
  reach: ReachPort<'players'>
  health: Pick<ServerHealth, 'lastSeen'>
  bases: GameBases
  noteHome(home: Home): Promise<void>
}

export interface SearchInput {
  q: string
  limit?: string | undefined
}

type MatchedBy = FoundPlayer['matchedBy']

interface Question {
  server: ServerRecord
  request: LookupRequest & { by: MatchedBy }
}

interface Candidate {
  player: FoundPlayer
  isExact: boolean
  /** It comes from where its number, or the game since then, says the player is. */
  isAtHome: boolean
  home: ServerRecord
}

/** A row that nobody can open, and why. */
type Unusable = FoundUnusable['reason']

/** What a text must look like to be asked for in a way that only some servers offer. */
const MAY_BE: Record<OfferedLookup, RegExp> = {
  device: /^[\w.:-]{6,128}$/,
  email: /^[^\s@]+@[^\s@]+$/,
  order: /^(?=.*\d)[\w.-]{6,64}$/,
}
const isOffered = (by: string): by is OfferedLookup => (OFFERED_LOOKUPS as readonly string[]).includes(by)

/** The servers at the place of the call whose players the caller may read; those that kept silent last time come last. */
function serversToAsk({ catalogue, health }: SearchDeps, { caller, place }: CallContext): ServerRecord[] {
  const servers = catalogue.servers.filter(
    (server) =>
      server.game === place.game &&
      (place.lineId === undefined || server.lineId === place.lineId) &&
      (place.sId === undefined || server.sId === place.sId) &&
      callerHolds(caller, readPlayer, serverPlace(server)),
  )
  const isSilent = (server: ServerRecord) => health.lastSeen(server) === 'unknown'
  return servers.toSorted((left, right) => Number(isSilent(left)) - Number(isSilent(right)))
}

function questionsTo(server: ServerRecord, value: string, limit: number, bases: GameBases): Question[] {
  const uId = parseUId(value, bases.of(server.game))
  const ways: Question['request'][] = [
    { by: 'name', value, exact: false, limit },
    { by: 'account', value, limit },
  ]
  // No other operator of the game can have the number.
  if (uId.ok && uId.platform === server.platform) {
    ways.push({ by: 'uId', value: uId.uId, exact: true, limit: 1 })
  }
  for (const by of OFFERED_LOOKUPS) if (MAY_BE[by].test(value)) ways.push({ by, value, limit })
  return ways.map((request) => ({ server, request }))
}

/** The rows of one server; null for a server that does not answer, or does not offer this. */
async function ask(
  reach: ReachPort<'players'>,
  { server, request }: Question,
  signal: AbortSignal,
): Promise<PlayerRow[] | null> {
  try {
    const { players, target, meta } = await reach.reach(server)
    if (isOffered(request.by)) {
      const { capabilities } = await meta(target, { signal })
      if (!capabilities.includes(lookupCapability(request.by))) return []
    }
    const rows = await players.lookup(target, request, { signal })
    return rows.slice(0, request.limit)
  } catch (error) {
    if (error instanceof GameError) return error.code === GAME_CODES.unknownPlayer ? [] : null
    // It left the catalogue meanwhile, or its key cannot be opened: it says nothing, as one that is down.
    if (error instanceof AppError) return null
    throw error
  }
}

/** A text as far as people take it for the same. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase()

/**
 * What a row of a server says, where the caller may know it: a player of the server's own operator, on a server they
 * may read players of. A server that names another place says nothing about that place's players. Null: nothing that
 * concerns the caller.
 */
function candidateOf(
  { catalogue, moved, bases }: SearchDeps,
  { caller }: CallContext,
  { server, request }: Question,
  row: PlayerRow,
): Candidate | Unusable | null {
  const way = bases.of(server.game)
  const fault = numberFault(row.uId, server.platform, way)
  if (fault !== null) return fault
  const uId = partsIn(way, row.uId)
  if (request.by === 'uId' && uId.uId !== request.value) return null
  const home = catalogue.serverByKey.get(serverKey(server.game, server.platform, row.sId))
  if (home === undefined) return 'no_server'
  if (!callerHolds(caller, readPlayer, serverPlace(home))) return null
  const known = moved.get(uId.uId)?.find(({ game }) => game === home.game)?.sId ?? uId.sId
  const { name, level, online } = row
  const { sId, serviceName, lineId, game } = home
  return {
    player: { uId: uId.uId, name, level, online, sId, serviceName, lineId, game, matchedBy: request.by },
    isExact: request.by !== 'name' || plain(name) === plain(request.value),
    isAtHome: known === sId,
    home,
  }
}

/** Exact matches first; of one player, what stands first stays. */
function bestFirst(candidates: readonly Candidate[]): Candidate[] {
  const ways: readonly MatchedBy[] = ['uId', 'account', 'device', 'email', 'order', 'name']
  const rank = ({ isExact, isAtHome, player }: Candidate) =>
    Number(!isExact) * 100 + Number(!isAtHome) * 10 + ways.indexOf(player.matchedBy)
  const sorted = candidates.toSorted((left, right) => rank(left) - rank(right))
  const once = new Map<string, Candidate>()
  for (const each of sorted) if (!once.has(each.player.uId)) once.set(each.player.uId, each)
  return [...once.values()]
}

/**
 * A player who would be opened somewhere else than they were found: the game's word wins, as in the lookup. A server
 * that kept silent may have them still.
 */
async function noteMoved(
  deps: SearchDeps,
  found: readonly Candidate[],
  silent: ReadonlySet<ServerRecord>,
): Promise<void> {
  for (const { player, home } of found) {
    const { uId } = player
    const { game, platform, sId } = home
    const named = partsIn(deps.bases.of(game), uId).sId
    const known = deps.moved.get(uId)?.find((each) => each.game === game)?.sId ?? named
    const there = deps.catalogue.serverByKey.get(serverKey(game, platform, known))
    if (known === sId || (there !== undefined && silent.has(there))) continue
    await deps.noteHome({ game, platform, uId, sId, isMoved: sId !== named })
  }
}

/** Rows that nobody can open, counted by server and reason; a player found in several ways counts once. */
function unusableOf(
  rows: readonly { server: ServerRecord; uId: string; reason: Unusable }[],
): FoundUnusable[] {
  const groups = Map.groupBy(rows, ({ server, reason }) => `${server.key} ${reason}`)
  return [...groups.values()].map((each) => {
    const { server, reason } = each[0]!
    const { sId, serviceName, platform } = server
    return { sId, serviceName, platform, reason, count: new Set(each.map(({ uId }) => uId)).size }
  })
}

/** Finds players on every server of the place that the caller may read players of. */
export async function searchPlayers(
  deps: SearchDeps,
  { q, limit: asked }: SearchInput,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof playerSearch>> {
  const limit = Number(asked ?? MOST_FOUND)
  const servers = serversToAsk(deps, ctx)
  const questions = servers.flatMap((server) => questionsTo(server, q, limit, deps.bases))
  const asking = (question: Question, signal: AbortSignal) => ask(deps.reach, question, signal)
  const answers = await askEach(questions, asking, LIMITS, ctx.signal)
  const silent = new Set(questions.filter((_, index) => answers[index] === null).map(({ server }) => server))
  const candidates: Candidate[] = []
  const unusable: Parameters<typeof unusableOf>[0][number][] = []
  for (const [index, question] of questions.entries())
    for (const row of answers[index] ?? []) {
      const read = candidateOf(deps, ctx, question, row)
      if (typeof read === 'string') unusable.push({ server: question.server, uId: row.uId, reason: read })
      else if (read !== null) candidates.push(read)
    }
  const players = bestFirst(candidates)
  const shown = players.slice(0, limit)
  await noteMoved(deps, shown, silent)
  const isFull = questions.some(
    ({ request }, index) => request.by === 'name' && answers[index]?.length === limit,
  )
  return {
    players: shown.map(({ player }) => player),
    unusable: unusableOf(unusable),
    hasMore: players.length > limit || isFull,
    unanswered: servers
      .filter((server) => silent.has(server))
      .map(({ sId, serviceName }) => ({ sId, serviceName })),
  }
}
