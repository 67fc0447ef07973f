import { IconButton, Tag, formatInstant } from '@qd/web-kit'
import type { Tone } from '@qd/web-kit'
import { Button } from 'antd'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Edit } from '../../contract/index.ts'
import { ChangePlace, ChangeValues } from '../pending/change-item.tsx'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { openUndo } from './undo-dialog.tsx'
import styles from './history.module.css'

const TONES: Record<Edit['status'], Tone> = {
  applied: 'ok',
  partly: 'warn',
  refused: 'error',
  unknown: 'warn',
  undone: 'neutral',
}

function EditChanges({ edit, canUndo }: { edit: Edit; canUndo: boolean }): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  return (
    <ul className={styles.changes}>
      {edit.changes.map((change, index) => {
        const verdict = edit.results.find((result) => result.index === index && result.status !== 0)
        return (
          <li key={index} data-refused={verdict !== undefined}>
            <ChangePlace change={change} />
            <span className={styles.values}>
              <ChangeValues change={change} />
            </span>
            {canUndo && verdict === undefined && edit.changes.length > 1 ? (
              <IconButton label={t('undo.one')} onClick={() => openUndo(place, edit, [index])}>
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

/** One edit of the past: who, when, why, what, and the way back. */
export function EditCard({ edit }: { edit: Edit }): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const canUndo = place.canUndo && (edit.status === 'applied' || edit.status === 'partly')
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <strong>{edit.actor}</strong>
        <time className={styles.time} dateTime={new Date(edit.at).toISOString()}>
          {formatInstant(edit.at)}
        </time>
        {edit.undoOf === null ? null : <Tag>{t('history.isUndo')}</Tag>}
        <Tag tone={TONES[edit.status]}>{t(`history.status.${edit.status}`)}</Tag>
        {canUndo ? (
          <Button
            size="small"
            type="text"
            className={styles.undo}
            icon={<Undo2 size={13} aria-hidden />}
            onClick={() => openUndo(place, edit)}
          >
            {t('undo.action')}
          </Button>
        ) : null}
      </div>
      <p className={styles.reason}>
        <bdi>{edit.reason}</bdi>
      </p>
      <EditChanges edit={edit} canUndo={canUndo} />
    </li>
  )
}
