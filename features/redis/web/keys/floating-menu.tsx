import { cssZoom } from '@qd/web-base'
import { MenuItems, moveMenuFocus } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import styles from './keys.module.css'

const EDGE_PX = 8

/** A menu at a place of the window: where a line was pressed. */
export function FloatingMenu(props: {
  label: string
  at: { x: number; y: number }
  items: readonly MenuItem[]
  onClose: () => void
}): ReactNode {
  const { label, at, items, onClose } = props
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (element === null) return
    // Within a part that is zoomed, its own pixels are larger than those of the window.
    const zoom = cssZoom(element)
    const put = (wanted: number, room: number, own: number) =>
      `${Math.max(EDGE_PX, Math.min(wanted / zoom, room / zoom - own - EDGE_PX))}px`
    element.style.left = put(at.x, window.innerWidth, element.offsetWidth)
    element.style.top = put(at.y, window.innerHeight, element.offsetHeight)
  }, [at])
  useEffect(() => {
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && menu.current?.contains(event.target) !== true) onClose()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [onClose])
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={`${styles.menu} qd-float`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Tab') {
          event.preventDefault()
          onClose()
        } else moveMenuFocus(event)
        event.stopPropagation()
      }}
    >
      <MenuItems items={items} onLeave={onClose} takesFocus />
    </div>
  )
}
