import type { RouteReply } from '@qd/contract-kit'
import { onlineHistory, serverStates } from '@qd/game-servers/contract'
import type { CallError } from '@qd/web-base'
import { useCall, useScope } from '@qd/web-calls'
import { useMemo } from 'react'
import type { Points } from '@qd/web-controls'

export type LiveServer = RouteReply<typeof serverStates>[number]

interface Placed {
  lineId: string
  sId: number
}

export const liveKey = ({ lineId, sId }: Placed) => `${lineId}/${sId}`

/** Whether its numbers are those of now. */
export const isHeard = ({ silentSince }: LiveServer) => silentSince === null

/** What servers of the game said of themselves, kept up to date. */
export function useLiveStates() {
  const game = useScope((state) => state.game)
  return useCall(serverStates, game === '' ? null : { body: { game } }, {
    tag: 'home:servers.title',
    told: 'once',
    refetchIntervalMs: 30_000,
  })
}

/** The same by line and sId. */
export function useLiveServers(): ReadonlyMap<string, LiveServer> {
  const { data } = useLiveStates()
  return useMemo(() => new Map(data?.map((server) => [liveKey(server), server])), [data])
}

/** Players online of all servers of the game within a day, by line and sId. */
export function useOnlineCurves(): ReadonlyMap<string, Points> {
  const game = useScope((state) => state.game)
  const { data } = useCall(onlineHistory, game === '' ? null : { body: { game } }, {
    tag: 'home:servers.title',
    told: 'once',
    refetchIntervalMs: 60_000,
  })
  return useMemo(() => new Map(data?.servers.map((server) => [liveKey(server), server.points])), [data])
}

export interface OnlineDays {
  /** Steps of the last 24 hours, the present one last, and of the 24 before. */
  today: Points
  before: Points
  /** When the first step of today begins, ms UTC. */
  from: number
  stepMs: number
}

/** Two days of one server; null before they are there, and what kept them from being read. */
export function useOnlineDays({ lineId, sId }: Placed): { days: OnlineDays | null; error: CallError | null } {
  const game = useScope((state) => state.game)
  const { data, error } = useCall(onlineHistory, game === '' ? null : { body: { game, lineId, sId } }, {
    tag: 'home:server.title',
    told: 'inline',
    refetchIntervalMs: 60_000,
  })
  const points = data?.servers.find((server) => liveKey(server) === liveKey({ lineId, sId }))?.points
  const days = useMemo(() => {
    if (data === undefined || points === undefined) return null
    const half = points.length / 2
    return {
      before: points.slice(0, half),
      today: points.slice(half),
      from: data.from + half * data.stepMs,
      stepMs: data.stepMs,
    }
  }, [data, points])
  return { days, error }
}
