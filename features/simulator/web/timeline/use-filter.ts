import { useEffect, useMemo } from 'react'
import { beginView, patchConnection } from '../connections/connection-store.ts'
import type { Connection } from '../connections/connection-store.ts'
import { useAsk } from '../connections/use-ask.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { FilterFault } from '../filter/parse-filter.ts'

const TYPING_MS = 250

/** No filter reads like this: the next look asks. */
const UNKNOWN = ''

/** What each connection's view was asked for, as text: a page that comes back does not ask again. */
const asked = new Map<string, string>()

/** Keeps the view of a connection at what its filter says; the last filter that was right holds while one is wrong. */
export function useFilter(connection: Connection | null): {
  fault: FilterFault | null
  setFilter: (filter: string) => void
} {
  const ask = useAsk()
  const key = connection?.key ?? ''
  const typed = connection?.filter ?? ''
  const hides = connection?.hidesHeartbeats === true
  const parsed = useMemo(() => parseFilter(typed), [typed])
  const filter = parsed.ok ? { ...parsed.filter, ...(hides ? { hidesHeartbeats: true } : {}) } : null
  const wanted = filter === null ? null : JSON.stringify(filter)
  // What is shown of a connection that began before this page is not known.
  const begun = connection?.isTakenUp === true ? '' : '{}'
  const isThere = (connection?.view ?? null) !== null
  useEffect(() => {
    if (wanted === null || !isThere || (asked.get(key) ?? begun) === wanted) return undefined
    const timer = setTimeout(() => {
      asked.set(key, wanted)
      void ask(async () => {
        try {
          await beginView(key, JSON.parse(wanted) as object)
        } catch (error) {
          // A filter that was not taken is none: it is asked for again.
          if (asked.get(key) === wanted) asked.set(key, UNKNOWN)
          throw error
        }
      })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [key, wanted, begun, isThere, ask])
  return {
    fault: parsed.ok ? null : parsed.fault,
    setFilter: (text) => patchConnection(key, { filter: text }),
  }
}
