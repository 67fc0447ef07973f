import type {
  CataloguePlace,
  CatalogueServer,
  LineRecord,
  OperatorRecord,
  ServerRecord,
} from '@qd/server-kit'

export function operatorPlace(operator: OperatorRecord): CataloguePlace {
  return { game: operator.game, operator: operator.partnerCode }
}

export function linePlace(line: LineRecord): CataloguePlace {
  return { game: line.game, operator: line.operator, lineId: line.lineId, environment: line.environment }
}

/** What other features may know of a server: no addresses, no key. */
function withoutConnection(server: ServerRecord): CatalogueServer {
  const { key, game, operator, platform, lineId, environment, sId, serviceName } = server
  return { key, game, operator, platform, lineId, environment, sId, serviceName }
}

export function serverPlace(server: ServerRecord, uId?: string): CataloguePlace {
  return {
    game: server.game,
    operator: server.operator,
    lineId: server.lineId,
    sId: server.sId,
    environment: server.environment,
    server: withoutConnection(server),
    uId,
  }
}
