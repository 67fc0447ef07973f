import { formatInstant, useKitText } from '@qd/web-base'
import { DialogActions } from '@qd/web-frame'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import type { Change, Edit } from '../../contract/index.ts'
import { ChangePlace, ChangeValues } from '../pending/change-item.tsx'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { useUndo } from './use-undo.ts'
import type { UndoTarget } from './use-undo.ts'
import styles from './history.module.css'

/** What would become of one edit. */
export interface UndoPlanned {
  edit: Edit
  target: UndoTarget
  changes: readonly Change[]
  conflicts: readonly { written: unknown; current: unknown; change: Change }[]
}

/** Drawn of one edit; a paste may have changed thousands. */
const MOST_DRAWN = 200

function ChangeList(props: { title: string; changes: readonly Change[]; isConflict?: boolean }): ReactNode {
  const t = useEditTexts()
  const { title, changes, isConflict } = props
  if (changes.length === 0) return null
  return (
    <section data-conflict={isConflict === true}>
      <h3>{title}</h3>
      <ul className={styles.changes}>
        {changes.slice(0, MOST_DRAWN).map((change, index) => (
          <li key={index}>
            <ChangePlace change={change} />
            <span className={styles.values}>
              <ChangeValues change={change} />
            </span>
          </li>
        ))}
      </ul>
      {changes.length > MOST_DRAWN ? (
        <p className={styles.others}>{t('undo.more', { count: changes.length - MOST_DRAWN })}</p>
      ) : null}
    </section>
  )
}

/** What stands there instead of what we wrote. */
function movedChange({ written, current, change }: UndoPlanned['conflicts'][number]): Change {
  return { ...change, op: 'set', old: written, value: current }
}

function Planned({ planned, isNamed }: { planned: UndoPlanned; isNamed: boolean }): ReactNode {
  const t = useEditTexts()
  const { edit, changes, conflicts } = planned
  return (
    <div className={styles.planned}>
      {isNamed ? (
        <p className={styles.plannedHead}>
          <strong>{edit.actor}</strong> <span className={styles.time}>{formatInstant(edit.at)}</span>{' '}
          <bdi>{edit.reason}</bdi>
        </p>
      ) : null}
      <ChangeList title={t('undo.willRun', { count: changes.length })} changes={changes} />
      <ChangeList
        title={t('undo.conflicts', { count: conflicts.length })}
        changes={conflicts.map(movedChange)}
        isConflict
      />
    </div>
  )
}

/** What goes back and what stays, and the reason. */
export function UndoForm({ planned, onClose }: { planned: UndoPlanned[]; onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const { isProduction } = useEditorPlace()
  const changes = planned.flatMap((each) => [...each.changes])
  const undo = useUndo(changes, onClose)
  const canSend = undo.canSend && changes.length > 0
  const targets = planned.filter((each) => each.changes.length > 0).map(({ target }) => target)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend && !undo.isBusy) void undo.send(targets)
      }}
    >
      <div className={styles.preview}>
        {planned.map((each) => (
          <Planned key={each.edit.id} planned={each} isNamed={planned.length > 1} />
        ))}
      </div>
      {changes.length === 0 ? <p className={styles.nothing}>{t('undo.nothing')}</p> : null}
      <Input
        aria-label={t('commit.reason')}
        placeholder={t('commit.reasonHint')}
        maxLength={500}
        autoFocus
        value={undo.reason}
        onChange={(event) => undo.setReason(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button
          type="primary"
          danger={isProduction}
          htmlType="submit"
          loading={undo.isBusy}
          disabled={!canSend}
        >
          {t('undo.submit', { count: changes.length })}
        </Button>
      </DialogActions>
    </form>
  )
}
