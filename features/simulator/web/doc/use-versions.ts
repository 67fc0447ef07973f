import type { UseQueryResult } from '@tanstack/react-query'
import type { CallError } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { RouteReply } from '@qd/contract-kit'
import { definitionVersions } from '../../contract/index.ts'
import type { DocServer } from './use-definition.ts'

export type Versions = RouteReply<typeof definitionVersions>

/** Versions of the server; asked for once the newest is known, which may be a new one. */
export function useVersions(
  { sId, lineId }: DocServer,
  isReady: boolean,
): UseQueryResult<Versions, CallError> {
  return useCall(definitionVersions, isReady ? { body: { sId, lineId } } : null, {
    tag: 'simulator:doc.versions',
    told: 'inline',
  })
}
