import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { isCallError } from '@qd/web-base'
import { useKitText } from '@qd/web-base'
import { ConfirmButton } from '@qd/web-controls'
import styles from './confirm.module.css'
import { DialogActions } from './dialog-actions.tsx'
import { openDialog } from './open-dialog.ts'

interface ConfirmProps {
  title: string
  text: ReactNode
  action: string
  /** A failure stands in the dialog; success closes it. */
  run: () => Promise<unknown>
}

function Confirm({ text, action, run, onClose }: ConfirmProps & { onClose: () => void }): ReactNode {
  const kit = useKitText()
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  const confirm = async () => {
    setRunning(true)
    setFailure('')
    try {
      await run()
      onClose()
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.told)
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <div className={styles.text}>{text}</div>
      {failure === '' ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton loading={isRunning} onClick={() => void confirm()}>
          {action}
        </ConfirmButton>
      </DialogActions>
    </>
  )
}

/** Asks before something is done that is not easily put right. */
export function openConfirm(props: ConfirmProps): void {
  openDialog(({ close }) => <Confirm {...props} onClose={close} />, {
    title: props.title,
    width: 440,
    danger: true,
  })
}
