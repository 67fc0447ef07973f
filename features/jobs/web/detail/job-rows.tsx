import { formatQuantity } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Panel, SegmentedControl, Tag } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { CallError } from '@qd/web-base'
import type { Tone } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { RouteReply } from '@qd/contract-kit'
import { Input } from 'antd'
import { Rows3 } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { jobRows } from '../../contract/index.ts'
import type { JobDetail, JobRowView, RowState } from '../../contract/index.ts'
import { ENDS, workedOf } from '../parts/counts.ts'
import { useJobsTexts } from '../texts.ts'
import type { JobsTexts } from '../texts.ts'
import styles from './job-page.module.css'

const PAGE = 100
const TONES: Record<RowState, Tone> = {
  open: 'neutral',
  done: 'ok',
  skipped: 'neutral',
  failed: 'error',
  unknown: 'warn',
}

function rowColumns(t: JobsTexts): DataColumn<JobRowView>[] {
  return [
    {
      key: 'seq',
      title: t('rows.seq'),
      holds: 'id',
      align: 'right',
      render: ({ seq }) => formatQuantity(seq + 1),
      text: ({ seq }) => String(seq + 1),
    },
    {
      key: 'key',
      title: t('rows.key'),
      holds: 'orderId',
      render: ({ key }) => <span className="qd-mono">{key}</span>,
      text: ({ key }) => key,
    },
    {
      key: 'state',
      title: t('rows.result'),
      width: 110,
      render: ({ state }) => <Tag tone={TONES[state]}>{t(`row.${state}`)}</Tag>,
      text: ({ state }) => t(`row.${state}`),
    },
    {
      key: 'msg',
      title: t('rows.message'),
      holds: 'text',
      isGrowing: true,
      render: ({ msg, code }) => <span title={code === '' ? msg : `${msg} (${code})`}>{msg || code}</span>,
      text: ({ msg }) => msg,
    },
    {
      key: 'field',
      title: t('rows.field'),
      width: 150,
      render: ({ field }) => <span className="qd-mono">{field}</span>,
      text: ({ field }) => field,
    },
  ]
}

type Page = RouteReply<typeof jobRows>

function useRows(jobId: string, state: RowState | 'all', search: string) {
  const filter = { ...(state === 'all' ? {} : { state }), ...(search === '' ? {} : { search }) }
  const query = useInfiniteQuery<Page, CallError, { pages: Page[] }, readonly unknown[], number | undefined>({
    queryKey: [jobRows.path, jobId, filter],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        jobRows,
        { body: { jobId, ...filter, limit: PAGE, ...(pageParam === undefined ? {} : { after: pageParam }) } },
        { tag: 'jobs:rows.title', told: 'inline', signal },
      ),
    getNextPageParam: (page) => page.next ?? undefined,
  })
  const rows = query.data?.pages.flatMap(({ list }) => list)
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  // An answer that found too little in its time is no page's end.
  const goesOn = hasNextPage && (rows?.length ?? 0) < PAGE
  useEffect(() => {
    if (goesOn && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [goesOn, isFetchingNextPage, isError, fetchNextPage])
  return { query, rows: goesOn && rows?.length === 0 ? undefined : rows }
}

/** What came of each row; by how it ended, and found by its key. */
export function JobRows({ job }: { job: JobDetail }): ReactNode {
  const t = useJobsTexts()
  const [state, setState] = useState<RowState | 'all'>('all')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { query, rows } = useRows(job.id, state, search)
  const columns = useMemo(() => rowColumns(t), [t])
  const { counters } = job
  const counts = { ...counters, open: counters.total - workedOf(counters) }
  const shown = ([...ENDS, 'open'] as const).filter((end) => counts[end] > 0 || end === state)
  const clear = () => {
    setState('all')
    setTyped('')
  }
  return (
    <Panel
      title={t('rows.title')}
      icon={<Rows3 size={15} aria-hidden />}
      count={formatQuantity(counters.total)}
    >
      <DataTable
        name="jobs.rows"
        label={t('rows.title')}
        columns={columns}
        rows={rows}
        rowKey={({ seq }) => String(seq)}
        error={query.error}
        onRetry={() => void query.refetch()}
        isFiltered={state !== 'all' || search !== ''}
        onClearFilter={clear}
        empty={<EmptyState title={t('rows.empty')} />}
        more={{
          isLoading: query.isFetchingNextPage,
          ...(query.hasNextPage ? { load: () => void query.fetchNextPage() } : {}),
        }}
        filters={
          <>
            <SegmentedControl<RowState | 'all'>
              label={t('rows.result')}
              value={state}
              segments={[
                { value: 'all', label: t('filter.all') },
                ...shown.map((end) => ({
                  value: end,
                  label: `${t(`row.${end}`)} ${formatQuantity(counts[end])}`,
                })),
              ]}
              onChange={setState}
            />
            <Input
              allowClear
              className={styles.search}
              aria-label={t('rows.search')}
              placeholder={t('rows.search')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </>
        }
      />
    </Panel>
  )
}
