import { formatQuantity } from '@qd/web-base'
import { LoadingRows, Panel, Time, ZoneNote } from '@qd/web-controls'
import { ErrorState, useTabName } from '@qd/web-frame'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JobDetail } from '../../contract/index.ts'
import { ENDS, workedOf } from '../parts/counts.ts'
import { Progress } from '../parts/progress.tsx'
import { ShortId } from '../parts/short-id.tsx'
import { StateTag } from '../parts/state-tag.tsx'
import { useJobsTexts } from '../texts.ts'
import { durationText } from './duration-text.ts'
import { JobActions } from './job-actions.tsx'
import { JobFacts } from './job-facts.tsx'
import styles from './job-page.module.css'
import { JobRows } from './job-rows.tsx'
import { useJob } from './use-job.ts'

function Counters({ job, rate }: { job: JobDetail; rate: number | null }): ReactNode {
  const t = useJobsTexts()
  const { counters } = job
  const open = counters.total - workedOf(counters)
  const left = rate === null || rate <= 0 ? null : durationText((open / rate) * 1_000)
  return (
    <section className={styles.part}>
      <Progress counters={counters} isLarge />
      <dl className={styles.counters}>
        {ENDS.map((end) => (
          <div key={end} data-end={counters[end] > 0 ? end : undefined}>
            <dt>{t(`row.${end}`)}</dt>
            <dd>{formatQuantity(counters[end])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('row.open')}</dt>
          <dd>{formatQuantity(open)}</dd>
        </div>
      </dl>
      {rate === null ? null : (
        <p className={styles.rate}>
          {t('detail.rate', { rate: formatQuantity(Math.round(rate)) })}
          {left === null ? null : ` · ${t('detail.left', { time: left })}`}
        </p>
      )}
    </section>
  )
}

/** Why it stands still or ended badly, and what to do about it. */
function Standstill({ job }: { job: JobDetail }): ReactNode {
  const t = useJobsTexts()
  if (job.fault !== '') return <p className={styles.fault}>{job.fault}</p>
  if (job.why === '') return null
  return (
    <p className={styles.why}>
      {t(`why.${job.why}`)}
      {job.nextTryAt === null ? null : (
        <>
          {' '}
          {t('detail.nextTry')} <Time at={job.nextTryAt} />
        </>
      )}
    </p>
  )
}

/** One job: how far it is, what it was told, what came of each row. */
export function JobPage({ jobId }: { jobId: string }): ReactNode {
  const t = useJobsTexts()
  const { job, error, rate, reload } = useJob(jobId)
  useTabName(job?.name ?? '')
  if (job === undefined) {
    return (
      <Panel title={t('detail.title')} icon={<ListChecks size={15} aria-hidden />}>
        {error ? <ErrorState error={error} onRetry={reload} /> : <LoadingRows rows={8} />}
      </Panel>
    )
  }
  return (
    <div className={styles.columns}>
      <Panel
        className={styles.side}
        title={job.name}
        count={<ShortId id={job.id} />}
        icon={<ListChecks size={15} aria-hidden />}
        actions={<StateTag job={job} />}
        status={<ZoneNote />}
      >
        <Standstill job={job} />
        <Counters job={job} rate={rate} />
        <JobActions job={job} onDone={reload} />
        <JobFacts job={job} />
      </Panel>
      <JobRows job={job} />
    </div>
  )
}
