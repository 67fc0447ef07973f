import { goTo } from '@qd/web-base'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../contract/index.ts'
import { StandingTag } from '../parts/standing-tag.tsx'
import { momentText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './request.module.css'

/** What came of the execution, and the way to its job; nothing before it began. */
export function RunResult({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const { run, override } = request
  if (run.startedAt === null && override === null) return null
  return (
    <div className={styles.result} role="status">
      <StandingTag of={request} />
      {run.message === '' ? null : <span>{run.message}</span>}
      {override === null ? null : (
        <span>
          {t('override.told', { name: override.by.name, reason: override.reason })}{' '}
          {override.reviewedBy === null
            ? t('override.due', { at: momentText(override.reviewDueAt) })
            : t('override.reviewed', { name: override.reviewedBy.name, note: override.reviewNote })}
        </span>
      )}
      {run.jobId === null ? null : (
        <Button size="small" onClick={() => goTo(`/jobs/${encodeURIComponent(run.jobId!)}`)}>
          {t('run.job')}
        </Button>
      )}
    </div>
  )
}
