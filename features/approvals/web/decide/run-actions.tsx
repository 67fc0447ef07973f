import { textOf, useKitText } from '@qd/web-base'
import { call, useSend } from '@qd/web-calls'
import { openReasonDialog } from '@qd/web-forms'
import { openConfirm, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { CircleStop, ClipboardCheck, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { approvalExecute, approvalStop, overrideReview } from '../../contract/index.ts'
import type { ApprovalDetail } from '../../contract/index.ts'
import { placeText } from '../parts/words.ts'
import { refreshRequests } from '../request/use-request-items.tsx'
import { useApprovalsTexts } from '../texts.ts'
import styles from './decide.module.css'

function stop(request: ApprovalDetail): void {
  openReasonDialog({
    title: textOf('approvals', 'run.stop'),
    text: textOf('approvals', 'run.stopText'),
    action: textOf('approvals', 'run.stop'),
    run: async (reason) => {
      await call(
        approvalStop,
        { body: { id: request.id, reason } },
        { tag: 'approvals:run.stop', told: 'form' },
      )
      refreshRequests()
    },
  })
}

function review(request: ApprovalDetail): void {
  openReasonDialog({
    title: textOf('approvals', 'override.review'),
    text: textOf('approvals', 'override.reviewText', { title: request.title }),
    action: textOf('approvals', 'override.review'),
    run: async (note) => {
      const body = { id: request.id, note }
      await call(overrideReview, { body }, { tag: 'approvals:override.review', told: 'form' })
      refreshRequests()
    },
  })
}

/** What can be done with an approved request: execute it, stop it, review its override. */
export function RunActions({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const execute = useSend(approvalExecute, { tag: 'approvals:run.execute', told: 'form' })
  const { may, id, hash } = request
  const run = () =>
    openConfirm({
      title: t('run.execute'),
      text: t('run.executeText', { title: request.title, place: placeText(request, t) }),
      action: t('run.executeNow', { revision: request.revision }),
      run: async () => {
        await execute.mutateAsync({ body: { id, hash } })
        toast.success(t('run.started'))
        refreshRequests()
      },
    })
  if (!may.execute && !may.stop && !may.review) return null
  return (
    <div className={styles.run} role="group" aria-label={kit('table.rowActions')}>
      {may.execute ? (
        <Button
          type="primary"
          className={styles.act}
          data-production={request.environment === 'production'}
          icon={<Play size={14} aria-hidden />}
          onClick={run}
        >
          {t('run.executeNow', { revision: request.revision })}
        </Button>
      ) : null}
      {may.stop ? (
        <Button danger icon={<CircleStop size={14} aria-hidden />} onClick={() => stop(request)}>
          {t('run.stop')}
        </Button>
      ) : null}
      {may.review ? (
        <Button icon={<ClipboardCheck size={14} aria-hidden />} onClick={() => review(request)}>
          {t('override.review')}
        </Button>
      ) : null}
    </div>
  )
}
