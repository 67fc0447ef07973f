import { serverList } from '@qd/scope/contract'
import { protoDefinition } from '@qd/simulator/contract'
import { useCall, useMay, useScope } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import { useMemo } from 'react'
import type { GivenDefinitions } from '../decode/messages.ts'

/** Definitions change with a release of the game. */
const FRESH_MS = 300_000

export interface LineDefinitions {
  /** null: there are none yet, or none at all. */
  readonly given: GivenDefinitions | null
  readonly error: CallError | null
  readonly isLoading: boolean
  /** The caller may not read definitions. */
  readonly isForbidden: boolean
}

/** The definitions of the game of a line: of the server chosen at the top when it is of this line, else of the first one. */
export function useDefinitions(lineId: string, isWanted: boolean): LineDefinitions {
  const may = useMay(protoDefinition)
  const chosen = useScope((state) => (state.lineId === lineId ? state.sId : 0))
  const asks = isWanted && may
  const servers = useCall(serverList, asks && chosen === 0 ? { params: { lineId }, body: {} } : null, {
    tag: 'redis:viewers.definitions',
    told: 'place',
    staleTimeMs: FRESH_MS,
  })
  const sId = chosen === 0 ? servers.data?.[0]?.sId : chosen
  const proto = useCall(
    protoDefinition,
    asks && sId !== undefined ? { query: { sId: String(sId), lineId } } : null,
    { tag: 'redis:viewers.definitions', told: 'place', staleTimeMs: FRESH_MS },
  )
  const { data } = proto
  const given = useMemo(
    () => (data === undefined ? null : { hash: data.hash, nested: data.proto.nested }),
    [data],
  )
  return {
    given,
    error: servers.error ?? proto.error,
    isLoading: asks && given === null && servers.error === null && proto.error === null,
    isForbidden: isWanted && !may,
  }
}
