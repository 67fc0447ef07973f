import { Modal } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useDialogs } from './dialog-store.ts'
import type { OpenDialog } from './dialog-store.ts'
import styles from './dialog-frame.module.css'

function closeDialog(dialog: OpenDialog): void {
  useDialogs.getState().remove(dialog.id)
  dialog.onClose?.()
}

function DialogTitle({ dialog }: { dialog: OpenDialog }): ReactNode {
  return (
    <span className={styles.title} data-danger={dialog.danger === true}>
      {dialog.danger === true ? <TriangleAlert size={16} aria-hidden /> : null}
      {dialog.title}
    </span>
  )
}

function useReturnFocus(opener: Element | null): void {
  useEffect(() => {
    return () => {
      // After the modal's own focus trap has let go.
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    }
  }, [opener])
}

/** One dialog: focus stays inside, Esc closes, the focus returns to where it came from. */
export default function DialogFrame(props: { dialog: OpenDialog; isOpen: boolean }): ReactNode {
  const { dialog, isOpen } = props
  useReturnFocus(dialog.opener)
  const isDismissible = dialog.isDismissible !== false
  return (
    <Modal
      open={isOpen}
      title={<DialogTitle dialog={dialog} />}
      width={dialog.width ?? 480}
      footer={null}
      centered
      destroyOnHidden={false}
      mask={{ closable: isDismissible }}
      keyboard={isDismissible}
      closable={isDismissible}
      focusable={{ trap: true, focusTriggerAfterClose: false }}
      onCancel={() => closeDialog(dialog)}
      transitionName=""
      maskTransitionName=""
    >
      {dialog.render({ close: () => closeDialog(dialog) })}
    </Modal>
  )
}
