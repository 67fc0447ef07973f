import type { ScopePlace } from '@qd/contract-kit'
import { useSession, userMay, userReaches } from '@qd/web-base'
import { selectedEnvironment, selectedLine, selectedServer, useMay, useScope } from '@qd/web-calls'
import { bulkEditPermission, bulkStart } from '../contract/index.ts'
import type { FurtherPlace } from '../contract/index.ts'
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
  /** Where else players may be changed with them. */
  further: readonly FurtherOption[]
  /** Those that are chosen. */
  also: readonly FurtherPlace[]
}

export interface FurtherOption {
  key: string
  label: string
  place: FurtherPlace
  isProduction: boolean
}

/** Other servers of the line, and other lines of the operator, as far as the user may work in bulk there. */
function useFurther(isWholeLine: boolean): FurtherOption[] {
  const { game, partnerCode: operator, lineId, sId, lines, servers } = useScope()
  const environment = useScope(selectedEnvironment)
  const user = useSession((state) => state.userInfo)
  const may = (place: ScopePlace) => userMay(user, bulkStart, { game, operator, ...place })
  const ofServers = servers
    .filter((each) => !isWholeLine && each.sId !== sId)
    .filter((each) => may({ lineId, sId: each.sId, ...(environment && { environment }) }))
    .map((each) => ({
      key: `${lineId}/${each.sId}`,
      label: `S${each.sId} ${each.serviceName}`,
      place: { lineId, sId: each.sId },
      isProduction: environment === 'production',
    }))
  const ofLines = lines
    .filter((each) => each.lineId !== lineId && may({ lineId: each.lineId, environment: each.environment }))
    .map((each) => ({
      key: each.lineId,
      label: each.name,
      place: { lineId: each.lineId },
      isProduction: each.environment === 'production',
    }))
  return [...ofServers, ...ofLines]
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
  const chosen = useBulkDraft((draft) => draft.also)
  const further = useFurther(mayLine && (wantsLine || !hasServer))
  const mayBelow = useSession((state) => userReaches(state.userInfo, bulkEditPermission, at))
  if (lineId !== '' && sId === 0 && !mayLine && mayBelow) return 'server'
  if (lineId === '' || (!hasServer && !mayLine)) return null
  const isWholeLine = mayLine && (wantsLine || !hasServer)
  const query = isWholeLine ? { lineId } : { lineId, sId }
  const picked = further.filter(({ key }) => chosen.includes(key))
  const also = picked.map((each) => each.place)
  return {
    query,
    key: JSON.stringify([query, also]),
    further,
    also,
    serverName: hasServer ? `S${sId} ${server?.serviceName ?? ''}`.trim() : null,
    lineName: mayLine ? (line?.name ?? lineId) : null,
    isWholeLine,
    isProduction: environment === 'production' || picked.some((each) => each.isProduction),
  }
}
