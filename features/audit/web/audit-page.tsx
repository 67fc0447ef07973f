import { formatMoment, useMediaQuery } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { LoadingRows, Panel, useRiskText } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable, useUrlFilter } from '@qd/web-tables'
import { Drawer } from 'antd'
import { ScrollText } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { auditChoices } from '../contract/index.ts'
import styles from './audit-page.module.css'
import { ChainNotices } from './chain/chain-notices.tsx'
import { ChainState } from './chain/chain-state.tsx'
import { EntryDetail } from './detail/entry-detail.tsx'
import { NO_FILTER, filterOf, isFiltered } from './filter/audit-filter.ts'
import type { FilterTexts } from './filter/audit-filter.ts'
import { AuditFilters } from './filter/audit-filters.tsx'
import { auditColumns } from './list/audit-columns.tsx'
import { ExportMenu } from './list/export-menu.tsx'
import { MOST_NEW, useAuditList } from './list/use-audit-list.ts'
import { useAuditTexts } from './texts.ts'

/** The opened entry stands in the address as well: a link shows what was meant. */
function useOpened(): [number | null, (seq: number | null) => void] {
  const [query, setQuery] = useSearchParams()
  const text = query.get('seq') ?? ''
  const open = (seq: number | null) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (seq === null) next.delete('seq')
        else next.set('seq', String(seq))
        return next
      },
      { replace: true },
    )
  return [/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null, open]
}

/** Names come once; they do not change with the rows. */
function useWords() {
  const choices = useCall(
    auditChoices,
    { body: {} },
    { tag: 'audit:filter.open', told: 'toast', staleTimeMs: 60_000 },
  )
  const places = useMemo(
    () => new Map((choices.data?.places ?? []).map(({ scope, name }) => [scope, name])),
    [choices.data],
  )
  const people = useMemo(
    () => new Map((choices.data?.people ?? []).map(({ id, name }) => [id, name])),
    [choices.data],
  )
  const nameOf = useCallback((id: string) => people.get(id) ?? id, [people])
  return { choices: choices.data, places, nameOf }
}

function NewRows({ count, onShow }: { count: number; onShow: () => void }): ReactNode {
  const t = useAuditTexts()
  if (count === 0) return null
  return (
    <button type="button" className={styles.newRows} onClick={onShow}>
      {t('list.newRows', { rows: count === MOST_NEW ? `${MOST_NEW}+` : count })}
    </button>
  )
}

/** Where an entry will be read. */
function NoDetail({ isLoading }: { isLoading: boolean }): ReactNode {
  const t = useAuditTexts()
  return <Panel title={t('detail.title')}>{isLoading ? <LoadingRows /> : null}</Panel>
}

/** Everything that was done: looked for on the left, one of them in full on the right. */
export default function AuditPage(): ReactNode {
  const t = useAuditTexts()
  const [texts, change, clear] = useUrlFilter<FilterTexts>(NO_FILTER)
  const [opened, open] = useOpened()
  const isWide = useMediaQuery('(min-width: 1440px)')
  const filter = useMemo(() => filterOf(texts), [texts])
  const list = useAuditList(filter)
  const { choices, places, nameOf } = useWords()
  const riskText = useRiskText()
  const columns = useMemo(() => auditColumns({ t, nameOf, riskText }), [t, nameOf, riskText])
  const [isClosed, setClosed] = useState(false)
  // Where there is room beside the list, the first entry is there to be read; one in the address wins.
  const first = isWide && !isClosed ? (list.rows?.[0]?.seq ?? null) : null
  const shown = opened ?? first
  const find = (only: Partial<FilterTexts>) => change({ ...NO_FILTER, ...only })
  const detail =
    shown === null ? null : (
      <EntryDetail
        seq={shown}
        places={places}
        nameOf={nameOf}
        onFind={find}
        onOpen={open}
        onClose={() => {
          setClosed(true)
          open(null)
        }}
      />
    )
  // Its place is there from the start: the list does not become narrower when the first entry comes.
  const side = detail ?? (isClosed ? null : <NoDetail isLoading={list.rows === undefined && !list.error} />)
  return (
    <div className={styles.page}>
      <ChainNotices
        onShowUnknown={texts.result === 'unknown' ? undefined : () => find({ result: 'unknown' })}
      />
      <div className={styles.columns}>
        <Panel
          title={t('title')}
          icon={<ScrollText size={15} aria-hidden />}
          actions={
            <>
              <ChainState />
              <ExportMenu filter={filter} />
            </>
          }
          status={
            list.searchedTo === null
              ? undefined
              : t('list.searchedTo', { time: formatMoment(list.searchedTo) })
          }
          className={styles.list}
        >
          <div className={styles.rows}>
            <NewRows count={list.newRows} onShow={list.reload} />
            <DataTable
              name="audit.rows"
              label={t('title')}
              columns={columns}
              rows={list.rows}
              rowKey={({ seq }) => String(seq)}
              error={list.error}
              onRetry={list.reload}
              isFiltered={isFiltered(texts)}
              onClearFilter={clear}
              empty={<EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />}
              more={{ load: list.loadMore, isLoading: list.isLoadingMore }}
              selectedKey={shown === null ? null : String(shown)}
              onSelect={({ seq }) => open(seq)}
              filters={<AuditFilters filter={texts} onChange={change} choices={choices} />}
              presets={{ filter: texts, onApply: (kept) => find(kept) }}
            />
          </div>
        </Panel>
        {isWide && side !== null ? <aside className={styles.side}>{side}</aside> : null}
      </div>
      {isWide ? null : (
        <Drawer
          open={detail !== null}
          onClose={() => open(null)}
          size={480}
          closable={false}
          title={null}
          aria-label={t('detail.title')}
          styles={{ body: { padding: 0, display: 'flex' }, wrapper: { maxWidth: '100vw' } }}
        >
          {detail}
        </Drawer>
      )}
    </div>
  )
}
