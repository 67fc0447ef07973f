import { world } from './world.ts'
import type { WorldLine, WorldOperator, WorldServer } from './world.ts'

export interface PlacedServer {
  operator: WorldOperator
  line: WorldLine
  server: WorldServer
}

/** Every server of the world with where it stands, in the order of the world. */
export function placedServers(): PlacedServer[] {
  return world.operators.flatMap((operator) =>
    operator.lines.flatMap((line) => line.servers.map((server) => ({ operator, line, server }))),
  )
}

/** Throws RangeError for a server the world does not have. */
export function findServer(sId: number): PlacedServer {
  const found = placedServers().find((placed) => placed.server.sId === sId)
  if (!found) throw new RangeError(`the sandbox has no server ${sId}`)
  return found
}
