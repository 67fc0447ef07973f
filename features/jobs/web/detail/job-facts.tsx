import { EnvironmentTag, RecordFact, RecordFacts, RecordPart, Time } from '@qd/web-controls'
import { CopyButton } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { JobDetail } from '../../contract/index.ts'
import { placeText } from '../parts/place-text.ts'
import { useJobsTexts } from '../texts.ts'
import { durationText } from './duration-text.ts'
import styles from './job-page.module.css'

/** More names of places say no more. */
const PLACES_SHOWN = 12

/** What was asked for, by whom, where and when. */
export function JobFacts({ job }: { job: JobDetail }): ReactNode {
  const t = useJobsTexts()
  return (
    <>
      <RecordPart>
        <RecordFacts>
          <RecordFact label={t('column.kind')}>{job.kindTitle}</RecordFact>
          <RecordFact label={t('column.owner')}>{job.owner}</RecordFact>
          <RecordFact label={t('column.place')}>
            {job.environment === null ? null : <EnvironmentTag environment={job.environment} />}{' '}
            {placeText(job, t('everywhere'))}
          </RecordFact>
          {job.places.length === 0 ? null : (
            <>
              <RecordFact label={t('detail.places')}>
                {job.places.slice(0, PLACES_SHOWN).map(({ scope, name }) => (
                  <div key={scope}>{name.join(' / ')}</div>
                ))}
                {job.places.length > PLACES_SHOWN ? `+${job.places.length - PLACES_SHOWN}` : null}
              </RecordFact>
            </>
          )}
          <RecordFact label={t('detail.reason')}>{job.reason || '–'}</RecordFact>
          <RecordFact label={t('column.created')}>
            <Time at={job.createdAt} />
          </RecordFact>
          <RecordFact label={t('detail.started')}>
            <Time at={job.startedAt} />
          </RecordFact>
          <RecordFact label={t('detail.ended')}>
            <Time at={job.endedAt} />
            {job.endedAt === null || job.startedAt === null
              ? null
              : ` (${durationText(job.endedAt - job.startedAt)})`}
          </RecordFact>
          <RecordFact label={t('detail.stopAt')}>{job.stopPercent}%</RecordFact>
          <RecordFact label={t('detail.request')}>
            <span className={styles.tags}>
              <span className="qd-mono">{job.requestId}</span>
              <CopyButton text={job.requestId} label={t('detail.copyRequest')} />
            </span>
          </RecordFact>
        </RecordFacts>
      </RecordPart>
      {job.facts.length === 0 ? null : (
        <RecordPart>
          <h3>{t('detail.facts')}</h3>
          <RecordFacts>
            {job.facts.map(({ label, value, jobId }, index) => (
              <RecordFact key={index} label={label}>
                {jobId === undefined ? value : <Link to={`/jobs/${encodeURIComponent(jobId)}`}>{value}</Link>}
              </RecordFact>
            ))}
          </RecordFacts>
        </RecordPart>
      )}
    </>
  )
}
