import type { CatalogueServer, ScopePort } from '@qd/server-kit'

export type FoundServer = { server: CatalogueServer; uId: string } | 'wrong_id' | 'no_server'

/** Finds the server of a uId among those of a mail; a foreign player and one of no server are the same. */
export function serverFinder(
  { scope }: { scope: ScopePort },
  lineId: string,
  servers: readonly CatalogueServer[],
): (uId: string) => FoundServer {
  const targets = new Set(servers.map(({ key }) => key))
  return (uId) => {
    const resolution = scope.resolve({ uId, lineId })
    if (resolution.kind === 'invalid') return 'wrong_id'
    if (resolution.kind !== 'places' || resolution.missing !== undefined) return 'no_server'
    const found = resolution.places.find(({ server }) => server !== undefined && targets.has(server.key))
    return found?.server === undefined ? 'no_server' : { server: found.server, uId: found.uId ?? uId }
  }
}
