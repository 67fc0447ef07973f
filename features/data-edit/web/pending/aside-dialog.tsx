import { saveFile, useKitText } from '@qd/web-base'
import { CopyButton, DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { placeId, placeText } from '@qd/player-diff'
import { changeSetText } from '../state/change-set-file.ts'
import { EditorPlaceContext, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { editText, useEditTexts } from '../texts.ts'
import styles from './pending-list.module.css'

function AsideList({ place, onClose }: { place: EditorPlace; onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const session = useEditorSession()
  const { aside, uId } = session
  const text = changeSetText(
    session,
    aside.map(({ change }) => change),
  )
  const forget = (): void => {
    useEditor.getState().patch(place.player, { aside: [] })
    onClose()
  }
  return (
    <>
      <p className={styles.text}>{t('draft.asideText')}</p>
      <ul className={styles.list}>
        {aside.map(({ change, code }) => (
          <li key={placeId(change)}>
            <code>{placeText(change, change.diff)}</code>
            <span className={styles.why}>{t(code === 'wrong_type' ? 'draft.otherType' : 'draft.gone')}</span>
            <bdi className={styles.value}>{JSON.stringify(change.value ?? null)}</bdi>
          </li>
        ))}
      </ul>
      <DialogActions>
        <CopyButton text={text} label={t('draft.copy')} />
        <Button onClick={() => saveFile(`aside-${uId}.json`, text)}>{t('draft.export')}</Button>
        <Button danger onClick={forget}>
          {t('draft.forget')}
        </Button>
        <Button type="primary" onClick={onClose}>
          {kit('close')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Changes a new definition has no place for: to be read, copied, saved or let go. */
export function openAside(place: EditorPlace): void {
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <AsideList place={place} onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editText('draft.asideTitle'), width: 640 },
  )
}
