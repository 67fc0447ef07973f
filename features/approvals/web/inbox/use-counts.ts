import { useSession } from '@qd/web-base'
import { setApprovalsOn, useCall } from '@qd/web-calls'
import { useEffect, useState } from 'react'
import { approvalCount } from '../../contract/index.ts'

const ARGS = { body: {} }
/** What a page needs to show comes first. */
const AFTER_MS = 1_500

function useIsLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

/** How many requests wait, and whether approvals are on; undefined until it is known. */
export function useCounts() {
  const isLater = useIsLater()
  const isSignedIn = useSession((state) => state.token !== '')
  const counts = useCall(approvalCount, isSignedIn && isLater ? ARGS : null, {
    tag: 'approvals:title',
    told: 'once',
  }).data
  const isOn = counts?.isOn === true
  useEffect(() => setApprovalsOn(isOn), [isOn])
  return counts
}
