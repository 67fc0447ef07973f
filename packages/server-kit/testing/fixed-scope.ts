import { AppError, coreErrors } from '@qd/contract-kit'
import { parseUId } from '@qd/game-id'
import type { CataloguePlace, CatalogueServer, Resolution, ScopePort } from '../src/index.ts'

export function aServer(part: Partial<CatalogueServer> = {}): CatalogueServer {
  const base = { game: 'lantern', platform: 3, sId: 123, ...part }
  return {
    operator: 'northwind',
    lineId: 'northwind-test',
    environment: 'test',
    serviceName: `S${base.sId}`,
    ...base,
    key: `${base.game}:${base.platform}:${base.sId}`,
  }
}

const placeOf = (server: CatalogueServer, uId?: string): CataloguePlace => ({
  game: server.game,
  operator: server.operator,
  lineId: server.lineId,
  sId: server.sId,
  environment: server.environment,
  server,
  ...(uId === undefined ? {} : { uId }),
})

/** A scope port over a fixed list of servers; the real one belongs to the scope feature. */
export function fixedScope(servers: readonly CatalogueServer[]): ScopePort {
  const among = (found: CatalogueServer[], uId?: string): Resolution =>
    found.length > 0
      ? { kind: 'places', places: found.map((server) => placeOf(server, uId)) }
      : { kind: 'places', places: [{}], missing: coreErrors.server_not_found }
  return {
    resolve(target) {
      const onLine = servers.filter(
        (server) => target.lineId === undefined || server.lineId === target.lineId,
      )
      if (target.uId !== undefined) {
        const parsed = parseUId(target.uId)
        if (!parsed.ok)
          return { kind: 'invalid', error: new AppError(coreErrors.uid_invalid, { field: 'uId' }) }
        const found = onLine.filter(({ platform, sId }) => platform === parsed.platform && sId === parsed.sId)
        return among(found, parsed.uId)
      }
      if (target.sId !== undefined) return among(onLine.filter(({ sId }) => sId === target.sId))
      const first = onLine[0]
      if (target.lineId === undefined || first === undefined) return among([])
      const { game, operator, lineId, environment } = first
      return { kind: 'places', places: [{ game, operator, lineId, environment }] }
    },
  }
}
