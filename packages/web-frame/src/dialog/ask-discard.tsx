import { Button } from 'antd'
import type { ReactNode } from 'react'
import { kitText, useKitText } from '@qd/web-base'
import { DialogActions } from './dialog-actions.tsx'
import { openDialog } from './open-dialog.ts'

function Question(props: { onKeep: () => void; onDiscard: () => void }): ReactNode {
  const t = useKitText()
  return (
    <>
      <p>{t('form.discardText')}</p>
      <DialogActions>
        <Button data-first-focus onClick={props.onKeep}>
          {t('form.goOn')}
        </Button>
        <Button danger type="primary" onClick={props.onDiscard}>
          {t('form.discard')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Asks whether what was typed may go; `tab` is the one the question belongs to. */
export function askDiscard(onDiscard: () => void, tab?: string): void {
  const { close } = openDialog(
    (controls) => (
      <Question
        onKeep={controls.close}
        onDiscard={() => {
          close()
          onDiscard()
        }}
      />
    ),
    { title: kitText('form.discardTitle'), width: 400, ...(tab === undefined ? {} : { tab }) },
  )
}
