import { useKitText, useTexts } from '@qd/web-base'
import { playerOfAddress } from '@qd/web-calls'
import { usePopover } from '@qd/web-controls'
import { unsavedInTab, useUnsaved } from '@qd/web-frame'
import { ChevronDown, History, Pin, Search, X } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import '../../boot/texts.ts'
import styles from './open-tabs.module.css'
import { addressOfTab, closeTab, reopenClosed } from './tab-actions.tsx'
import { isFixed } from './tab-list.ts'
import type { TabEntry } from './tab-list.ts'
import { useTabTitles } from './tab-title.ts'
import { useTabs } from './tabs-store.ts'
import { usePlace } from './use-pages.ts'

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[(Math.max(0, at) + step + stops.length) % stops.length]?.focus()
}

function Row(props: { tab: TabEntry; title: string; isActive: boolean; onPick: () => void }): ReactNode {
  const { tab, title } = props
  const t = useTexts('shell')
  const { pathname, search } = useLocation()
  const count = useUnsaved(({ counts }) => unsavedInTab(counts, tab.id))
  return (
    <li className={styles.row} data-active={props.isActive}>
      <Link
        to={addressOfTab(tab, playerOfAddress(`${pathname}${search}`))}
        className={styles.link}
        aria-current={props.isActive ? 'page' : undefined}
        onClick={props.onPick}
      >
        {isFixed(tab) ? <Pin size={13} aria-hidden /> : null}
        <span className={styles.title}>{title}</span>
        {count === 0 ? null : <span className={styles.count}>{t('tabs.loss.count', { count })}</span>}
      </Link>
      {isFixed(tab) ? null : (
        <button
          type="button"
          className={styles.close}
          aria-label={t('tabs.close', { name: title })}
          onClick={() => closeTab(tab.id)}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </li>
  )
}

function Popup({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('shell')
  const kit = useKitText()
  const [search, setSearch] = useState('')
  const place = usePlace()
  const leaving = useTabs((state) => state.leaving)
  const tabs = useTabs((state) => state.tabs).filter(({ id }) => id !== leaving)
  const hasClosed = useTabs((state) => state.closed.length > 0)
  const titles = useTabTitles(tabs)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = tabs.filter((tab) => {
    const text = `${titles.get(tab.id)} ${tab.address}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <div
      className={`${styles.popup} qd-float`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else walk(event)
      }}
    >
      <label className={styles.search}>
        <Search size={14} aria-hidden />
        <input
          // eslint-disable-next-line jsx-a11y/no-autofocus -- opened by the operator to type here
          autoFocus
          aria-label={t('tabs.search')}
          placeholder={t('tabs.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      <ul className={styles.list} aria-label={t('tabs.label')}>
        {shown.map((tab) => (
          <Row
            key={tab.id}
            tab={tab}
            title={titles.get(tab.id) ?? ''}
            isActive={tab.id === place?.id}
            onPick={onClose}
          />
        ))}
      </ul>
      {shown.length === 0 ? <p className={styles.none}>{kit('state.empty')}</p> : null}
      {hasClosed ? (
        <button
          type="button"
          className={styles.reopen}
          onClick={() => {
            onClose()
            reopenClosed()
          }}
        >
          <History size={14} aria-hidden />
          {t('tabs.menu.reopen')}
        </button>
      ) : null}
    </div>
  )
}

/** All open tabs with search: at the end of the bar, or with `hasCount` in its place on narrow screens. */
export function OpenTabs({ hasCount = false }: { hasCount?: boolean }): ReactNode {
  const t = useTexts('shell')
  const count = useTabs((state) => state.tabs.length)
  const { isOpen, root, trigger, open, close } = usePopover<HTMLDivElement>()
  return (
    <div className={styles.root} ref={root}>
      <button
        type="button"
        ref={trigger}
        className={styles.trigger}
        data-count={hasCount}
        aria-expanded={isOpen}
        aria-label={t('tabs.list', { count })}
        title={t('tabs.list', { count })}
        onClick={() => (isOpen ? close() : open())}
      >
        {hasCount ? <span className={styles.number}>{count}</span> : <ChevronDown size={15} aria-hidden />}
      </button>
      {isOpen ? <Popup onClose={close} /> : null}
    </div>
  )
}
