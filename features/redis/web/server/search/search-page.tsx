import { useCall } from '@qd/web-calls'
import { EmptyState, NoPermission } from '@qd/web-frame'
import { Panel } from '@qd/web-controls'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { searchIndexes } from '../../../contract/index.ts'
import { startOpening } from '../../connections/connection-actions.ts'
import { shownBytes } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { ServerPanel } from '../parts/server-panel.tsx'
import { IndexFacts } from './index-facts.tsx'
import { IndexQuery } from './index-query.tsx'
import { listedIndexes } from './listed-index.ts'
import type { ListedIndex } from './listed-index.ts'
import styles from './search.module.css'

/** Not all were found: one that is missing is named. */
function MissingIndex({ onName }: { onName: (name: string) => void }): ReactNode {
  const t = useRedisTexts()
  const [typed, setTyped] = useState('')
  const take = (): void => {
    if (typed !== '') onName(typed)
  }
  return (
    <div className={styles.missing}>
      <p role="status">{t('server.indexes.incomplete')}</p>
      <Input
        size="small"
        aria-label={t('server.indexes.name')}
        placeholder={t('server.indexes.name')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={take}
      />
      <Button size="small" disabled={typed === ''} onClick={take}>
        {t('server.indexes.take')}
      </Button>
    </div>
  )
}

function IndexList(props: {
  listed: readonly ListedIndex[]
  shown: ListedIndex | undefined
  onShow: (id: string) => void
}): ReactNode {
  const t = useRedisTexts()
  const { listed, shown } = props
  const isMany = new Set(listed.map(({ node }) => node)).size > 1
  return (
    <nav className={styles.list} aria-label={t('server.indexes.title')}>
      {listed.map(({ id, node, name }) => (
        <button
          key={id}
          type="button"
          className={styles.index}
          aria-current={id === shown?.id}
          onClick={() => props.onShow(id)}
        >
          {shownBytes(name)}
          {isMany ? <small>{node}</small> : null}
        </button>
      ))}
    </nav>
  )
}

interface ShownProps {
  database: OpenDatabase
  nodes: readonly {
    node: string
    data: Parameters<typeof listedIndexes>[0][number]['data'] & { isIncomplete: boolean }
  }[]
}

function Shown({ database, nodes }: ShownProps): ReactNode {
  const t = useRedisTexts()
  const [chosen, setChosen] = useState('')
  const [named, setNamed] = useState<ListedIndex[]>([])
  const listed = [...listedIndexes(nodes), ...named]
  const shown = listed.find(({ id }) => id === chosen) ?? listed[0]
  const name = (given: string): void => {
    const [first] = nodes
    const added = { id: `named ${given}`, node: first!.node, name: given, index: null }
    setNamed([...named.filter(({ id }) => id !== added.id), added])
    setChosen(added.id)
  }
  return (
    <>
      {nodes.some(({ data }) => data.isIncomplete) ? <MissingIndex onName={name} /> : null}
      {shown === undefined ? (
        <EmptyState title={t('server.indexes.none')} hint={t('server.indexes.noneHint')} />
      ) : (
        <div className={styles.page}>
          <IndexList listed={listed} shown={shown} onShow={setChosen} />
          <div className={styles.shown}>
            {shown.index === null ? null : <IndexFacts index={shown.index} />}
            {database.server.mode === 'cluster' ? (
              <p className={styles.note}>{t('server.indexes.cluster', { node: shown.node })}</p>
            ) : null}
            <IndexQuery key={shown.id} database={database} listed={shown} />
          </div>
        </div>
      )}
    </>
  )
}

function Indexes({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  const query = useCall(
    searchIndexes,
    { body: bodyOf(database) },
    { tag: 'redis:server.indexes.title', told: 'inline', staleTimeMs: 0, keepsPrevious: true },
  )
  return (
    <ServerPanel title={t('server.indexes.title')} query={query}>
      {(nodes) => <Shown database={database} nodes={nodes} />}
    </ServerPanel>
  )
}

/** Indexes of RediSearch with what they hold, and queries on them. They know the keys of database 0 alone. */
export function SearchPage({ database }: { database: OpenDatabase }): ReactNode {
  const t = useRedisTexts()
  if (database.db === 0) return <Indexes database={database} />
  const mayOpen = database.server.databases.some(({ db }) => db === 0)
  return (
    <Panel title={t('server.indexes.title')}>
      {mayOpen ? (
        <EmptyState
          title={t('server.indexes.zero')}
          action={
            <Button onClick={() => void startOpening(database.connection, 0)}>
              {t('server.indexes.openZero')}
            </Button>
          }
        />
      ) : (
        <NoPermission reason={t('server.indexes.zero')} />
      )}
    </Panel>
  )
}
