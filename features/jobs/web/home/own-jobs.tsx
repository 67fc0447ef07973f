import { formatQuantity, goTo } from '@qd/web-base'
import { LoadingRows, Panel, Time } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { JobView } from '../../contract/index.ts'
import { useJobList } from '../list/use-job-list.ts'
import { workedOf } from '../parts/counts.ts'
import { Progress } from '../parts/progress.tsx'
import { ShortId } from '../parts/short-id.tsx'
import { StateTag } from '../parts/state-tag.tsx'
import { useJobsTexts } from '../texts.ts'
import styles from './own-jobs.module.css'

/** Who looks for more goes to the list. */
const SHOWN = 5
const MINE = { owner: 'mine' } as const
const ALL = '/jobs?owner=mine'

function JobCard({ job }: { job: JobView }): ReactNode {
  const t = useJobsTexts()
  const { counters } = job
  return (
    <li>
      <Link to={`/jobs/${encodeURIComponent(job.id)}`} className={styles.job}>
        <span className={styles.line}>
          <bdi className={styles.name} title={`${job.kindTitle} · ${job.name}`}>
            {job.name}
          </bdi>
          <ShortId id={job.id} />
          <StateTag job={job} />
        </span>
        {job.endedAt === null ? <Progress counters={counters} /> : null}
        <span className={styles.line}>
          <span className={styles.counts}>
            {`${formatQuantity(workedOf(counters))} / ${formatQuantity(counters.total)}`}
          </span>
          {counters.failed === 0 ? null : (
            <span className={styles.failed}>{`${t('row.failed')} ${formatQuantity(counters.failed)}`}</span>
          )}
          <span className={styles.at}>
            <Time at={job.createdAt} />
          </span>
        </span>
      </Link>
    </li>
  )
}

function Jobs(): ReactNode {
  const t = useJobsTexts()
  const { rows, error, reload } = useJobList(MINE)
  if (rows === undefined) {
    return error === null ? (
      <LoadingRows rows={3} rowHeight={64} />
    ) : (
      <ErrorState error={error} onRetry={reload} />
    )
  }
  if (rows.length === 0) {
    return <EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />
  }
  return (
    <ul className={styles.jobs}>
      {rows.slice(0, SHOWN).map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </ul>
  )
}

/** On home: the newest jobs of the reader, as they go on. */
export function OwnJobs(): ReactNode {
  const t = useJobsTexts()
  return (
    <Panel
      title={t('home.title')}
      icon={<ListChecks size={15} aria-hidden />}
      actions={
        <Button type="text" size="small" onClick={() => goTo(ALL)}>
          {t('filter.all')}
        </Button>
      }
    >
      <Jobs />
    </Panel>
  )
}
