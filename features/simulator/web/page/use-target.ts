import { useScope } from '@qd/web-calls'
import { useMemo } from 'react'
import type { ConnectionTarget } from '../../contract/index.ts'
import { useActiveConnection } from '../connections/connection-store.ts'

/** Whose messages the page shows: of the connection in view, else of the record the address names or of the selected server. */
export function useTarget(recordId: string): ConnectionTarget | null {
  const connection = useActiveConnection()
  const sId = useScope((state) => state.sId)
  const lineId = useScope((state) => state.lineId)
  return useMemo(() => {
    if (connection !== null) return connection.open.target
    if (recordId !== '' && lineId !== '') return { kind: 'record', lineId, recordId }
    return sId === 0 ? null : { kind: 'server', sId, lineId }
  }, [connection, recordId, sId, lineId])
}

/** The record whose frames and messages a target speaks; empty for a server. */
export function recordIn(target: ConnectionTarget | null): string {
  return target === null || target.kind === 'server' ? '' : (target.recordId ?? '')
}

/** The line whose game the page is about; empty while none is chosen. */
export function useLineId(target: ConnectionTarget | null): string {
  const chosen = useScope((state) => state.lineId)
  return target?.lineId ?? chosen
}
