import { Check } from 'lucide-react'
import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './menu-button.module.css'
import { useAnchored } from './use-anchored.ts'
import { usePopover } from './use-popover.ts'

export interface MenuItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  /** Present: one choice of several, shown with a tick. */
  isChosen?: boolean
  /** A line above. */
  isSeparated?: boolean
  onSelect: () => void
}

export interface MenuButtonProps {
  label: string
  /** What the button shows. */
  children: ReactNode
  items: readonly MenuItem[]
  /** Not a choice: stands above the items. */
  head?: ReactNode
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const at = items.findIndex((item) => item === document.activeElement)
  items[(at + step + items.length) % items.length]?.focus()
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
    else moveFocus(event)
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
        <div className={styles.popup} ref={popup}>
          {head === undefined ? null : <div className={styles.head}>{head}</div>}
          <div role="menu" aria-label={label} onKeyDown={onKeyDown}>
            {items.map((item, index) => (
              <button
                key={item.key}
                type="button"
                role={item.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={item.isChosen}
                // eslint-disable-next-line jsx-a11y/no-autofocus -- a menu takes the focus when it opens
                autoFocus={item.isChosen === true || (index === 0 && !items.some((i) => i.isChosen === true))}
                data-separated={item.isSeparated === true}
                className={styles.item}
                onClick={() => {
                  close()
                  item.onSelect()
                }}
              >
                {item.icon}
                <span className={styles.label}>{item.label}</span>
                {item.isChosen === true ? <Check size={14} aria-hidden /> : null}
              </button>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  )
}
