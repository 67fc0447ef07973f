import { formatMoment, useKitText } from '@qd/web-base'
import { DialogActions, openDialog, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { placeId } from '@qd/player-diff'
import type { Edit } from '../../contract/index.ts'
import { EditorPlaceContext } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { useAskUnknown, useUnknownEdits } from '../state/use-unknown-edits.ts'
import { editText, useEditTexts } from '../texts.ts'
import { ChangePlace, ChangeValues } from './change-item.tsx'
import styles from './pending-list.module.css'

const MOST_SHOWN = 50

interface AgainProps {
  edits: readonly Edit[]
  onCommit: () => void
  onClose: () => void
}

function UnknownEdit({ edit }: { edit: Edit }): ReactNode {
  const t = useEditTexts()
  return (
    <section>
      <p className={styles.text}>
        {t('unknown.again.text', { actor: edit.actor, time: formatMoment(edit.at) })} <bdi>{edit.reason}</bdi>
      </p>
      <ul className={styles.list}>
        {edit.changes.slice(0, MOST_SHOWN).map((change) => (
          <li key={placeId(change)}>
            <ChangePlace change={change} />
            <span className={styles.value}>
              <ChangeValues change={change} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Again({ edits, onCommit, onClose }: AgainProps): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const ids = new Set(edits.map(({ id }) => id))
  const open = useUnknownEdits().filter(({ id }) => ids.has(id))
  const { isAsking, failure, ask } = useAskUnknown(open)
  const isKnown = open.length === 0
  const isTold = useRef(false)
  useEffect(() => {
    if (!isKnown || isTold.current) return
    isTold.current = true
    toast.success(t('unknown.again.known'))
    onClose()
  }, [isKnown, t, onClose])
  return (
    <>
      {edits.map((edit) => (
        <UnknownEdit key={edit.id} edit={edit} />
      ))}
      {failure === '' ? null : (
        <p role="alert" className={styles.warn}>
          {t('unknown.again.still', { reason: failure })}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button
          danger
          onClick={() => {
            onClose()
            onCommit()
          }}
        >
          {t('unknown.again.send')}
        </Button>
        <Button type="primary" loading={isAsking} onClick={ask}>
          {t('unknown.again.ask')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Before a commit at places where an edit's outcome is unknown: it may come on top of one that has happened. */
export function openAgain(place: EditorPlace, edits: readonly Edit[], onCommit: () => void): void {
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <Again edits={edits} onCommit={onCommit} onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editText('unknown.again.title'), width: 560, danger: true },
  )
}
