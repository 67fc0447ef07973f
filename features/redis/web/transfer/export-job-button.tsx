import type { JobDetail } from '@qd/jobs/contract'
import { shortId } from '@qd/web-base'
import { Button } from 'antd'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { exportJob } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import { saveExport } from './save-export.ts'

/** The line a job stands at: `game/operator/line`. */
const lineOf = (scope: string): string => scope.split('/')[2] ?? ''

/** On the page of an export: its file, once it is whole. */
export function ExportJobButton({ job }: { job: JobDetail }): ReactNode {
  const t = useRedisTexts()
  const [isFetching, setFetching] = useState(false)
  const isWhole = job.state === 'succeeded' || job.state === 'partly_failed'
  if (job.kind !== exportJob.name || !job.isMine || !isWhole) return null
  const getFile = async (): Promise<void> => {
    setFetching(true)
    const at = { lineId: lineOf(job.scope), jobId: job.id }
    // The call tells its failure by itself.
    await saveExport(at, `redis-keys-${shortId(job.id)}`).catch(() => undefined)
    setFetching(false)
  }
  return (
    <Button icon={<FileDown size={14} aria-hidden />} loading={isFetching} onClick={() => void getFile()}>
      {t('transfer.export.fetch')}
    </Button>
  )
}
