import { useKitText } from '@qd/web-base'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { placeId } from '@qd/player-diff'
import { EditorPlaceContext, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { editText } from '../texts.ts'
import { ChangePlace, ChangeValues } from './change-item.tsx'
import styles from './pending-list.module.css'

function PendingList({ onClose }: { onClose: () => void }): ReactNode {
  const kit = useKitText()
  const { draft } = useEditorSession()
  return (
    <>
      <ul className={styles.list}>
        {draft.changes.map((change) => (
          <li key={placeId(change)}>
            <ChangePlace change={change} />
            <span className={styles.value}>
              <ChangeValues change={change} />
            </span>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button type="primary" onClick={onClose}>
          {kit('close')}
        </Button>
      </DialogActions>
    </>
  )
}

/** All pending changes at once, where the panel is not in view. */
export function openPendingList(place: EditorPlace): void {
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <PendingList onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editText('pending.title'), width: 560 },
  )
}
