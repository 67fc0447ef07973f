import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import styles from './floating.module.css'

/** Pixels between input and box, and between box and the window's edge. */
const GAP = 4
const EDGE = 8

function place(anchor: HTMLElement, box: HTMLElement): void {
  const rect = anchor.getBoundingClientRect()
  const below = window.innerHeight - rect.bottom - GAP - EDGE
  const isAbove = below < box.scrollHeight && rect.top > below
  const room = isAbove ? rect.top - GAP - EDGE : below
  const height = Math.min(box.scrollHeight, room)
  box.style.minWidth = `${rect.width}px`
  box.style.maxHeight = `${Math.max(80, room)}px`
  box.style.left = `${Math.max(EDGE, Math.min(rect.left, window.innerWidth - box.offsetWidth - EDGE))}px`
  box.style.top = `${isAbove ? rect.top - GAP - height : rect.bottom + GAP}px`
}

export interface FloatingProps {
  anchor: RefObject<HTMLElement | null>
  /** The box itself, to tell a press inside it. */
  box?: RefObject<HTMLDivElement | null>
  role?: 'dialog' | 'group'
  label?: string
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** A box below an input, or above where there is no room; no scrolling parent clips it. */
export function Floating({ anchor, role, label, onKeyDown, children, ...props }: FloatingProps): ReactNode {
  const own = useRef<HTMLDivElement>(null)
  const box = props.box ?? own
  useLayoutEffect(() => {
    const follow = (): void => {
      if (anchor.current && box.current) place(anchor.current, box.current)
    }
    follow()
    window.addEventListener('resize', follow)
    window.addEventListener('scroll', follow, true)
    return () => {
      window.removeEventListener('resize', follow)
      window.removeEventListener('scroll', follow, true)
    }
  })
  return createPortal(
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- its parts have the roles
    <div ref={box} role={role} aria-label={label} className={styles.box} onKeyDown={onKeyDown}>
      {children}
    </div>,
    document.body,
  )
}
