import { useCall } from '@qd/web-calls'
import type { UnapprovedCall } from '@qd/web-calls'
import { approvalList } from '../../contract/index.ts'
import type { ApprovalView } from '../../contract/index.ts'

/** The reader's own requests that may still be revised by the same call: another one cannot carry its input. */
export function useOwnOpen({ type, route }: Pick<UnapprovedCall, 'type' | 'route'>): readonly ApprovalView[] {
  const body = { inbox: 'mine' as const, type, statuses: [0 as const, 1 as const, 2 as const, 3 as const] }
  const { data } = useCall(
    approvalList,
    { body },
    {
      tag: 'approvals:title',
      told: 'once',
    },
  )
  return data?.list.filter((request) => request.isMine && request.route === route) ?? []
}
