import { call, useScope } from '@qd/web-calls'
import { useQuery } from '@tanstack/react-query'
import { serverTime } from '../../contract/index.ts'

/** Servers of the line that are asked, one after another, until one answers. */
const ASKED = 3
const FRESH_MS = 600_000

/** Minutes east of UTC of the selected line while none of its servers is chosen; null: a server is, or none answers. */
export function useLineZone(): number | null {
  const lineId = useScope((state) => (state.sId === 0 ? state.lineId : ''))
  const servers = useScope((state) => state.servers)
  const asked = servers.slice(0, ASKED).map(({ sId }) => sId)
  const zone = useQuery({
    queryKey: ['scope.lineZone', lineId, asked],
    enabled: lineId !== '' && asked.length > 0,
    staleTime: FRESH_MS,
    retry: false,
    queryFn: async ({ signal }) => {
      for (const sId of asked)
        try {
          const args = { query: { sId, lineId } }
          return (await call(serverTime, args, { tag: 'scope:clock.label', told: 'place', signal })).zone
        } catch (error) {
          if (signal.aborted) throw error
        }
      return null
    },
  })
  return zone.data ?? null
}
