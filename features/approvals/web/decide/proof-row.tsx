import { saveFile } from '@qd/web-base'
import { callFile } from '@qd/web-calls'
import { Button } from 'antd'
import { Download, FileCheck } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { approvalProof } from '../../contract/index.ts'
import type { ApprovalDetail } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './decide.module.css'

export const proofName = ({ number, revision }: ApprovalDetail): string =>
  `approval-${number}-r${revision}.json`

/** What proves later what was approved and done, to take along. */
export function ProofRow({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const file = await callFile(
        approvalProof,
        { body: { id: request.id } },
        { tag: 'approvals:proof.title', told: 'toast' },
      )
      saveFile(proofName(request), file)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.proof}>
      <FileCheck size={15} aria-hidden />
      <span>{t('proof.title')}</span>
      <code>{proofName(request)}</code>
      <Button
        size="small"
        loading={isBusy}
        icon={<Download size={13} aria-hidden />}
        onClick={() => void download().catch(() => undefined)}
      >
        {t('proof.download')}
      </Button>
    </div>
  )
}
