import { goTo } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import { LoadingRows, Panel, useNow } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { approvalDecide, approvalList } from '../../contract/index.ts'
import styles from '../inbox/inbox.module.css'
import { InboxRow } from '../inbox/inbox-row.tsx'
import { useApprovalsTexts } from '../texts.ts'

const SHOWN = 4
const ARGS = { body: { inbox: 'to_decide' as const, limit: SHOWN } }

function Rows(): ReactNode {
  const t = useApprovalsTexts()
  const now = useNow(60_000)
  const { data, error, refetch } = useCall(approvalList, ARGS, {
    tag: 'approvals:home.title',
    told: 'inline',
  })
  if (data === undefined) {
    if (error === null) return <LoadingRows rows={2} rowHeight={84} />
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (data.list.length === 0) {
    return <EmptyState title={t('inbox.empty.to_decide')} hint={t('inbox.emptyHint.to_decide')} />
  }
  return (
    <ul className={styles.rows}>
      {data.list.map((request) => (
        <InboxRow
          key={request.id}
          request={request}
          now={now}
          isChosen={false}
          onChoose={() => goTo(`/releaseApply?id=${encodeURIComponent(request.id)}`)}
        />
      ))}
    </ul>
  )
}

/** On home: what the reader has to decide; not there for those who may not. */
export function WaitingForMe(): ReactNode {
  const t = useApprovalsTexts()
  const mayDecide = useMay(approvalDecide, {})
  if (!mayDecide) return null
  return (
    <Panel
      title={t('home.title')}
      icon={<Inbox size={15} aria-hidden />}
      actions={
        <Button type="text" size="small" onClick={() => goTo('/releaseApply?box=to_decide')}>
          {t('home.all')}
        </Button>
      }
    >
      <Rows />
    </Panel>
  )
}
