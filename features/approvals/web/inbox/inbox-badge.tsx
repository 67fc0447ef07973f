import { goTo, isPreviewing, useSession } from '@qd/web-base'
import { queryKeyOf, useLive, useMay } from '@qd/web-calls'
import { IconButton } from '@qd/web-controls'
import { useQueryClient } from '@tanstack/react-query'
import { Badge } from 'antd'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  approvalCount,
  approvalDecide,
  approvalGet,
  approvalList,
  approvalsChannel,
} from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import { useCounts } from './use-counts.ts'

/** How many requests wait for the reader, and the way to them; keeps all that shows requests as the server has it. */
export function InboxBadge(): ReactNode {
  const t = useApprovalsTexts()
  const counts = useCounts()
  const mayDecide = useMay(approvalDecide, {})
  const queryClient = useQueryClient()
  const isOwn = useSession((state) => state.token !== '') && !isPreviewing()
  useLive(approvalsChannel, isOwn ? {} : null, () => {
    for (const route of [approvalCount, approvalList, approvalGet]) {
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(route) })
    }
  })
  const count = counts?.toDecide ?? 0
  if (!mayDecide && count === 0) return null
  return (
    <IconButton label={t('badge', { count })} onClick={() => goTo('/releaseApply?box=to_decide')}>
      <Badge count={count} size="small" overflowCount={99} offset={[2, -1]}>
        <Inbox size={15} aria-hidden />
      </Badge>
    </IconButton>
  )
}
