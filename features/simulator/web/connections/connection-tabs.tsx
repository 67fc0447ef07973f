import { IconButton } from '@qd/web-controls'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { CONNECTIONS_MAX } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { closeConnection, useConnections } from './connection-store.ts'
import { phaseOf } from './connection.ts'
import type { Connection } from './connection.ts'
import styles from './connections.module.css'

/** What a connection is called: the player as soon as one entered, else where it leads. */
export function connectionName({ view, title }: Connection): string {
  if (view === null) return title
  return view.uId || view.title || title
}

function activate(key: string): void {
  useConnections.setState({ active: key })
}

function Tab({ connection, isActive }: { connection: Connection; isActive: boolean }): ReactNode {
  const t = useSimulatorTexts()
  const phase = phaseOf(connection)
  const tab = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) tab.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [isActive])
  const name = connectionName(connection)
  const where = connection.view?.title ?? connection.title
  return (
    <button
      ref={tab}
      type="button"
      role="tab"
      id={`connection-${connection.key}`}
      aria-selected={isActive}
      aria-label={`${name}, ${t(`page.phase.${phase}`)}`}
      tabIndex={isActive ? 0 : -1}
      className={styles.tab}
      data-phase={phase}
      title={[name, where, t(`page.phase.${phase}`)].join(' · ')}
      onClick={() => activate(connection.key)}
      onAuxClick={({ button }) => {
        if (button === 1) void closeConnection(connection.key)
      }}
    >
      <span className={styles.dot} aria-hidden />
      <span className={styles.tabName}>{name}</span>
    </button>
  )
}

/** Connections of this page as tabs; arrow keys move, Delete closes. */
export function ConnectionTabs({ onNew }: { onNew: () => void }): ReactNode {
  const t = useSimulatorTexts()
  const { list, active } = useConnections()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = list.findIndex(({ key }) => key === active)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = list[(at + step + list.length) % list.length]
    if (event.key === 'Delete' && active !== null) void closeConnection(active)
    if (step === 0 || next === undefined) return
    event.preventDefault()
    activate(next.key)
    event.currentTarget.querySelector<HTMLElement>(`#connection-${next.key}`)?.focus()
  }
  const isFull = list.length >= CONNECTIONS_MAX
  return (
    <div className={styles.tabs}>
      {list.length === 0 ? null : (
        <div
          role="tablist"
          aria-label={t('page.connections')}
          className={styles.tabList}
          onKeyDown={onKeyDown}
        >
          {list.map((connection) => (
            <Tab key={connection.key} connection={connection} isActive={connection.key === active} />
          ))}
        </div>
      )}
      <IconButton
        isSmall
        label={t(isFull ? 'page.connectionsFull' : 'page.connect.open', { count: CONNECTIONS_MAX })}
        disabled={isFull}
        onClick={onNew}
      >
        <Plus size={15} aria-hidden />
      </IconButton>
    </div>
  )
}
