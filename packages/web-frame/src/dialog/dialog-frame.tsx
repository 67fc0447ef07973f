import { Modal } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { askDiscard } from './ask-discard.tsx'
import { keepOpener } from './dialog-openers.ts'
import { useDialogs } from './dialog-store.ts'
import type { OpenDialog } from './dialog-store.ts'
import { isDialogDirty } from './dirty-dialogs.ts'
import styles from './dialog-frame.module.css'

function closeDialog(dialog: OpenDialog): void {
  useDialogs.getState().remove(dialog.id)
  dialog.onClose?.()
}

/** The cross, Esc or a press beside the dialog: what was typed is not lost without a question. */
function dismiss(dialog: OpenDialog): void {
  if (isDialogDirty(dialog.id)) askDiscard(() => closeDialog(dialog), dialog.tab)
  else closeDialog(dialog)
}

function DialogTitle({ dialog }: { dialog: OpenDialog }): ReactNode {
  return (
    <span className={styles.title} data-danger={dialog.danger === true}>
      {dialog.danger === true ? <TriangleAlert size={16} aria-hidden /> : null}
      {dialog.title}
    </span>
  )
}

function useReturnFocus({ opener, openerBefore }: OpenDialog): void {
  useEffect(() => {
    return () => {
      // After the modal's own focus trap has let go.
      setTimeout(() => {
        const target = [opener, openerBefore].find((each) => each?.isConnected === true)
        if (target instanceof HTMLElement) target.focus()
      })
    }
  }, [opener, openerBefore])
}

const FIRST_FIELD = 'input:not([disabled]), textarea:not([disabled]), .ant-btn-primary'

/** The first field takes the focus, not the cross in the corner: Enter must not close what was opened. */
function useFirstFocus(opener: Element | null): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (body.current !== null) keepOpener(body.current, opener)
  }, [opener])
  useEffect(() => {
    const timer = setTimeout(() => {
      // The modal's focus trap has by now taken the first thing that can have the focus at all.
      const named = body.current?.querySelector<HTMLElement>('[data-first-focus]')
      if (named) return named.focus()
      const isChosen = body.current?.contains(document.activeElement) === true
      if (!isChosen) body.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    })
    return () => clearTimeout(timer)
  }, [])
  return body
}

/** One dialog: focus stays inside, Esc closes, the focus returns to where it came from. */
export default function DialogFrame(props: { dialog: OpenDialog; isOpen: boolean }): ReactNode {
  const { dialog, isOpen } = props
  useReturnFocus(dialog)
  const body = useFirstFocus(dialog.opener)
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
      keyboard
      closable={isDismissible}
      styles={{ header: { marginBottom: 12 } }}
      focusable={{ trap: true, focusTriggerAfterClose: false }}
      onCancel={() => dismiss(dialog)}
      transitionName=""
      maskTransitionName=""
    >
      <div ref={body}>{dialog.render({ close: () => closeDialog(dialog) })}</div>
    </Modal>
  )
}
