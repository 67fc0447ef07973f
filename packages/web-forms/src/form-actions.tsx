import { Button } from 'antd'
import type { ReactNode } from 'react'
import { askDiscard } from '@qd/web-frame'
import { DialogActions } from '@qd/web-frame'
import { useTab } from '@qd/web-frame'
import { useKitText } from '@qd/web-base'
import { useForm } from './form-context.ts'
import styles from './form.module.css'

export interface FormActionsProps {
  submitLabel: ReactNode
  /** Absent: no such button. */
  onCancel?: () => void
  isDanger?: boolean
  /** Stands at the left of the buttons. */
  children?: ReactNode
}

/** What the server said, and the buttons; sending shows in the button and cannot be started twice. */
export function FormActions(props: FormActionsProps): ReactNode {
  const t = useKitText()
  const { failure, isSending, isDirty } = useForm()
  const tab = useTab().id
  const { onCancel } = props
  const cancel = () => {
    if (onCancel === undefined) return
    if (isDirty) askDiscard(onCancel, tab)
    else onCancel()
  }
  const requestId = failure?.requestId
  return (
    <>
      {failure === null ? null : (
        <div role="alert" className={styles.failure}>
          {failure.told}
          {requestId === undefined ? null : <code>{t('call.requestId', { id: requestId })}</code>}
        </div>
      )}
      <DialogActions>
        {props.children}
        {onCancel === undefined ? null : (
          <Button disabled={false} onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="primary" htmlType="submit" danger={props.isDanger} loading={isSending}>
          {props.submitLabel}
        </Button>
      </DialogActions>
    </>
  )
}
