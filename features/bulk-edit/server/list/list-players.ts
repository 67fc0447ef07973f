import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { bulkPlayers } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import type { WrongEntry } from './parse-list.ts'
import { sharedPolicies } from '../preview/shared-policies.ts'
import { samplesOf, sortPlayers } from './sort-players.ts'

const TOLD = 100

const told = (entries: readonly WrongEntry[], count = entries.length) => ({
  count,
  lines: entries.slice(0, TOLD),
})

/** What a list of players comes to, before anything is planned. */
export async function handleBulkPlayers(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof bulkPlayers>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkPlayers>> {
  const sorted = await sortPlayers(deps, ctx, body.fileId)
  const { players, duplicates, wrong, wrongCount, notFound, servers } = sorted
  return {
    players: players.length,
    duplicates,
    wrong: told(wrong, wrongCount),
    notFound: told(notFound),
    servers: [...servers.values()].map((each) => ({
      sId: each.server.sId,
      name: each.server.serviceName,
      players: each.players,
    })),
    policies: await sharedPolicies(deps, sorted),
    samples: samplesOf(players).map(({ uId }) => uId),
  }
}
