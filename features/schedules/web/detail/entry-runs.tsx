import { formatInstant } from '@qd/web-base'
import { call, usePages } from '@qd/web-calls'
import { Panel, Tag, Time } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { scheduleRuns } from '../../contract/index.ts'
import type { ScheduleDetail, ScheduleRunView } from '../../contract/index.ts'
import { RunTag } from '../parts/state-tags.tsx'
import { useSchedulesTexts } from '../texts.ts'
import type { SchedulesTexts } from '../texts.ts'
import styles from './entry-page.module.css'

const PAGE = 50
const LOOK_AGAIN_MS = 3_000

function runColumns(t: SchedulesTexts): DataColumn<ScheduleRunView>[] {
  return [
    {
      key: 'due',
      title: t('runs.due'),
      holds: 'time',
      render: ({ dueAt }) => <Time at={dueAt} />,
      text: ({ dueAt }) => formatInstant(dueAt),
    },
    {
      key: 'state',
      title: t('runs.result'),
      width: 150,
      render: ({ state, isLate }) => (
        <>
          <RunTag state={state} /> {isLate ? <Tag tone="warn">{t('runs.late')}</Tag> : null}
        </>
      ),
      text: ({ state }) => t(`run.${state}`),
    },
    {
      key: 'msg',
      title: t('runs.message'),
      width: 260,
      isGrowing: true,
      render: ({ msg }) => (
        <span className={styles.msg} title={msg}>
          {msg || '–'}
        </span>
      ),
      text: ({ msg }) => msg,
    },
    {
      key: 'job',
      title: t('runs.job'),
      width: 110,
      render: ({ jobId }) =>
        jobId === null ? '–' : <Link to={`/jobs/${encodeURIComponent(jobId)}`}>{t('runs.toJob')}</Link>,
      text: ({ jobId }) => jobId ?? '',
    },
    {
      key: 'by',
      title: t('runs.by'),
      width: 120,
      render: ({ by }) => by ?? t('runs.byRule'),
      text: ({ by }) => by ?? t('runs.byRule'),
    },
    {
      key: 'started',
      title: t('runs.started'),
      holds: 'time',
      render: ({ startedAt }) => <Time at={startedAt} />,
      text: ({ startedAt }) => (startedAt === null ? '' : formatInstant(startedAt)),
    },
    {
      key: 'ended',
      title: t('runs.ended'),
      holds: 'time',
      render: ({ endedAt }) => <Time at={endedAt} />,
      text: ({ endedAt }) => (endedAt === null ? '' : formatInstant(endedAt)),
    },
  ]
}

/** What ran, newest first, with the way to the job behind it. */
export function EntryRuns({ entry }: { entry: ScheduleDetail }): ReactNode {
  const t = useSchedulesTexts()
  const { id: scheduleId } = entry
  const columns = useMemo(() => runColumns(t), [t])
  const { rows, error, loadMore, isLoadingMore, reload } = usePages({
    queryKey: [scheduleRuns.path, scheduleId],
    ask: (before, signal) =>
      call(
        scheduleRuns,
        { body: { scheduleId, limit: PAGE, ...before } },
        { tag: 'schedules:runs.title', told: 'inline', signal },
      ),
    refetchIntervalMs: LOOK_AGAIN_MS,
  })
  return (
    <Panel title={t('runs.title')} icon={<History size={15} aria-hidden />}>
      <DataTable
        name="schedules.runs"
        label={t('runs.title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={reload}
        empty={<EmptyState title={t('runs.empty')} hint={t('runs.emptyHint')} />}
        more={{ isLoading: isLoadingMore, ...(loadMore === undefined ? {} : { load: loadMore }) }}
      />
    </Panel>
  )
}
