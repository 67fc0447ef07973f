import { formatInstant } from '@qd/web-base'
import { IconButton, Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import { Button, Checkbox } from 'antd'
import { ListChecks, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { overlaps } from '@qd/player-diff'
import type { Place } from '@qd/player-diff'
import type { Edit } from '../../contract/index.ts'
import { ChangePlace, ChangeValues } from '../pending/change-item.tsx'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { openUndo } from './undo-dialog.tsx'
import styles from './history.module.css'

export const EDIT_TONES: Record<Edit['status'], Tone> = {
  applied: 'ok',
  partly: 'warn',
  refused: 'error',
  unknown: 'warn',
  undone: 'neutral',
}

/** Numbers of the edit's changes at a place; a column has no row: those of every row count. */
function changesAt(edit: Edit, at: Place | null): number[] {
  const all = edit.changes.map((_change, index) => index)
  if (at === null) return all
  return all.filter((index) => {
    const change = edit.changes[index]!
    return overlaps(at.key === undefined ? { ...at, key: change.key } : at, change)
  })
}

interface EditChangesProps {
  edit: Edit
  indexes: readonly number[]
  canUndo: boolean
}

function EditChanges({ edit, indexes, canUndo }: EditChangesProps): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  return (
    <ul className={styles.changes}>
      {indexes.map((index) => {
        const change = edit.changes[index]!
        const verdict = edit.results.find((result) => result.index === index && result.status !== 0)
        return (
          <li key={index} data-refused={verdict !== undefined}>
            <ChangePlace change={change} />
            <span className={styles.values}>
              <ChangeValues change={change} />
            </span>
            {canUndo && verdict === undefined && indexes.length > 1 ? (
              <IconButton
                isSmall
                className={styles.one}
                label={t('undo.one')}
                onClick={() => openUndo(place, edit, [index])}
              >
                <Undo2 size={13} aria-hidden />
              </IconButton>
            ) : null}
            {verdict === undefined ? null : <span className={styles.refused}>{verdict.msg}</span>}
          </li>
        )
      })}
    </ul>
  )
}

/** Whether something of the edit may still be there. */
export function isUndoable({ status }: Pick<Edit, 'status'>): boolean {
  return status === 'applied' || status === 'partly'
}

/** An edit that a job has made leads to its job. */
function JobMark({ jobId }: { jobId: string | null }): ReactNode {
  const t = useEditTexts()
  if (jobId === null) return null
  return (
    <Link to={`/jobs/${encodeURIComponent(jobId)}`} title={t('history.openJob')} className={styles.job}>
      <Tag tone="theme">
        <ListChecks size={11} aria-hidden /> {t('history.bulk')}
      </Tag>
    </Link>
  )
}

interface EditCardProps {
  edit: Edit
  at: Place | null
  /** Undefined where edits are not picked to be undone together. */
  isPicked?: boolean
  onPick?: (isPicked: boolean) => void
}

/** One edit of the past: who, when, why, what, and the way back; of a place only what happened there. */
export function EditCard({ edit, at, isPicked, onPick }: EditCardProps): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const indexes = changesAt(edit, at)
  const others = edit.changes.length - indexes.length
  const canUndo = place.canUndo && isUndoable(edit)
  return (
    <li className={styles.card} data-picked={isPicked === true}>
      <div className={styles.head}>
        {isPicked === undefined || !canUndo ? null : (
          <Checkbox
            aria-label={t('undo.pick', { actor: edit.actor, time: formatInstant(edit.at) })}
            checked={isPicked}
            onChange={(event) => onPick?.(event.target.checked)}
          />
        )}
        <strong>{edit.actor}</strong>
        <time className={styles.time} dateTime={new Date(edit.at).toISOString()}>
          {formatInstant(edit.at)}
        </time>
        {edit.undoOf === null ? null : <Tag>{t('history.isUndo')}</Tag>}
        <JobMark jobId={edit.jobId} />
        <Tag tone={EDIT_TONES[edit.status]}>{t(`history.status.${edit.status}`)}</Tag>
        {canUndo ? (
          <Button
            size="small"
            type="text"
            className={styles.undo}
            icon={<Undo2 size={13} aria-hidden />}
            onClick={() => openUndo(place, edit, others === 0 ? undefined : indexes)}
          >
            {t('undo.action')}
          </Button>
        ) : null}
      </div>
      <p className={styles.reason}>
        <bdi>{edit.reason}</bdi>
      </p>
      <EditChanges edit={edit} indexes={indexes} canUndo={canUndo} />
      {others === 0 ? null : <p className={styles.others}>{t('history.others', { count: others })}</p>}
    </li>
  )
}
