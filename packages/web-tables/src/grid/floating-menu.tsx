import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { MenuItems, moveMenuFocus } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import styles from './floating-menu.module.css'

export interface MenuPlace {
  /** Viewport pixels. */
  x: number
  y: number
}

const MARGIN = 8

/** A menu at a point of the window, above everything that scrolls or clips. */
export function FloatingMenu(props: {
  label: string
  place: MenuPlace
  items: readonly MenuItem[]
  onClose: () => void
}): ReactNode {
  const { place, onClose } = props
  const menu = useRef<HTMLDivElement>(null)
  const [shift, setShift] = useState({ x: 0, y: 0 })
  useLayoutEffect(() => {
    const box = menu.current?.getBoundingClientRect()
    if (box === undefined) return
    setShift({
      x: Math.min(0, window.innerWidth - MARGIN - (place.x + box.width)),
      y: Math.min(0, window.innerHeight - MARGIN - (place.y + box.height)),
    })
  }, [place])
  useEffect(() => {
    const opener = document.activeElement
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
    const onPress = (event: Event) => {
      if (event.target instanceof Node && menu.current?.contains(event.target) !== true) onClose()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('wheel', onPress)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('wheel', onPress)
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [onClose])
  return createPortal(
    <div
      ref={menu}
      role="menu"
      aria-label={props.label}
      tabIndex={-1}
      className={`${styles.menu} qd-float`}
      style={{ left: place.x + shift.x, top: place.y + shift.y }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape' || event.key === 'Tab') onClose()
        moveMenuFocus(event)
      }}
    >
      <MenuItems items={props.items} onLeave={onClose} />
    </div>,
    document.body,
  )
}
