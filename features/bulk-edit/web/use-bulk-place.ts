import { useSession, userReaches } from '@qd/web-base'
import { selectedEnvironment, selectedLine, selectedServer, useMay, useScope } from '@qd/web-calls'
import { bulkEditPermission, bulkStart } from '../contract/index.ts'
import { useBulkDraft } from './bulk-draft.ts'

/** Where the bulk edit works: one server, or a line with all of its servers. */
export interface BulkPlace {
  query: { lineId: string; sId?: number }
  /** The same as text, to tell one place from another. */
  key: string
  /** Both names, for the choice; null where it is none. */
  serverName: string | null
  lineName: string | null
  isWholeLine: boolean
  isProduction: boolean
}

/**
 * The place of the selection, as far as the user may work in bulk there; null where they may not. `server`: they may
 * on servers of the line only, and have to choose one.
 */
export function useBulkPlace(): BulkPlace | 'server' | null {
  const { game, partnerCode, lineId, sId } = useScope()
  const line = useScope(selectedLine)
  const server = useScope(selectedServer)
  const environment = useScope(selectedEnvironment)
  const wantsLine = useBulkDraft((draft) => draft.isWholeLine)
  const at = { game, operator: partnerCode, lineId, environment }
  const mayLine = useMay(bulkStart, at)
  const mayServer = useMay(bulkStart, { ...at, sId })
  const hasServer = sId !== 0 && mayServer
  const mayBelow = useSession((state) => userReaches(state.userInfo, bulkEditPermission, at))
  if (lineId !== '' && sId === 0 && !mayLine && mayBelow) return 'server'
  if (lineId === '' || (!hasServer && !mayLine)) return null
  const isWholeLine = mayLine && (wantsLine || !hasServer)
  const query = isWholeLine ? { lineId } : { lineId, sId }
  return {
    query,
    key: JSON.stringify(query),
    serverName: hasServer ? `S${sId} ${server?.serviceName ?? ''}`.trim() : null,
    lineName: mayLine ? (line?.name ?? lineId) : null,
    isWholeLine,
    isProduction: environment === 'production',
  }
}
