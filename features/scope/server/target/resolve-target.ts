import { AppError, coreErrors } from '@qd/contract-kit'
import type { ErrorDef, TargetRef } from '@qd/contract-kit'
import type { UIdBases } from '@qd/game-id'
import { serverKey } from '@qd/server-kit'
import type {
  Catalogue,
  CataloguePlace,
  LineRecord,
  OperatorRecord,
  Resolution,
  ServerRecord,
} from '@qd/server-kit'
import { scopeErrors } from '../../contract/index.ts'
import type { MovedPlayers } from '../lookup/moved-players.ts'
import { gameBases, partsIn, serversByNumber } from './game-bases.ts'
import type { GameBases } from './game-bases.ts'
import { linePlace, operatorPlace, serverPlace } from './places.ts'
import { readTarget } from './read-target.ts'
import type { ReadTarget } from './read-target.ts'

/** What a target is read against. */
export interface KnownPlaces {
  catalogue: Catalogue
  moved: MovedPlayers
  bases: GameBases
}

function found(places: readonly CataloguePlace[]): Resolution {
  return { kind: 'places', places }
}

function missing(
  error: ErrorDef,
  below: readonly CataloguePlace[],
  elsewhere: readonly CataloguePlace[] = [],
): Resolution {
  return { kind: 'places', places: below, missing: error, elsewhere }
}

/** Who asks for a player alone is told that there is none: which server a number names is nothing they said. */
const nobodyAt = ({ uId, sId }: ReadTarget): ErrorDef =>
  uId !== undefined && sId === undefined ? scopeErrors.player_not_found : coreErrors.server_not_found

function lineMatches(line: LineRecord, named: ReadTarget): boolean {
  return (
    (named.game === undefined || line.game === named.game) &&
    (named.operator === undefined || line.operator === named.operator)
  )
}

/** By id, else by the code, which is unique below one operator of one game. */
function findLines(catalogue: Catalogue, named: ReadTarget, lineId: string): readonly LineRecord[] {
  const byId = catalogue.lineById.get(lineId)
  if (byId && lineMatches(byId, named)) return [byId]
  if (named.operator === undefined) return []
  return catalogue.lines.filter((line) => line.lineCode === lineId && lineMatches(line, named))
}

function operatorsNamed(catalogue: Catalogue, { game, operator }: ReadTarget): OperatorRecord[] {
  return catalogue.operators.filter(
    (each) =>
      (game === undefined || each.game === game) && (operator === undefined || each.partnerCode === operator),
  )
}

/** What the call names above the line: the operators it may mean, or the game, or nothing. */
function namedAbove(named: ReadTarget, operators: readonly OperatorRecord[]): CataloguePlace[] {
  if (named.operator !== undefined) return operators.map(operatorPlace)
  return named.game === undefined ? [{}] : [{ game: named.game }]
}

/** The servers of a uId: those its number names, or where its game found the player since (S9.05). */
function serversOfPlayer({ catalogue, moved, bases }: KnownPlaces, uId: string): readonly ServerRecord[] {
  const byNumber = serversByNumber(catalogue, bases, uId)
  const found = moved.get(uId)
  if (found === undefined) return byNumber
  const homes = found.flatMap(
    ({ game, platform, sId }) => catalogue.serverByKey.get(serverKey(game, platform, sId)) ?? [],
  )
  // A home that has left the catalogue leads nowhere: the number is all there is again.
  const isLeft = ({ game }: ServerRecord) => homes.some((home) => home.game === game)
  return [...homes, ...byNumber.filter((server) => !isLeft(server))]
}

function serversNamed(known: KnownPlaces, { uId }: ReadTarget, sId: number): readonly ServerRecord[] {
  return uId === undefined ? (known.catalogue.serversBySId.get(sId) ?? []) : serversOfPlayer(known, uId)
}

/** Whether the uId is of the operator, as its game counts. */
function isOfOperator({ bases }: KnownPlaces, uId: string, { game, platform }: OperatorRecord): boolean {
  return partsIn(bases.of(game), uId).platform === platform
}

/** Whether a uId can be on the server that a call names beside it: by its number in one of the games, or since it moved. */
function mayBeOn(known: KnownPlaces, { game, lineId, uId }: ReadTarget, sId: number): boolean {
  if (uId === undefined) return true
  const { catalogue, bases } = known
  const inGame = game ?? catalogue.lineById.get(lineId ?? '')?.game
  const ways = inGame === undefined ? bases.ways.map((way) => way.bases) : [bases.of(inGame)]
  return (
    ways.some((way) => partsIn(way, uId).sId === sId) ||
    serversOfPlayer(known, uId).some((server) => server.sId === sId)
  )
}

function resolveInLine(known: KnownPlaces, named: ReadTarget, line: LineRecord): Resolution {
  const operator = known.catalogue.operators.find(
    (each) => each.game === line.game && each.partnerCode === line.operator,
  )
  const { uId } = named
  if (uId !== undefined && !(operator && isOfOperator(known, uId, operator))) {
    return { kind: 'disagree', below: [linePlace(line)] }
  }
  const sId = named.sId ?? (uId === undefined ? undefined : partsIn(known.bases.of(line.game), uId).sId)
  if (sId === undefined) return found([linePlace(line)])
  const servers = serversNamed(known, named, sId)
  const here = servers.find((server) => server.lineId === line.lineId)
  if (here) return found([serverPlace(here, uId)])
  return missing(
    nobodyAt(named),
    [linePlace(line)],
    servers.map((server) => serverPlace(server)),
  )
}

/** Of several readings those count that found something, else those that missed, else they all disagree. */
function combined(readings: readonly Resolution[]): Resolution {
  const placed = readings.filter((reading) => reading.kind === 'places')
  const hits = placed.filter((reading) => reading.missing === undefined)
  if (hits.length > 0) return found(hits.flatMap((reading) => reading.places))
  const [first] = placed
  if (first?.missing === undefined) {
    const below = readings.flatMap((reading) => (reading.kind === 'disagree' ? (reading.below ?? []) : []))
    return { kind: 'disagree', below }
  }
  return missing(
    first.missing,
    placed.flatMap((reading) => reading.places),
    placed.flatMap((reading) => reading.elsewhere ?? []),
  )
}

function resolveServer(
  known: KnownPlaces,
  named: ReadTarget,
  operators: readonly OperatorRecord[],
): Resolution {
  const { uId, sId } = named
  const above = namedAbove(named, operators)
  if (sId === undefined && uId === undefined) return found(above)
  // A number may stand for another server in the next game.
  const isMeant = ({ game, sId: own }: ServerRecord) =>
    sId === undefined || uId === undefined || own === sId || partsIn(known.bases.of(game), uId).sId === sId
  const all = serversNamed(known, named, sId ?? 0).filter(isMeant)
  const here = all.filter((server) =>
    operators.some((each) => each.game === server.game && each.partnerCode === server.operator),
  )
  if (here.length > 0) return found(here.map((server) => serverPlace(server, uId)))
  const ofPlayer = operators.filter((operator) => uId !== undefined && isOfOperator(known, uId, operator))
  return missing(
    nobodyAt(named),
    ofPlayer.length > 0 ? ofPlayer.map(operatorPlace) : above,
    all.map((server) => serverPlace(server)),
  )
}

function resolveNamed(known: KnownPlaces, named: ReadTarget): Resolution {
  const { catalogue } = known
  const { game, operator, lineId, sId, uId } = named
  if (sId !== undefined && !mayBeOn(known, named, sId)) return { kind: 'disagree' }
  if (game !== undefined && !catalogue.games.some((each) => each.id === game)) {
    return missing(coreErrors.game_not_found, [{}])
  }
  if (operator !== undefined) {
    const operators = operatorsNamed(catalogue, named)
    if (operators.length === 0)
      return missing(coreErrors.operator_not_found, [game === undefined ? {} : { game }])
    if (uId !== undefined && !operators.some((each) => isOfOperator(known, uId, each))) {
      return { kind: 'disagree', below: operators.map(operatorPlace) }
    }
  }
  if (lineId === undefined) return resolveServer(known, named, operatorsNamed(catalogue, named))
  const lines = findLines(catalogue, named, lineId)
  const [line] = lines
  if (line !== undefined && lines.length === 1) return resolveInLine(known, named, line)
  if (lines.length > 0) return combined(lines.map((each) => resolveInLine(known, named, each)))
  const other = catalogue.lineById.get(lineId)
  const above = namedAbove(named, operatorsNamed(catalogue, named))
  return missing(coreErrors.line_not_found, above, other ? [linePlace(other)] : [])
}

/**
 * Where a call's target lies (S1.01). A uId goes by its platform first, then by its server (S9.05); what
 * contradicts itself disagrees; whatever is malformed is `invalid`. Never throws.
 */
export function resolveTarget(
  { catalogue, moved }: Omit<KnownPlaces, 'bases'>,
  settings: UIdBases,
  target: TargetRef,
): Resolution {
  try {
    const known = { catalogue, moved, bases: gameBases(catalogue, settings) }
    return resolveNamed(known, readTarget(target))
  } catch (error) {
    if (error instanceof AppError) return { kind: 'invalid', error }
    throw error
  }
}
