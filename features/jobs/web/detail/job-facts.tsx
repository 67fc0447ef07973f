import { EnvironmentTag, Time } from '@qd/web-controls'
import { CopyButton } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { JobDetail } from '../../contract/index.ts'
import { placeText } from '../parts/place-text.ts'
import { useJobsTexts } from '../texts.ts'
import { durationText } from './duration-text.ts'
import styles from './job-page.module.css'

/** What was asked for, by whom, where and when. */
export function JobFacts({ job }: { job: JobDetail }): ReactNode {
  const t = useJobsTexts()
  return (
    <>
      <section className={styles.part}>
        <dl className={styles.facts}>
          <dt>{t('column.kind')}</dt>
          <dd>{job.kindTitle}</dd>
          <dt>{t('column.owner')}</dt>
          <dd>{job.owner}</dd>
          <dt>{t('column.place')}</dt>
          <dd>
            {job.environment === null ? null : <EnvironmentTag environment={job.environment} />}{' '}
            {placeText(job, t('everywhere'))}
          </dd>
          <dt>{t('detail.reason')}</dt>
          <dd>{job.reason || '–'}</dd>
          <dt>{t('column.created')}</dt>
          <dd>
            <Time at={job.createdAt} />
          </dd>
          <dt>{t('detail.started')}</dt>
          <dd>
            <Time at={job.startedAt} />
          </dd>
          <dt>{t('detail.ended')}</dt>
          <dd>
            <Time at={job.endedAt} />
            {job.endedAt === null || job.startedAt === null
              ? null
              : ` (${durationText(job.endedAt - job.startedAt)})`}
          </dd>
          <dt>{t('detail.stopAt')}</dt>
          <dd>{job.stopPercent}%</dd>
          <dt>{t('detail.request')}</dt>
          <dd className={styles.tags}>
            <span className="qd-mono">{job.requestId}</span>
            <CopyButton text={job.requestId} label={t('detail.copyRequest')} />
          </dd>
        </dl>
      </section>
      {job.facts.length === 0 ? null : (
        <section className={styles.part}>
          <h3>{t('detail.facts')}</h3>
          <dl className={styles.facts}>
            {job.facts.map(({ label, value, jobId }, index) => (
              <div key={index} className={styles.fact}>
                <dt>{label}</dt>
                <dd>
                  {jobId === undefined ? (
                    value
                  ) : (
                    <Link to={`/jobs/${encodeURIComponent(jobId)}`}>{value}</Link>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}
