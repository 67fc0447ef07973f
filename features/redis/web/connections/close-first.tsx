import { useKitText } from '@qd/web-base'
import { ConfirmButton } from '@qd/web-controls'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { redisText, useRedisTexts } from '../texts.ts'
import styles from './connections.module.css'

function CloseFirst(props: { name: string; onCancel: () => void; onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const kit = useKitText()
  return (
    <>
      <p className={styles.ask}>{t('connections.closeFirstAsk', { name: props.name })}</p>
      <DialogActions>
        <Button onClick={props.onCancel}>{kit('cancel')}</Button>
        <ConfirmButton data-first-focus onClick={props.onClose}>
          {t('connections.closeAndGoOn')}
        </ConfirmButton>
      </DialogActions>
    </>
  )
}

/** A connection must be closed before it is changed (S4.13): asks, and resolves with whether to go on. */
export function askClose(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    let goesOn = false
    openDialog(
      ({ close }) => (
        <CloseFirst
          name={name}
          onCancel={close}
          onClose={() => {
            goesOn = true
            close()
          }}
        />
      ),
      {
        title: redisText('connections.closeFirst'),
        width: 440,
        onClose: () => resolve(goesOn),
      },
    )
  })
}
