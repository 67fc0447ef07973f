import { goTo } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { Button } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { approvalList } from '../../contract/index.ts'
import { StandingTag } from '../parts/standing-tag.tsx'
import type { OwnRequestsProps } from '../slots.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './submit.module.css'

const OPEN = {
  inbox: 'mine' as const,
  statuses: [1 as const, 2 as const, 5 as const],
  executions: ['none' as const, 'scheduled' as const, 'executing' as const],
}

/** The reader's own open requests about one record, each leading to its page; nothing where there is none. */
export function OwnRequests({ page, scope, onKnown }: OwnRequestsProps): ReactNode {
  const t = useApprovalsTexts()
  const { data } = useCall(
    approvalList,
    { body: { ...OPEN, hint: page, scope } },
    { tag: 'approvals:title', told: 'once' },
  )
  const isKnown = data !== undefined
  // Its parts, since the row is another object after each answer.
  const { id, number } = data?.list[0] ?? {}
  useEffect(() => {
    if (isKnown) onKnown?.(id === undefined || number === undefined ? null : { id, number })
  }, [isKnown, id, number, onKnown])
  if (data === undefined || data.list.length === 0) return null
  return (
    <section className={styles.own} aria-label={t('submit.own')}>
      {data.list.map((request) => (
        <p key={request.id}>
          <StandingTag of={request} />
          <Button
            type="link"
            size="small"
            onClick={() => goTo(`/releaseApply?id=${encodeURIComponent(request.id)}&box=mine`)}
          >
            #{request.number} {request.title}
          </Button>
        </p>
      ))}
    </section>
  )
}
