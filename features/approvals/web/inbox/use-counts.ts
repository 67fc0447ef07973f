import { useSession } from '@qd/web-base'
import { setApprovalsOn, useCall } from '@qd/web-calls'
import { useEffect } from 'react'
import { approvalCount } from '../../contract/index.ts'

const ARGS = { body: {} }

/** How many requests wait, and whether approvals are on; undefined until it is known. */
export function useCounts() {
  const isSignedIn = useSession((state) => state.token !== '')
  const counts = useCall(approvalCount, isSignedIn ? ARGS : null, {
    tag: 'approvals:title',
    told: { quiet: 'nobody asked; the inbox tells its own failure' },
  }).data
  const isOn = counts?.isOn === true
  useEffect(() => setApprovalsOn(isOn), [isOn])
  return counts
}
