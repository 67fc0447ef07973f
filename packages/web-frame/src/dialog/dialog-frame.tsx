import { Modal } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { askDiscard } from './ask-discard.tsx'
import { focusNear, stopsIn, useKeptFocus } from '../focus/kept-focus.ts'
import { keepOpener } from './dialog-openers.ts'
import type { OpenDialog } from './dialog-store.ts'
import { isDialogDirty } from './dirty-dialogs.ts'
import { closeDialog } from './use-dialog-close.ts'
import styles from './dialog-frame.module.css'

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
        else if (opener !== null) focusNear(opener)
      })
    }
  }, [opener, openerBefore])
}

const FIRST_FIELD = 'input:not([disabled]), textarea:not([disabled]), .ant-btn-primary'

/** Past its ends the Tab key goes round, not out to the window. A field may have taken the key for itself. */
function goRound(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented) return
  const stops = event.key === 'Tab' ? stopsIn(event.currentTarget) : []
  const [end, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (end === undefined || document.activeElement !== end) return
  event.preventDefault()
  other?.focus()
}

function inside(content: ReactNode): ReactNode {
  // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from what stands in it
  return <div onKeyDown={goRound}>{content}</div>
}

/** What is loaded first names its field late; who has gone on by then is left in peace. */
function whenNamed(body: HTMLElement, take: (field: HTMLElement) => void): () => void {
  const observer = new MutationObserver(() => {
    const named = body.querySelector<HTMLElement>('[data-first-focus]')
    if (named === null) return
    observer.disconnect()
    if (!body.contains(document.activeElement)) take(named)
  })
  observer.observe(body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** The first field takes the focus, not the cross in the corner: Enter must not close what was opened. */
function useFirstFocus(opener: Element | null): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (body.current !== null) keepOpener(body.current, opener)
  }, [opener])
  useEffect(() => {
    let forget = (): void => undefined
    const timer = setTimeout(() => {
      // The modal's focus trap has by now taken the first thing that can have the focus at all.
      const named = body.current?.querySelector<HTMLElement>('[data-first-focus]')
      if (named) return named.focus()
      const isChosen = body.current?.contains(document.activeElement) === true
      if (isChosen) return
      const first = body.current?.querySelector<HTMLElement>(FIRST_FIELD)
      if (first) first.focus()
      else if (body.current !== null) forget = whenNamed(body.current, (field) => field.focus())
    })
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [])
  return body
}

/** One dialog: focus stays inside, Esc closes, the focus returns to where it came from. */
export default function DialogFrame(props: { dialog: OpenDialog; isOpen: boolean }): ReactNode {
  const { dialog, isOpen } = props
  useReturnFocus(dialog)
  const body = useFirstFocus(dialog.opener)
  useKeptFocus(body)
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
      classNames={{ container: styles.container, header: styles.header, body: styles.body }}
      modalRender={inside}
      focusable={{ trap: true, focusTriggerAfterClose: false }}
      onCancel={() => dismiss(dialog)}
      transitionName=""
      maskTransitionName=""
    >
      <div ref={body}>{dialog.render({ close: () => closeDialog(dialog) })}</div>
    </Modal>
  )
}
