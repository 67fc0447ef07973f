import { FloatingMenu } from '@qd/web-tables'
import type { MenuPlace } from '@qd/web-tables'
import { askDiscard } from '@qd/web-frame'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { databaseOf, hideKey, isHeldKey, showKey, useWorkspace } from '../workspace/workspace.ts'
import type { OpenKey } from '../workspace/workspace.ts'
import { openKeyId } from './key-place.ts'
import { shownBytes } from './model/bytes.ts'
import styles from './detail.module.css'

/** What was typed and not saved is asked about, once for all of them. */
function close(keys: readonly OpenKey[]): void {
  const hide = (): void => {
    for (const key of keys) hideKey(key)
  }
  if (keys.some(isHeldKey)) askDiscard(hide)
  else hide()
}

function Tab(props: {
  opened: OpenKey
  isActive: boolean
  /** Beside the name where keys of several databases are open. */
  where: string
  onMenu: (place: MenuPlace) => void
}): ReactNode {
  const { opened, isActive, where } = props
  const t = useRedisTexts()
  const tab = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) tab.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [isActive])
  const name = shownBytes(opened.key)
  return (
    <span className={styles.tab} data-active={isActive} role="presentation">
      <button
        ref={tab}
        type="button"
        role="tab"
        id={tabId(opened)}
        aria-selected={isActive}
        tabIndex={isActive ? 0 : -1}
        title={where === '' ? name : `${where} · ${name}`}
        className={styles.tabName}
        onClick={() => showKey(opened)}
        // Else a middle press scrolls.
        onMouseDown={(event) => (event.button === 1 ? event.preventDefault() : undefined)}
        onAuxClick={({ button }) => (button === 1 ? close([opened]) : undefined)}
        onContextMenu={(event) => {
          event.preventDefault()
          props.onMenu({ x: event.clientX, y: event.clientY })
        }}
      >
        <bdi>{name}</bdi>
        {where === '' ? null : <small>{where}</small>}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={styles.tabClose}
        aria-label={t('detail.closeKey', { name })}
        onClick={() => close([opened])}
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  )
}

const tabId = (opened: OpenKey): string => `redis-key-${encodeURIComponent(openKeyId(opened))}`

function whereOf(opened: OpenKey): string {
  const database = databaseOf(opened.databaseId)
  return database === undefined ? '' : `DB${database.db} ${database.connection.name}`
}

/** Open keys; arrow keys move, Delete and the middle button close, the menu closes the others. */
export function KeyTabs(): ReactNode {
  const t = useRedisTexts()
  const { keys, key } = useWorkspace()
  const [menu, setMenu] = useState<{ place: MenuPlace; opened: OpenKey } | null>(null)
  const isMixed = new Set(keys.map(({ databaseId }) => databaseId)).size > 1
  const activeId = key === null ? null : openKeyId(key)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Delete' && key !== null) return close([key])
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const at = keys.findIndex((each) => openKeyId(each) === activeId)
    const next = keys[(at + step + keys.length) % keys.length]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    showKey(next)
    const tabs = event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')
    tabs[keys.indexOf(next)]?.focus()
  }
  const item = (name: string, label: string, closed: readonly OpenKey[]) => ({
    key: name,
    label,
    onSelect: () => close(closed),
  })
  return (
    <div role="presentation" className={styles.tabs} onKeyDown={onKeyDown}>
      {/* The buttons that close stand among the tabs, and a list of tabs may hold nothing else. */}
      <span role="tablist" aria-label={t('detail.openKeys')} aria-owns={keys.map(tabId).join(' ')} />
      {keys.map((opened) => (
        <Tab
          key={openKeyId(opened)}
          opened={opened}
          isActive={openKeyId(opened) === activeId}
          where={isMixed ? whereOf(opened) : ''}
          onMenu={(place) => setMenu({ place, opened })}
        />
      ))}
      {menu === null ? null : (
        <FloatingMenu
          label={t('detail.openKeys')}
          place={menu.place}
          onClose={() => setMenu(null)}
          items={[
            item('close', t('detail.close'), [menu.opened]),
            item(
              'others',
              t('detail.closeOthers'),
              keys.filter((each) => each !== menu.opened),
            ),
            item('all', t('detail.closeAll'), keys),
          ]}
        />
      )}
    </div>
  )
}
