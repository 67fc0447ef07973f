import { useCall } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import { useState } from 'react'
import { approvalGet } from '../../contract/index.ts'
import type { ApprovalDetail } from '../../contract/index.ts'

export interface ReadRequest {
  /** What the reader has before them: the revision they began to read. */
  request: ApprovalDetail | undefined
  /** A newer revision has come meanwhile; its number. */
  newer: number | null
  error: CallError | null
  /** Goes over to the newer revision. */
  readNewer: () => void
  reload: () => void
}

/** A request as it was opened: votes and state follow the server, the revision only when the reader says so. */
export function useRequest(id: string): ReadRequest {
  const query = useCall(approvalGet, id === '' ? null : { body: { id } }, {
    tag: 'approvals:title',
    told: 'inline',
    staleTimeMs: 0,
  })
  const [seen, setSeen] = useState<ApprovalDetail | undefined>(undefined)
  const { data } = query
  if (data !== undefined && data !== seen && (seen?.id !== data.id || seen.revision === data.revision)) {
    setSeen(data)
  }
  const isOther = seen !== undefined && seen.id !== id
  const request = isOther ? undefined : seen
  return {
    request,
    newer:
      request !== undefined && data !== undefined && data.revision > request.revision ? data.revision : null,
    error: query.error,
    readNewer: () => setSeen(data),
    reload: () => void query.refetch(),
  }
}
