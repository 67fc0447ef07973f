import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { bulkPlayers } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import type { WrongEntry } from './parse-list.ts'
import { sharedPolicies } from '../preview/shared-policies.ts'
import { openSource, scanSource } from './read-source.ts'
import type { ScannedList } from './scan-list.ts'

const TOLD = 100

const told = (entries: readonly WrongEntry[], count: number) => ({
  count,
  lines: entries.slice(0, TOLD),
})

/** The servers of a list with how many of its players are theirs. */
export function serversTold({ servers }: Pick<ScannedList, 'servers'>) {
  return Array.from(servers.values(), ({ server, players }) => {
    const { sId, serviceName, lineId, environment } = server
    return { sId, name: serviceName, players, lineId, environment }
  })
}

/** What a list of players comes to, before anything is planned. */
export async function handleBulkPlayers(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof bulkPlayers>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkPlayers>> {
  const list = await scanSource(deps, ctx, await openSource(deps, ctx, body))
  const { players, duplicates, wrong, wrongCount, notFound, notFoundCount, samples } = list
  return {
    players,
    duplicates,
    wrong: told(wrong, wrongCount),
    notFound: told(notFound, notFoundCount),
    servers: serversTold(list),
    policies: await sharedPolicies(deps, list),
    samples: samples.map(({ uId }) => uId),
  }
}
