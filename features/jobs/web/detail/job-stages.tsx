import { formatQuantity } from '@qd/web-base'
import { RecordPart, Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { ENDED_STATES } from '../../contract/index.ts'
import type { JobDetail } from '../../contract/index.ts'
import { useJobsTexts } from '../texts.ts'
import type { JobsTexts } from '../texts.ts'
import { durationText } from './duration-text.ts'
import styles from './job-page.module.css'

function gateWords(t: JobsTexts, stage: JobDetail['stages'][number]): string {
  const { waitMs, needsGo, mostFailedPercent } = stage
  return [
    ...(mostFailedPercent === null ? [] : [t('stages.most', { percent: mostFailedPercent })]),
    ...(needsGo ? [t('stages.go')] : waitMs > 0 ? [t('stages.wait', { time: durationText(waitMs) })] : []),
  ].join(' · ')
}

/** The first rows and what is looked at before the others come, with the stage the job is at. */
export function JobStages({ job }: { job: JobDetail }): ReactNode {
  const t = useJobsTexts()
  if (job.stages.length === 0) return null
  const hasEnded = ENDED_STATES.includes(job.state)
  return (
    <RecordPart>
      <h3>{t('stages.title')}</h3>
      <ol className={styles.stages}>
        {job.stages.map((stage, index) => {
          const isNow = index === job.stage && !hasEnded
          return (
            <li key={index} aria-current={isNow ? 'step' : undefined}>
              <span className={styles.stageRows}>
                {stage.rows === null
                  ? t('stages.rest')
                  : t('stages.first', { rows: formatQuantity(stage.rows) })}
              </span>
              <span className={styles.stageGate}>{gateWords(t, stage)}</span>
              {isNow ? <Tag tone="theme">{t('stages.now')}</Tag> : null}
              {index < job.stage ? <Tag tone="ok">{t('stages.done')}</Tag> : null}
            </li>
          )
        })}
      </ol>
    </RecordPart>
  )
}
