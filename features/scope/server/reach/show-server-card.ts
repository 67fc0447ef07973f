import type { RouteReplyGiven } from '@qd/contract-kit'
import type { GameMeta } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { LineRecord, ReachPort, ServerRecord } from '@qd/server-kit'
import type { serverCard } from '../../contract/index.ts'
import { readClock } from './game-clock.ts'
import type { ServerHealth } from './server-health.ts'

type Card = RouteReplyGiven<typeof serverCard>

/** The version people mean: of the table `main`, else of the first one named. */
function configVersionOf(meta: GameMeta): string | null {
  const versions = new Map(Object.entries(meta.configVersions))
  return (versions.get('main') ?? versions.values().next().value)?.version ?? null
}

/** What meta says of the clock may be seconds old, so the clock is asked for; the card lives without it. */
async function clockOf(
  reach: ReachPort<'time'>,
  server: ServerRecord,
  signal: AbortSignal,
): Promise<Card['clock']> {
  try {
    return await readClock(reach, server, signal)
  } catch (error) {
    if (error instanceof GameError) return null
    throw error
  }
}

/** State of one server; a stopped one has a card too and looks it. */
export async function showServerCard(
  server: ServerRecord,
  line: LineRecord,
  { health, reach, signal }: { health: ServerHealth; reach: ReachPort<'time'>; signal: AbortSignal },
): Promise<Card> {
  const { status, meta } = await health.check(server)
  return {
    server: {
      sId: server.sId,
      serviceName: server.serviceName,
      lineId: line.lineId,
      lineName: line.name,
      environment: line.environment,
      openedAt: server.openedAt,
    },
    status,
    build: meta?.build ?? null,
    configVersion: meta ? configVersionOf(meta) : null,
    protocolMd5: meta?.protocolMd5 ?? null,
    clock: meta ? await clockOf(reach, server, signal) : null,
    online: meta?.online ?? null,
    startedAt: meta?.startedAt ?? null,
    capabilities: meta?.capabilities ?? [],
  }
}
