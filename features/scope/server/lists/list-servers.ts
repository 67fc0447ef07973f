import type { RouteReplyGiven } from '@qd/contract-kit'
import type { serverList } from '../../contract/index.ts'
import type { ServerRecord } from '@qd/server-kit'
import type { ServerHealth, ServerStatus } from '../reach/server-health.ts'

/** However many servers a line has, the list is there by then; who has not answered is unknown. */
const LIST_DEADLINE_MS = 2_000
const PROBES_AT_ONCE = 32

/** Servers of a line with their state now. */
export async function listServers(
  servers: readonly ServerRecord[],
  health: ServerHealth,
): Promise<RouteReplyGiven<typeof serverList>> {
  const statuses = new Map<string, ServerStatus>()
  // Those that kept silent last time come last: they must not take the time of the others.
  const isSlow = (server: ServerRecord) => health.lastSeen(server) === 'unknown'
  const queue = servers.toSorted((left, right) => Number(isSlow(left)) - Number(isSlow(right))).values()
  let isOver = false
  async function probeNext(): Promise<void> {
    for (const server of queue) {
      if (isOver) return
      const { status } = await health.check(server)
      statuses.set(server.key, status)
    }
  }
  const probes = Array.from({ length: Math.min(PROBES_AT_ONCE, servers.length) }, probeNext)
  await withinDeadline(Promise.all(probes))
  isOver = true
  return servers.map((server) => ({
    sId: server.sId,
    serviceName: server.serviceName,
    status: statuses.get(server.key) ?? 'unknown',
    openedAt: server.openedAt,
  }))
}

async function withinDeadline(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LIST_DEADLINE_MS)
  await Promise.race([work, promise])
  clearTimeout(timer)
}
