import { useScope } from '@qd/web-calls'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { Doc } from './doc-page.tsx'
import { useRecordId } from './record-address.ts'

/** The documentation of a game record's messages and commands. */
export default function RecordDocPage(): ReactNode {
  const recordId = useRecordId()
  const lineId = useScope((state) => state.lineId)
  if (recordId === '') return <Navigate to="/mock/records" replace />
  return <Doc key={`${lineId}/${recordId}`} source={{ sId: 0, lineId, recordId }} />
}
