import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './menu-button.module.css'
import { MenuItems, moveMenuFocus } from './menu-items.tsx'
import type { MenuItem } from './menu-items.tsx'
import { useAnchored } from '../pickers/use-anchored.ts'
import { usePopover } from '../pickers/use-popover.ts'

export interface MenuButtonProps {
  label: string
  /** What the button shows. */
  children: ReactNode
  items: readonly MenuItem[]
  /** Not a choice: stands above the items. */
  head?: ReactNode
}

/** A button with a menu below it; arrow keys move, Esc closes. */
export function MenuButton({ label, children, items, head }: MenuButtonProps): ReactNode {
  const { isOpen, root, trigger, open, close } = usePopover<HTMLDivElement>()
  const popup = useRef<HTMLDivElement>(null)
  useAnchored(isOpen, trigger, popup)
  const toggle = () => (isOpen ? close() : open())
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') close(true)
    else moveMenuFocus(event)
  }
  return (
    <div className={styles.root} ref={root}>
      <button
        type="button"
        ref={trigger}
        className={styles.trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={toggle}
      >
        {children}
      </button>
      {isOpen ? (
        <div className={`${styles.popup} qd-float`} ref={popup}>
          {head === undefined ? null : <div className={styles.head}>{head}</div>}
          <div role="menu" aria-label={label} onKeyDown={onKeyDown}>
            <MenuItems items={items} onLeave={close} takesFocus />
          </div>
        </div>
      ) : null}
    </div>
  )
}
