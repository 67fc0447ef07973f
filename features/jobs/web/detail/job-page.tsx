import { formatQuantity } from '@qd/web-base'
import { LoadingRows, Panel, RecordColumns, RecordNote, RecordPart, Time, ZoneNote } from '@qd/web-controls'
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
import { JobOutput } from './job-output.tsx'
import outputStyles from './job-output.module.css'
import styles from './job-page.module.css'
import { JobStages } from './job-stages.tsx'
import { JobRows } from './job-rows.tsx'
import { useJob } from './use-job.ts'

function Counters({ job, rate }: { job: JobDetail; rate: number | null }): ReactNode {
  const t = useJobsTexts()
  const { counters } = job
  const open = counters.total - workedOf(counters)
  const left = rate === null || rate <= 0 ? null : durationText((open / rate) * 1_000)
  return (
    <RecordPart>
      {job.isPreparing ? (
        <p className={styles.preparing} role="status">
          {t('detail.preparing', {
            read: formatQuantity(counters.total),
            expected: formatQuantity(job.expectedRows ?? counters.total),
          })}
        </p>
      ) : (
        <Progress counters={counters} isLarge />
      )}
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
    </RecordPart>
  )
}

/** Why it stands still or ended badly, and what to do about it. */
function Standstill({ job }: { job: JobDetail }): ReactNode {
  const t = useJobsTexts()
  if (job.fault !== '') return <RecordNote tone="err">{job.fault}</RecordNote>
  if (job.why === '' && job.lostPlaces.length === 0) return null
  const lost = job.lostPlaces.map((names) => names.join(' / ')).join(', ')
  return (
    <RecordNote tone="warn">
      {job.why === '' ? null : t(`why.${job.why}`)}
      {job.nextTryAt === null ? null : (
        <>
          {' '}
          {t(job.why === 'stage_wait' ? 'detail.goesOn' : 'detail.nextTry')} <Time at={job.nextTryAt} />
        </>
      )}
      {lost === '' ? null : <span className={styles.lost}>{t('detail.lost', { places: lost })}</span>}
    </RecordNote>
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
    <RecordColumns>
      <Panel
        title={job.name}
        count={<ShortId id={job.id} />}
        icon={<ListChecks size={15} aria-hidden />}
        actions={<StateTag job={job} />}
        status={<ZoneNote />}
      >
        <Standstill job={job} />
        <Counters job={job} rate={rate} />
        <JobActions job={job} onDone={reload} />
        <JobStages job={job} />
        <JobFacts job={job} />
      </Panel>
      <div className={outputStyles.right}>
        <JobRows job={job} />
        <JobOutput jobId={job.id} />
      </div>
    </RecordColumns>
  )
}
