import { Button, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { nextRequest } from '../state/commit-calls.ts'
import { useEditor } from '../state/editor-store.ts'
import { useLocalFaults } from '../state/use-fault-texts.ts'
import { useEditTexts } from '../texts.ts'
import { OnlineChoice } from './online-choice.tsx'
import { PartProgressLine } from './part-progress.tsx'
import { useCommit, useReasonFault } from './use-commit.ts'
import styles from './pending-panel.module.css'

/** Measuring a text lays out the whole page: only once its first frame has done so anyway. */
function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isDrawn
}

/** An open request for approval about the player, by whoever edits. */
export interface OwnRequest {
  id: string
  number: number
}

/** Reason, check and submit at the foot of the pending panel. */
export function CommitBar({ asked }: { asked: OwnRequest | null }): ReactNode {
  const t = useEditTexts()
  const { player, isProduction, canEdit } = useEditorPlace()
  const session = useEditorSession()
  const { draft, reason, busy } = session
  // The same is not handed in twice; what was changed since is a revision of it.
  const isWaiting = asked !== null && nextRequest(session)?.isHandedIn === true
  const action = asked === null ? t('commit.submit', { count: draft.changes.length }) : null
  const id = useId()
  const reasonFault = useReasonFault()
  const { canCheck, canSubmit, blocker, check, submit } = useCommit()
  const faultCount = useLocalFaults().size
  const count = draft.changes.length
  const isDrawn = useIsDrawn()
  return (
    <div className={styles.bar}>
      {/* What comes and goes stands above: the buttons do not move under the pointer. */}
      {canEdit ? <PartProgressLine /> : null}
      {canEdit && faultCount > 0 ? (
        <p className={styles.blocker} role="status">
          {t('blocker.faults', { count: faultCount })}
        </p>
      ) : null}
      <Input.TextArea
        rows={1}
        autoSize={isDrawn ? { minRows: 1, maxRows: 4 } : false}
        aria-label={t('commit.reason')}
        data-commit-reason={player}
        status={reasonFault === null ? undefined : 'error'}
        aria-invalid={reasonFault !== null}
        aria-describedby={`${id}-fault`}
        placeholder={t('commit.reasonHint')}
        value={reason}
        onChange={(event) =>
          useEditor.getState().patch(player, { reason: event.target.value, isReasonMissed: false })
        }
      />
      <p id={`${id}-fault`} className={styles.reasonFault} role="alert">
        {reasonFault}
      </p>
      {canEdit ? (
        <div className={styles.buttons}>
          <Button disabled={!canCheck} loading={busy === 'check'} onClick={check}>
            {t('commit.check')}
          </Button>
          <Button
            type="primary"
            danger={isProduction && asked === null}
            className={styles.submit}
            disabled={isWaiting || count === 0 || faultCount > 0 || (!canSubmit && busy !== null)}
            loading={busy === 'commit'}
            title={blocker ?? undefined}
            onClick={submit}
          >
            {action ?? t(isWaiting ? 'commit.waiting' : 'commit.revise', { number: asked?.number ?? 0 })}
          </Button>
        </div>
      ) : (
        <p className={styles.readOnly}>{t('readOnlyHint')}</p>
      )}
      <OnlineChoice />
    </div>
  )
}
