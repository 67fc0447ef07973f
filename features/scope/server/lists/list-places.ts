import { ENVIRONMENTS } from '@qd/contract-kit'
import type { Environment, RouteReplyGiven } from '@qd/contract-kit'
import type { Caller, Catalogue, CataloguePlace, LineRecord } from '@qd/server-kit'
import type { domainList, gameList, gameServerList, lineList, operatorList } from '../../contract/index.ts'
import {
  oncePerGrants,
  visibleGames,
  visibleLines,
  visibleOperators,
  visibleServers,
} from './visible-places.ts'
import type { Find } from './visible-places.ts'

/** A game is as careful as the most careful of its lines. */
function environmentOf(lines: readonly LineRecord[]): Environment {
  const ranks = lines.map((line) => ENVIRONMENTS.indexOf(line.environment))
  return ENVIRONMENTS[Math.max(0, ...ranks)] ?? 'dev'
}

/** Frozen, so that the kit keeps its bytes too: every page begins with it. */
export const listGames: Find<RouteReplyGiven<typeof gameList>> = oncePerGrants((catalogue, caller) => {
  const lines = visibleLines(catalogue, caller)
  const games = visibleGames(catalogue, caller).map(({ id, name, code }) => {
    const environment = environmentOf(lines.filter((line) => line.game === id))
    return Object.freeze({ id, name, code, environment })
  })
  Object.freeze(games)
  return games
})

export function listOperators(
  catalogue: Catalogue,
  caller: Caller,
  place: CataloguePlace,
): RouteReplyGiven<typeof operatorList> {
  return visibleOperators(catalogue, caller)
    .filter((operator) => operator.game === place.game)
    .map(({ partnerCode, name, platform }) => ({ partnerCode, name, platform }))
}

export function listLines(
  catalogue: Catalogue,
  caller: Caller,
  place: CataloguePlace,
): RouteReplyGiven<typeof lineList> {
  return visibleLines(catalogue, caller)
    .filter((line) => line.game === place.game && line.operator === place.operator)
    .map(({ lineId, lineCode, name, environment }) => ({ lineId, lineCode, name, environment }))
}

/** Lines to switch to, as same-origin base addresses (S3.04); a line's own name repeats below other operators. */
export function listDomains(catalogue: Catalogue, caller: Caller): RouteReplyGiven<typeof domainList> {
  return visibleLines(catalogue, caller).map((line) => {
    const operator = catalogue.operators.find(
      (each) => each.game === line.game && each.partnerCode === line.operator,
    )
    return { name: `${operator?.name ?? line.operator} · ${line.name}`, value: `/line/${line.lineId}` }
  })
}

export function listGameServers(
  catalogue: Catalogue,
  caller: Caller,
  place: CataloguePlace,
): RouteReplyGiven<typeof gameServerList> {
  return visibleServers(catalogue, caller, place.lineId ?? '').map((server) => {
    return { name: server.serviceName, value: String(server.sId) }
  })
}
