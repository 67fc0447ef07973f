import { useTexts } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useLocation } from 'react-router'
import '../boot/texts.ts'
import styles from './scroll-top.module.css'

/** Less than this is one turn of the wheel. */
const LONG_PX = 600

/** The part of the page last scrolled far down; null when none is. */
function useScrolledFar(root: RefObject<HTMLElement | null>): HTMLElement | null {
  const { key: entry, pathname } = useLocation()
  // Addresses that are typed share one key.
  const key = `${entry} ${pathname}`
  const [found, setFound] = useState<{ part: HTMLElement; key: string } | null>(null)
  useEffect(() => {
    const element = root.current
    const onScroll = ({ target }: Event) => {
      // A text somebody writes in has its own ways to its beginning.
      if (!(target instanceof HTMLElement) || target.matches('textarea, [contenteditable]')) return
      if (target.scrollTop > LONG_PX) setFound({ part: target, key })
      else setFound((before) => (before?.part === target ? null : before))
    }
    // Scrolling does not bubble; the parts of a page scroll by themselves.
    element?.addEventListener('scroll', onScroll, true)
    return () => element?.removeEventListener('scroll', onScroll, true)
  }, [root, key])
  return found?.key === key && found.part.isConnected ? found.part : null
}

/** Leads back up from far down a long view (S2.24). */
export function ScrollTop({ root }: { root: RefObject<HTMLElement | null> }): ReactNode {
  const t = useTexts('shell')
  const part = useScrolledFar(root)
  if (part === null) return null
  return (
    <IconButton
      className={styles.button}
      label={t('nav.scrollTop')}
      onClick={() => {
        part.scrollTo({ top: 0 })
        root.current?.focus({ preventScroll: true })
      }}
    >
      <ArrowUp size={16} aria-hidden />
    </IconButton>
  )
}
