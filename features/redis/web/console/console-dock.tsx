import { IconButton, Panel } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { Plus, SquareTerminal, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { DatabaseLabel } from '../keys/database-label.tsx'
import keysStyles from '../keys/keys.module.css'
import { useRedisTexts } from '../texts.ts'
import { showDock } from '../workspace/dock.ts'
import { useActiveDatabase } from '../workspace/workspace.ts'
import { ConsoleView } from './console-view.tsx'
import styles from './console.module.css'
import { closeConsole, openConsole, useConsole, useConsoles } from './consoles.ts'
import type { ConsoleSession } from './console-session.ts'

const tabId = (id: string): string => `redis-${id}`

function Tab({ session, isActive }: { session: ConsoleSession; isActive: boolean }): ReactNode {
  const t = useRedisTexts()
  const db = useConsole(session, ({ state }) => state.db)
  const name = `${session.name} · ${db}`
  const { colour } = session.database.connection
  return (
    <div role="presentation" className={keysStyles.tab} data-active={isActive} data-colour={colour}>
      <button
        type="button"
        role="tab"
        id={tabId(session.id)}
        aria-selected={isActive}
        tabIndex={isActive ? 0 : -1}
        className={keysStyles.tabName}
        aria-label={name}
        title={name}
        onClick={() => useConsoles.setState({ active: session.id })}
      >
        <DatabaseLabel connection={session.name} database={String(db)} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={keysStyles.tabClose}
        aria-label={t('console.end', { name })}
        title={t('console.end', { name })}
        onClick={() => closeConsole(session.id)}
      >
        <X size={12} aria-hidden />
      </button>
    </div>
  )
}

/** Consoles side by side; arrow keys move, Delete closes. */
function Tabs(): ReactNode {
  const t = useRedisTexts()
  const { list, active } = useConsoles()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = list.findIndex(({ id }) => id === active)
    const here = list[at]
    if (event.key === 'Delete' && here !== undefined) closeConsole(here.id)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : list[(at + step + list.length) % list.length]
    if (next === undefined) return
    event.preventDefault()
    useConsoles.setState({ active: next.id })
    document.getElementById(tabId(next.id))?.focus()
  }
  return (
    <div role="presentation" className={`${keysStyles.tabs} ${styles.tabs}`} onKeyDown={onKeyDown}>
      {/* The buttons that close stand among the tabs, and a list of tabs may hold nothing else. */}
      <span
        role="tablist"
        aria-label={t('console.consoles')}
        aria-owns={list.map(({ id }) => tabId(id)).join(' ')}
      />
      {list.map((session) => (
        <Tab key={session.id} session={session} isActive={session.id === active} />
      ))}
    </div>
  )
}

/** Consoles below the page, each on one database with a socket of its own (S2.30). */
export function ConsoleDock(): ReactNode {
  const t = useRedisTexts()
  const { list, active } = useConsoles()
  const database = useActiveDatabase()
  const session = list.find(({ id }) => id === active)
  return (
    <Panel
      title={t('console.title')}
      icon={<SquareTerminal size={15} aria-hidden />}
      count={list.length}
      actions={
        <>
          <IconButton
            isSmall
            label={t('console.another')}
            disabled={database === null}
            onClick={() => (database === null ? undefined : openConsole(database))}
          >
            <Plus size={15} aria-hidden />
          </IconButton>
          <IconButton isSmall label={t('console.close')} onClick={() => showDock(null)}>
            <X size={15} aria-hidden />
          </IconButton>
        </>
      }
    >
      {session === undefined ? (
        <EmptyState
          title={t('console.none')}
          hint={t(database === null ? 'console.openFirst' : 'console.noneHint')}
        />
      ) : (
        <div className={styles.body}>
          {list.length > 1 ? <Tabs /> : null}
          <ConsoleView key={session.id} session={session} />
        </div>
      )}
    </Panel>
  )
}
