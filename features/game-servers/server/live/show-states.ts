import type { RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { SERVER_STATES } from '../../contract/index.ts'
import type { ServerStateName, serverStates as route } from '../../contract/index.ts'
import type { UseCaseDeps } from '../game-servers-deps.ts'
import { serversAt } from '../online/online-history.ts'
import type { LiveRow } from '../tables.ts'

/** A state a later version wrote is none this one can show. */
export function stateOf(row: LiveRow | undefined): ServerStateName | null {
  return SERVER_STATES.find((each) => each === row?.state) ?? null
}

/** What servers said last, by key. */
export async function readLive({ store }: Pick<UseCaseDeps, 'store'>): Promise<Map<string, LiveRow>> {
  const rows = await store.read.selectFrom('game_server_live').selectAll().execute()
  return new Map(rows.map((row) => [row.key, row]))
}

/** How the servers of a game are by their own word. */
export async function showStates(
  deps: UseCaseDeps,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof route>> {
  const live = await readLive(deps)
  return serversAt(deps, ctx).map(({ key, lineId, sId, labels }) => {
    const row = live.get(key)
    return {
      lineId,
      sId,
      labels: [...labels],
      state: stateOf(row),
      silentSince: row?.silent_since ?? null,
      heardAt: row?.taken_at ?? null,
      online: row?.online ?? null,
    }
  })
}
