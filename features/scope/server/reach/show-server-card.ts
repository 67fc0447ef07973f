import type { RouteReplyGiven } from '@qd/contract-kit'
import type { GameMeta } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { inBackground } from '@qd/server-kit'
import type { LineRecord, ReachPort, ServerRecord } from '@qd/server-kit'
import type { serverCard } from '../../contract/index.ts'
import { clockReply } from './game-clock.ts'
import type { ServerHealth } from './server-health.ts'

const CLOCK_DEADLINE_MS = 1_500

type Card = RouteReplyGiven<typeof serverCard>

/** The version people mean: of the table `main`, else of the first one named. */
function configVersionOf(meta: GameMeta): string | null {
  const versions = new Map(Object.entries(meta.configVersions))
  return (versions.get('main') ?? versions.values().next().value)?.version ?? null
}

/** What meta says of the clock may be seconds old, so the clock is asked for; the card lives without it. */
async function clockOf(reach: ReachPort<'time'>, server: ServerRecord): Promise<Card['clock']> {
  try {
    const { time, target } = await reach.reach(server)
    const signal = AbortSignal.timeout(CLOCK_DEADLINE_MS)
    return clockReply(await inBackground(() => time.read(target, { signal })))
  } catch (error) {
    if (error instanceof GameError) return null
    throw error
  }
}

/** State of one server; a stopped one has a card too and looks it. */
export async function showServerCard(
  server: ServerRecord,
  line: LineRecord,
  { health, reach }: { health: ServerHealth; reach: ReachPort<'time'> },
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
    clock: meta ? await clockOf(reach, server) : null,
    online: meta?.online ?? null,
    startedAt: meta?.startedAt ?? null,
    capabilities: meta?.capabilities ?? [],
  }
}
