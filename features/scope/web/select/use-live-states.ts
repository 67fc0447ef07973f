import type { RouteReply } from '@qd/contract-kit'
import { serverStates } from '@qd/game-servers/contract'
import { useCall } from '@qd/web-calls'
import { useMemo } from 'react'

type LiveState = RouteReply<typeof serverStates>[number]

/** What servers of the game said of themselves, by line and sId. */
export function useLiveStates(game: string): ReadonlyMap<string, LiveState> {
  const { data } = useCall(serverStates, game === '' ? null : { body: { game } }, {
    tag: 'scope:selection',
    told: 'once',
    refetchIntervalMs: 30_000,
  })
  return useMemo(() => new Map(data?.map((server) => [`${server.lineId}/${server.sId}`, server])), [data])
}
