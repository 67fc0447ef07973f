import { Drawer } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { TimelinePanel } from '../history/timeline-panel.tsx'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { WHOLE_HISTORY } from '../state/history-place.ts'
import { useEditTexts } from '../texts.ts'
import styles from './editor.module.css'

const WIDTH = 536

/** The time line where it has no place beside the editor. */
export function TimelineDrawer(): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const view = useSessionPart(({ history }) => history)
  const [shown, setShown] = useState(WHOLE_HISTORY)
  // While the drawer slides out it keeps what it showed.
  if (view !== null && view !== shown) setShown(view)
  return (
    <Drawer
      open={view !== null}
      onClose={() => useEditor.getState().patch(player, { history: null })}
      size={WIDTH}
      aria-label={t('history.title')}
      styles={{
        header: { display: 'none' },
        body: { display: 'flex', padding: 0 },
        wrapper: { maxWidth: '100vw' },
      }}
      rootClassName={styles.drawer}
      destroyOnHidden
    >
      <TimelinePanel view={shown} isBeside={false} />
    </Drawer>
  )
}
