import { useSession } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { approvalCount } from '../../contract/index.ts'

const ARGS = { body: {} }

/** How many requests wait, and whether approvals are on; undefined until it is known. */
export function useCounts() {
  const isSignedIn = useSession((state) => state.token !== '')
  return useCall(approvalCount, isSignedIn ? ARGS : null, {
    tag: 'approvals:title',
    told: { quiet: 'nobody asked; the inbox tells its own failure' },
  }).data
}
