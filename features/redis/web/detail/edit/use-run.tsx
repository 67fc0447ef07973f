import { isCallError, useKitText } from '@qd/web-base'
import { ConfirmButton } from '@qd/web-controls'
import { DialogActions } from '@qd/web-frame'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import styles from './save-dialogs.module.css'

/** Runs what a button of a dialog does; its failure stands in the dialog, and `stay` keeps it open without one. */
export function useRun(onDone: () => void): {
  isRunning: boolean
  failure: string
  run: (action: () => Promise<unknown>) => Promise<void>
} {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    setRunning(true)
    setFailure('')
    try {
      if ((await action()) !== 'stay') onDone()
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.told)
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, failure, run }
}

export function Failure({ text }: { text: string }): ReactNode {
  return text === '' ? null : (
    <p role="alert" className={styles.failure}>
      {text}
    </p>
  )
}

/** Fields of a dialog above its buttons; Enter in a field does it. */
export function DialogForm(props: {
  action: string
  isDisabled?: boolean
  isDanger?: boolean
  /** A failure stands in the dialog; success closes it unless it answers `stay`. */
  run: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const kit = useKitText()
  const { isRunning, failure, run } = useRun(props.onClose)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (props.isDisabled !== true && !isRunning) void run(props.run)
      }}
    >
      {props.children}
      <Failure text={failure} />
      <DialogActions>
        <Button onClick={props.onClose}>{kit('cancel')}</Button>
        <ConfirmButton
          htmlType="submit"
          danger={props.isDanger}
          disabled={props.isDisabled}
          loading={isRunning}
        >
          {props.action}
        </ConfirmButton>
      </DialogActions>
    </form>
  )
}
