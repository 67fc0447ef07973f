import { useCall, useMay } from '@qd/web-calls'
import { IconButton, LoadingRows, Panel, Tag, Time, ZoneNote } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { History, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { bulkJobs, bulkUndo } from '../contract/index.ts'
import type { BulkJob } from '../contract/index.ts'
import { useBulkTexts } from './texts.ts'
import styles from './bulk.module.css'
import { openUndoBulk } from './undo-bulk-dialog.tsx'
import type { BulkPlace } from './use-bulk-place.ts'

function Counts({ job }: { job: BulkJob }): ReactNode {
  const t = useBulkTexts()
  return (
    <p className={styles.tags}>
      <Tag tone="neutral">{t('list.players', { count: job.players })}</Tag>
      {job.applied > 0 ? <Tag tone="ok">{t('jobs.applied', { count: job.applied })}</Tag> : null}
      {job.refused > 0 ? <Tag tone="error">{t('jobs.refused', { count: job.refused })}</Tag> : null}
      {job.unknown > 0 ? <Tag tone="warn">{t('jobs.unknown', { count: job.unknown })}</Tag> : null}
      {job.undone > 0 ? <Tag tone="neutral">{t('jobs.undone', { count: job.undone })}</Tag> : null}
    </p>
  )
}

function JobCard({ job, place }: { job: BulkJob; place: BulkPlace }): ReactNode {
  const t = useBulkTexts()
  const mayUndo = useMay(bulkUndo)
  const { lineId } = place.query
  const query = job.sId === null ? { lineId } : { lineId, sId: job.sId }
  const isUndoable = job.kind === 'edit' && job.applied > 0 && mayUndo
  return (
    <li className={styles.job}>
      <p className={styles.jobHead}>
        {job.kind === 'undo' ? <Tag tone="neutral">{t('jobs.undo')}</Tag> : null}
        <code className={styles.place} title={job.name}>
          {job.name}
        </code>
      </p>
      <p className={styles.label}>
        <bdi>{job.actor}</bdi> · <Time at={job.at} />
      </p>
      <p className={styles.jobReason} title={job.reason}>
        {job.reason}
      </p>
      <Counts job={job} />
      <p className={styles.buttons}>
        <Link to={`/jobs/${encodeURIComponent(job.jobId)}`}>{t('jobs.open')}</Link>
        {isUndoable ? (
          <Button
            size="small"
            onClick={() => openUndoBulk({ jobId: job.jobId, query, isProduction: place.isProduction })}
          >
            {t('jobs.takeBack')}…
          </Button>
        ) : null}
      </p>
    </li>
  )
}

/** Bulk edits of the place, newest first, with the way to their job and back. */
export function BulkJobsPanel({ place }: { place: BulkPlace }): ReactNode {
  const t = useBulkTexts()
  const jobs = useCall(
    bulkJobs,
    { query: place.query, body: {} },
    { tag: 'bulk-edit:jobs.title', told: 'inline', staleTimeMs: 0 },
  )
  const list = jobs.data?.list
  return (
    <Panel
      title={t('jobs.title')}
      icon={<History size={15} aria-hidden />}
      count={list === undefined || list.length === 0 ? undefined : list.length}
      className={styles.jobs}
      status={list === undefined || list.length === 0 ? undefined : <ZoneNote />}
      actions={
        <IconButton label={t('jobs.reload')} onClick={() => void jobs.refetch()}>
          <RefreshCw size={15} aria-hidden />
        </IconButton>
      }
    >
      {jobs.isPending ? <LoadingRows rows={4} rowHeight={72} /> : null}
      {jobs.isError && list === undefined ? (
        <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} />
      ) : null}
      {list?.length === 0 ? <EmptyState title={t('jobs.none')} hint={t('jobs.noneHint')} /> : null}
      {list === undefined || list.length === 0 ? null : (
        <ul className={styles.jobList}>
          {list.map((job) => (
            <JobCard key={job.jobId} job={job} place={place} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
