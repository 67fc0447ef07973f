import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { activateDatabase, hideDatabase, useWorkspace } from '../workspace/workspace.ts'
import { DatabaseLabel } from './database-label.tsx'
import styles from './keys.module.css'

const tabId = (id: string): string => `redis-database-${id}`

/** Databases that are open side by side; arrow keys move, Delete closes, and with its last one a connection closes. */
export function DatabaseTabs(): ReactNode {
  const t = useRedisTexts()
  const { databases, active } = useWorkspace()
  if (databases.length < 2) return null
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = databases.findIndex(({ id }) => id === active)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const here = databases[at]
    if (event.key === 'Delete' && here !== undefined) hideDatabase(here.id)
    if (step === undefined) return
    const next = databases[(at + step + databases.length) % databases.length]
    if (next === undefined) return
    event.preventDefault()
    activateDatabase(next.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-database="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div role="presentation" className={styles.tabs} onKeyDown={onKeyDown}>
      {/* The buttons that close stand among the tabs, and a list of tabs may hold nothing else. */}
      <span
        role="tablist"
        aria-label={t('keys.databases')}
        aria-owns={databases.map(({ id }) => tabId(id)).join(' ')}
      />
      {databases.map(({ id, connection, db }) => {
        const [first, last] = [
          connection.customName || connection.name,
          connection.databaseNames[String(db)] || `DB${db}`,
        ]
        const name = `${first} · ${last}`
        return (
          <div
            key={id}
            role="presentation"
            className={styles.tab}
            data-active={id === active}
            data-colour={connection.colour}
            onAuxClick={({ button }) => (button === 1 ? hideDatabase(id) : undefined)}
          >
            <button
              type="button"
              role="tab"
              id={tabId(id)}
              data-database={id}
              aria-selected={id === active}
              tabIndex={id === active ? 0 : -1}
              className={styles.tabName}
              aria-label={name}
              title={name}
              onClick={() => activateDatabase(id)}
            >
              <DatabaseLabel connection={first} database={last} />
            </button>
            <button
              type="button"
              tabIndex={-1}
              className={styles.tabClose}
              aria-label={t('keys.close', { name })}
              title={t('keys.close', { name })}
              onClick={() => hideDatabase(id)}
            >
              <X size={12} aria-hidden />
            </button>
          </div>
        )
      })}
    </div>
  )
}
