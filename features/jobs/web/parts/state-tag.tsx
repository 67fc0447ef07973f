import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { JobState, JobWhy } from '../../contract/index.ts'
import { useJobsTexts } from '../texts.ts'

const TONES: Record<JobState, Tone> = {
  queued: 'neutral',
  running: 'theme',
  pausing: 'theme',
  paused: 'warn',
  cancelling: 'theme',
  succeeded: 'ok',
  partly_failed: 'warn',
  failed: 'error',
  cancelled: 'neutral',
}

/** Where a job stands; why it stands still is its tooltip. */
export function StateTag({ job }: { job: { state: JobState; why: JobWhy } }): ReactNode {
  const t = useJobsTexts()
  return (
    <Tag tone={TONES[job.state]} title={job.why === '' ? undefined : t(`why.${job.why}`)}>
      {t(`state.${job.state}`)}
    </Tag>
  )
}
