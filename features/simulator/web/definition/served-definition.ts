import type { CallError } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { RouteReply } from '@qd/contract-kit'
import { definitionGet, protoDefinition } from '../../contract/index.ts'

/** Definitions change with a release of the game. */
const FRESH_MS = 60_000

/** The server whose definitions are read. */
export interface ServerAt {
  sId: number
  lineId?: string | undefined
}

export interface ServedDefinition {
  data: RouteReply<typeof definitionGet> | RouteReply<typeof protoDefinition> | undefined
  error: CallError | null
  retry: () => void
  /** Hash of the one the server has now; empty while nobody knows. */
  current: string
  /** Why the server's newest one was refused; empty for a kept version. */
  refusedBecause: string
}

/** The definitions a server has now, or the kept version of that hash when the server has another one. */
export function useServedDefinition(server: ServerAt | null, version: string): ServedDefinition {
  const at = server === null ? null : { sId: server.sId, lineId: server.lineId }
  const now = useCall(protoDefinition, at === null ? null : { query: { ...at, sId: String(at.sId) } }, {
    tag: 'simulator:about.definitions',
    told: 'inline',
    staleTimeMs: FRESH_MS,
  })
  const isKept = version !== '' && now.data?.hash !== version
  const kept = useCall(definitionGet, at === null || !isKept ? null : { body: { ...at, hash: version } }, {
    tag: 'simulator:about.definitions',
    told: 'inline',
    staleTimeMs: Infinity,
  })
  const { data, error, refetch } = isKept ? kept : now
  return {
    data,
    error,
    retry: () => void refetch(),
    current: now.data?.hash ?? '',
    refusedBecause: isKept ? '' : (now.data?.refusedBecause ?? ''),
  }
}
