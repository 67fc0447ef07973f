import { useTexts } from '@qd/web-base'
import { unsavedInTab, useUnsaved } from '@qd/web-frame'
import { Pin, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import '../../boot/texts.ts'
import { closeTab } from './tab-actions.tsx'
import styles from './tab-bar.module.css'
import { isFixed } from './tab-list.ts'
import type { TabEntry } from './tab-list.ts'
import { useTabs } from './tabs-store.ts'

export interface TabLinkProps {
  tab: TabEntry
  title: string
  /** Where it leads. */
  to: string
  isActive: boolean
  isDragged: boolean
  onMenu: (tab: TabEntry, at: { x: number; y: number }) => void
  onGrab: (event: PointerEvent<HTMLElement>, tab: TabEntry) => void
}

function menuPlace(element: HTMLElement, x: number): { x: number; y: number } {
  const box = element.getBoundingClientRect()
  // Keys give a place of their own choice or none.
  const isInside = x > box.left && x < box.right
  return { x: isInside ? x : Math.max(0, box.left), y: box.bottom + 2 }
}

/** Arrow keys walk along the bar, with ctrl and shift they take the tab along; Delete closes. */
function onTabKey(event: KeyboardEvent<HTMLElement>, tab: TabEntry): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (event.key === 'Delete' && !isFixed(tab)) return closeTab(tab.id)
  if (step === 0 || event.altKey) return
  event.preventDefault()
  const links = [...(event.currentTarget.closest('nav')?.querySelectorAll<HTMLElement>('a') ?? [])]
  const at = links.findIndex((link) => link === document.activeElement)
  if ((event.ctrlKey || event.metaKey) && event.shiftKey) useTabs.getState().move(tab.id, at + step)
  else links[at + step]?.focus()
}

/** One tab of the bar. */
export function TabLink(props: TabLinkProps): ReactNode {
  const { tab, title, isActive, onMenu } = props
  const t = useTexts('shell')
  const root = useRef<HTMLDivElement>(null)
  const isUnsaved = useUnsaved(({ counts }) => unsavedInTab(counts, tab.id) > 0)
  const canClose = !isFixed(tab)
  useEffect(() => {
    if (!isActive) return undefined
    // With the next frame, which lays out the page anyway.
    const frame = requestAnimationFrame(() =>
      root.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isActive])
  const openMenu = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    event.preventDefault()
    onMenu(tab, menuPlace(event.currentTarget, 'clientX' in event ? event.clientX : 0))
  }
  return (
    <div
      ref={root}
      className={styles.tab}
      data-active={isActive}
      data-dragged={props.isDragged}
      data-tab-id={tab.id}
      onContextMenu={openMenu}
      onPointerDown={(event) => props.onGrab(event, tab)}
      onAuxClick={(event) => (event.button === 1 && canClose ? closeTab(tab.id) : undefined)}
      onMouseDown={(event) => (event.button === 1 ? event.preventDefault() : undefined)}
    >
      <Link
        to={props.to}
        className={styles.link}
        draggable={false}
        title={[title, ...Object.values(tab.record)].join(' · ')}
        aria-current={isActive ? 'page' : undefined}
        onKeyDown={(event) => {
          if (event.key === 'F10' && event.shiftKey) openMenu(event)
          else onTabKey(event, tab)
        }}
      >
        {canClose ? null : <Pin size={12} aria-hidden className={styles.pin} />}
        <span className={styles.title}>{title}</span>
        {isUnsaved ? (
          <span className={styles.unsaved}>
            <span className="qd-visually-hidden">{t('tabs.unsaved')}</span>
          </span>
        ) : null}
      </Link>
      {canClose ? (
        <button
          type="button"
          className={styles.close}
          aria-label={t('tabs.close', { name: title })}
          onClick={() => closeTab(tab.id)}
        >
          <X size={12} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}
