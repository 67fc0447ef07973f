import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useKitText } from '@qd/web-base'
import { usePageBlock } from './block-page.ts'
import styles from './page-block.module.css'

/** Takes the rest of the window out of reach of pointer, keys and readers; returns what gives it back. */
function setAside(overlay: HTMLElement): () => void {
  const others = [...document.body.children].filter((each) => each !== overlay && !each.hasAttribute('inert'))
  for (const other of others) {
    other.setAttribute('inert', '')
    other.setAttribute('aria-busy', 'true')
  }
  return () => {
    for (const other of others) {
      other.removeAttribute('inert')
      other.removeAttribute('aria-busy')
    }
  }
}

/** Esc would close a dialog below, Tab would leave the overlay; shortcuts of the console know of the block themselves. */
function keepKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' && event.key !== 'Tab') return
  event.preventDefault()
  event.stopPropagation()
}

function Overlay(): ReactNode {
  const t = useKitText()
  const overlay = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = overlay
    if (current === null) return undefined
    const focused = document.activeElement
    const giveBack = setAside(current)
    current.focus()
    window.addEventListener('keydown', keepKey, true)
    return () => {
      window.removeEventListener('keydown', keepKey, true)
      giveBack()
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
    }
  }, [])
  return createPortal(
    <div ref={overlay} role="status" tabIndex={-1} className={styles.overlay}>
      {t('loading')}
    </div>,
    document.body,
  )
}

/** Lies over the whole window while something blocks it (S9.03); the focus goes back to where it was. */
export function PageBlock(): ReactNode {
  return usePageBlock(({ works }) => works > 0) ? <Overlay /> : null
}
