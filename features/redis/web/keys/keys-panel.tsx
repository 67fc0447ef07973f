import { Panel } from '@qd/web-controls'
import { EmptyState, useShortcut } from '@qd/web-frame'
import { KeyRound, SearchX } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { useActiveDatabase } from '../workspace/workspace.ts'
import { DatabaseHead } from './database-head.tsx'
import { DatabaseTabs } from './database-tabs.tsx'
import { KeyList } from './key-list.tsx'
import { isGlob } from './key-names.ts'
import { KeyNotices } from './key-notices.tsx'
import type { KeySession } from './key-session.ts'
import { sessionOf, useKeys } from './key-sessions.ts'
import styles from './keys.module.css'
import { useLoadSettings } from './load-settings.ts'
import { mayEdit } from './may-edit.ts'
import { openNewKey } from './open-new-key.tsx'
import { ScanProgressLine } from './scan-progress.tsx'
import { timeName } from './time-filter.tsx'
import { SEARCH_BOX, SearchLine } from './search-line.tsx'
import { SortHead } from './sort-head.tsx'
import { sizeText } from './time-left.ts'

function Status({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const { isTree } = useKeys(session, ({ params }) => params)
  const bytes = useKeys(session, ({ progress }) => progress?.bytes ?? 0)
  const { separators, scanBudget } = session.database.connection
  const shape = isTree && separators.length > 0
  return (
    <>
      <span>{shape ? t('keys.asTree', { separators: separators.join(' ') }) : t('keys.asList')}</span>
      <span title={t('keys.budgetHint')}>{t('keys.budget', { count: scanBudget })}</span>
      <span className={styles.memory} title={t('keys.memoryHint')}>
        {t('keys.memory', { size: sizeText(bytes) })}
      </span>
    </>
  )
}

function Empty({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const { pattern, type, ttl } = useKeys(session, ({ params }) => params)
  if (pattern === '' && type === '' && ttl === null)
    return <EmptyState icon={<KeyRound />} title={t('keys.none')} />
  const time = ttl === null ? '' : timeName(t, ttl)
  const what = [pattern, type, time].filter((each) => each !== '').join(' · ')
  const hint = isGlob(pattern) ? `${what} · ${t('keys.readAsPattern')}` : what
  return <EmptyState icon={<SearchX />} title={t('keys.noMatch')} hint={hint} />
}

function useKeyShortcuts(session: KeySession, root: { readonly current: HTMLElement | null }): void {
  const t = useRedisTexts()
  const group = t('page.title')
  useShortcut('mod+shift+f', () => document.getElementById(SEARCH_BOX)?.focus(), {
    label: t('keys.keys.search'),
    group,
  })
  useShortcut(
    'mod+r',
    () => {
      // Elsewhere it refreshes what is there, at last the tab.
      if (root.current?.contains(document.activeElement) !== true) return false
      void session.scan()
      return undefined
    },
    { isTaken: true, label: t('keys.keys.refresh'), group },
  )
  useShortcut('mod+alt+n', () => openNewKey(session), {
    isOn: mayEdit(session.database) === null,
    label: t('keys.keys.create'),
    group,
  })
}

function DatabaseKeys({ session }: { session: KeySession }): ReactNode {
  const root = useRef<HTMLDivElement>(null)
  const [{ hasSizes }] = useLoadSettings()
  useKeyShortcuts(session, root)
  const isBySize = useKeys(session, ({ sort }) => sort.by === 'size')
  useKeys(session, (state) => state.version)
  const isOver = useKeys(session, ({ progress }) => progress !== null && progress.state !== 'running')
  const isEmpty = isOver && session.rows.isRead && session.rows.length === 0
  return (
    <div ref={root} className={styles.keys}>
      <DatabaseTabs />
      <DatabaseHead session={session} />
      <SearchLine session={session} />
      <ScanProgressLine session={session} />
      <KeyNotices session={session} />
      {isEmpty ? (
        <Empty session={session} />
      ) : (
        <>
          <SortHead session={session} />
          <KeyList session={session} hasSizes={hasSizes || isBySize} />
        </>
      )}
    </div>
  )
}

/** The keys of the database in view: which one, what is looked for, how far it came, and the tree. */
export function KeysPanel(): ReactNode {
  const t = useRedisTexts()
  const database = useActiveDatabase()
  if (database === null) {
    return (
      <Panel title={t('page.keys')}>
        <EmptyState icon={<KeyRound />} title={t('page.nothingOpen')} hint={t('page.openOne')} />
      </Panel>
    )
  }
  const session = sessionOf(database)
  return (
    <Panel label={t('page.keys')} status={<Status session={session} />}>
      <DatabaseKeys key={database.id} session={session} />
    </Panel>
  )
}
