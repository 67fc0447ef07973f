import { Check } from 'lucide-react'
import { Fragment } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './menu-items.module.css'

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

/** Arrow keys walk the items of a menu, round its ends. */
export function moveMenuFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const at = items.findIndex((item) => item === document.activeElement)
  items[(at + step + items.length) % items.length]?.focus()
}

/** What stands in a menu, wherever it opens. */
export function MenuItems(props: {
  items: readonly MenuItem[]
  /** Closes the menu, before the choice takes effect. */
  onLeave: () => void
  /** The chosen item, else the first one, takes the focus as it is drawn. */
  takesFocus?: boolean
}): ReactNode {
  const { items, onLeave, takesFocus = false } = props
  const hasChosen = items.some(({ isChosen }) => isChosen === true)
  return items.map((item, index) => (
    <Fragment key={item.key}>
      {item.isSeparated === true ? <div role="separator" className={styles.line} /> : null}
      <button
        type="button"
        role={item.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={item.isChosen}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- a menu takes the focus when it opens
        autoFocus={takesFocus && (item.isChosen === true || (index === 0 && !hasChosen))}
        className={styles.item}
        onClick={(event) => {
          event.stopPropagation()
          onLeave()
          item.onSelect()
        }}
      >
        {item.icon}
        <span className={styles.label}>{item.label}</span>
        {item.isChosen === true ? <Check size={14} aria-hidden /> : null}
      </button>
    </Fragment>
  ))
}
