import { useCall } from '@qd/web-calls'
import type { UnapprovedCall } from '@qd/web-calls'
import { approvalList } from '../../contract/index.ts'
import type { ApprovalView } from '../../contract/index.ts'

/**
 * The reader's own requests that may still be revised by the same call on the same thing: another one cannot carry its input.
 * Undefined while nobody knows.
 */
export function useOwnOpen({
  type,
  route,
  objects = [],
}: Pick<UnapprovedCall, 'type' | 'route' | 'objects'>): readonly ApprovalView[] | undefined {
  const body = {
    inbox: 'mine' as const,
    type,
    statuses: [0 as const, 1 as const, 2 as const, 3 as const],
    ...(objects.length === 0 ? {} : { objects: [...objects] }),
  }
  const { data, error } = useCall(
    approvalList,
    { body },
    {
      tag: 'approvals:title',
      told: 'once',
    },
  )
  if (data === undefined) return error === null ? undefined : []
  return data.list.filter((request) => request.isMine && request.route === route)
}
