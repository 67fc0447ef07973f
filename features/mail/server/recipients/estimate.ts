import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { GAME_CODES, hasTimes, toGameCondition } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import type { MailCondition, mailEstimate } from '../../contract/index.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { eachOf, targetServers } from '../servers.ts'

const ASKED_AT_ONCE = 8
const DEADLINE_MS = 8_000
const SAMPLE = 10

type Estimate = RouteReplyGiven<typeof mailEstimate>
type Counted = Estimate['servers'][number] & { sample: Estimate['sample'] }

async function countOn(deps: UseCaseDeps, server: CatalogueServer, where: MailCondition): Promise<Counted> {
  const { sId, serviceName: name } = server
  try {
    const reached = await deps.reach.reach(server)
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const clock = hasTimes(where) ? (await reached.meta(reached.target, { signal })).clock : { offset: 0 }
    const asked = { where: toGameCondition(where, clock), limit: SAMPLE, countOnly: false }
    const { count, isEstimate, rows } = await reached.playersQuery.find(reached.target, asked, { signal })
    const sample = rows.map((row) => ({ sId, uId: row.uId, name: row.name, level: row.level }))
    return { sId, name, count, state: isEstimate ? 'estimated' : 'counted', sample }
  } catch (error) {
    if (!(error instanceof GameError)) throw error
    const isMissing = error.kind === 'refused' && error.code === GAME_CODES.capabilityMissing
    return { sId, name, count: null, state: isMissing ? 'not_offered' : 'away', sample: [] }
  }
}

/** How many players a condition holds for on some servers, as far as they answer. */
export async function estimate(
  deps: UseCaseDeps,
  servers: readonly CatalogueServer[],
  where: MailCondition,
): Promise<Estimate> {
  const counted = await eachOf(servers, ASKED_AT_ONCE, (server) => countOn(deps, server, where))
  return {
    count: counted.reduce((sum, { count }) => sum + (count ?? 0), 0),
    isEstimate: counted.some(({ state }) => state !== 'counted'),
    servers: counted.map(({ sample: _sample, ...server }) => server),
    sample: counted.flatMap(({ sample }) => sample).slice(0, SAMPLE),
  }
}

export function handleMailEstimate(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailEstimate>,
  { place }: CallContext,
): Promise<Estimate> {
  return estimate(deps, targetServers(deps, place.lineId!, body), body.where)
}
