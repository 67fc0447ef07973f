import { Button } from 'antd'
import type { ReactNode } from 'react'
import { kitText, useKitText } from '@qd/web-base'
import { DialogActions } from './dialog-actions.tsx'
import { useDialogs } from './dialog-store.ts'
import { openDialog } from './open-dialog.ts'

function AlertBody({ text, onClose }: { text: string; onClose: () => void }): ReactNode {
  const t = useKitText()
  return (
    <>
      <p style={{ margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{text}</p>
      <DialogActions>
        <Button type="primary" autoFocus onClick={onClose}>
          {t('ok')}
        </Button>
      </DialogActions>
    </>
  )
}

/** A box that has to be read; the title is 错误提示 unless given (S8.06). The same one does not open twice. */
export function alertBox(title: string | undefined, text: string): void {
  if (useDialogs.getState().dialogs.some(({ alert }) => alert === text)) return
  openDialog(({ close }) => <AlertBody text={text} onClose={close} />, {
    tab: null,
    title: title ?? kitText('alertTitle'),
    width: 420,
    danger: true,
    alert: text,
  })
}
