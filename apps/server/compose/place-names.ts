import type { Catalogue } from '@qd/server-kit'

/** Names of a scope path from the game down; it ends where the catalogue knows no further. */
export function placeNames({ games, operators, lineById, servers }: Catalogue, path: string): string[] {
  const [gameId, partnerCode, lineId, sId] = path.split('/')
  const line = lineId === undefined ? undefined : lineById.get(lineId)
  const server = servers.find((each) => each.lineId === lineId && String(each.sId) === sId)
  const names = [
    games.find(({ id }) => id === gameId)?.name,
    operators.find((each) => each.game === gameId && each.partnerCode === partnerCode)?.name,
    line?.name,
    server === undefined ? undefined : `S${server.sId} ${server.serviceName}`,
  ]
  const end = names.indexOf(undefined)
  return names.slice(0, end === -1 ? names.length : end).flatMap((name) => name ?? [])
}
