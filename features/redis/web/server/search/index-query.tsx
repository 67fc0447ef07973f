import { formatQuantity } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { ErrorState } from '@qd/web-frame'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { searchExplain, searchQuery } from '../../../contract/index.ts'
import type { RedisBytes } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import { showKey } from '../../workspace/workspace.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { bodyOf } from '../parts/change.ts'
import { FoundTable, PAGE_SIZE } from './found-table.tsx'
import type { ListedIndex } from './listed-index.ts'
import { FIRST_DRAFT, QueryForm } from './query-form.tsx'
import type { Draft } from './query-form.tsx'
import { noteQuery } from './query-history.ts'
import styles from './search.module.css'

interface Asked {
  readonly kind: 'find' | 'explain'
  readonly draft: Draft
  readonly page: number
}

const FIELDS = { all: () => null, names: () => [], chosen: ({ chosen }: Draft) => [...chosen] }

const isOfForm = (error: CallError | null): boolean => error?.field === 'query' || error?.field === 'index'

function useAsked(database: OpenDatabase, { node, name }: ListedIndex, asked: Asked | null) {
  const shared = { ...bodyOf(database), node, index: name, query: asked?.draft.query ?? '' }
  const { shown = 'all', sortBy = null, isDescending = false } = asked?.draft ?? {}
  const found = useCall(
    searchQuery,
    asked?.kind !== 'find'
      ? null
      : {
          body: {
            ...shared,
            offset: (asked.page - 1) * PAGE_SIZE,
            limit: PAGE_SIZE,
            fields: FIELDS[shown](asked.draft),
            ...(sortBy === null ? {} : { sortBy: { field: sortBy, isDescending } }),
          },
        },
    { tag: 'redis:server.indexes.run', told: 'inline', staleTimeMs: 0, keepsPrevious: true },
  )
  const plan = useCall(searchExplain, asked?.kind !== 'explain' ? null : { body: shared }, {
    tag: 'redis:server.indexes.explain',
    told: 'inline',
    staleTimeMs: 0,
  })
  return { found, plan }
}

/** What a query finds in an index, page by page, or how the server goes about it. */
export function IndexQuery(props: { database: OpenDatabase; listed: ListedIndex }): ReactNode {
  const t = useRedisTexts()
  const { database, listed } = props
  const [draft, setDraft] = useState(FIRST_DRAFT)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { found, plan } = useAsked(database, listed, asked)
  const current = asked?.kind === 'explain' ? plan : found
  const run = (kind: Asked['kind']): void => {
    const isChoosing = kind === 'find' && draft.shown === 'chosen' && draft.chosen.length === 0
    if (draft.query.trim() === '' || isChoosing) return
    noteQuery(database.connection.id, draft.query)
    const next: Asked = { kind, draft, page: 1 }
    if (JSON.stringify(next) === JSON.stringify(asked)) void current.refetch()
    else setAsked(next)
  }
  const databaseId = database.id
  const open = useCallback((key: RedisBytes) => showKey({ databaseId, key }), [databaseId])
  const error = asked === null ? null : current.error
  const fault = isOfForm(error) ? error!.message : ''
  return (
    <>
      <QueryForm
        connectionId={database.connection.id}
        fields={listed.index?.fields ?? []}
        draft={draft}
        onDraft={(changed) => setDraft({ ...draft, ...changed })}
        fault={fault}
        isRunning={asked !== null && current.isFetching}
        onRun={run}
      />
      {asked?.kind !== 'explain' ? null : <Plan query={plan} isOfForm={fault !== ''} />}
      {asked?.kind !== 'find' || fault !== '' ? null : (
        <>
          {found.data === undefined ? null : (
            <p className={styles.count} role="status">
              {t('server.indexes.found', {
                total: formatQuantity(found.data.total),
                ms: found.data.ms.toFixed(1),
              })}
            </p>
          )}
          <FoundTable
            found={found.data}
            error={error}
            page={asked.page}
            onPage={(page) => setAsked({ ...asked, page })}
            onRetry={() => void found.refetch()}
            onOpen={open}
          />
        </>
      )}
    </>
  )
}

interface PlanProps {
  query: {
    data: { plan: string; ms: number } | undefined
    error: CallError | null
    refetch: () => Promise<unknown>
  }
  isOfForm: boolean
}

function Plan({ query, isOfForm: isAtField }: PlanProps): ReactNode {
  const t = useRedisTexts()
  if (query.error !== null) {
    return isAtField ? null : <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) return null
  return (
    <pre className={styles.plan} tabIndex={0} aria-label={t('server.indexes.plan')}>
      {query.data.plan}
    </pre>
  )
}
