import type { JobDetail } from '@qd/jobs/contract'
import { Button } from 'antd'
import { Activity } from 'lucide-react'
import type { ReactNode } from 'react'
import { botsJob } from '../../contract/index.ts'
import { useBotsTexts } from '../texts.ts'

/** The way from the job of a run to its figures. */
export function ReportLink({ job }: { job: JobDetail }): ReactNode {
  const t = useBotsTexts()
  if (job.kind !== botsJob.name) return null
  return (
    <Button icon={<Activity size={14} aria-hidden />} href={`#/mock/bots/${encodeURIComponent(job.id)}`}>
      {t('run.open')}
    </Button>
  )
}
