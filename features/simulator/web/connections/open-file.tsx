import { FileButton } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { openKeptDialog } from '../kept/kept-dialog.tsx'
import { useSimulatorTexts } from '../texts.ts'
import styles from './connections.module.css'
import { CAPTURE_BYTES } from './session-file.ts'

/** What opens without a game: a file, or what was kept on the server. */
export function OpenFile(props: {
  lineId: string
  onClose: () => void
  onFile: (file: File) => void
}): ReactNode {
  const t = useSimulatorTexts()
  const showKept = (): void => {
    props.onClose()
    openKeptDialog(props.lineId)
  }
  return (
    <div className={styles.capture}>
      <div className={styles.files}>
        <FileButton
          size="small"
          label={t('page.connect.capture')}
          accept=".ndjson,.jsonl,.har,.json,.txt,.hex"
          mostBytes={CAPTURE_BYTES}
          onFile={props.onFile}
        />
        <Button size="small" onClick={showKept}>
          {t('page.kept.title')}
        </Button>
      </div>
      <p className={styles.hint}>{t('page.connect.captureHint')}</p>
    </div>
  )
}
