import { useMay } from '@qd/web-calls'
import { ENDED_STATES } from '@qd/jobs/contract'
import type { JobDetail } from '@qd/jobs/contract'
import { Button } from 'antd'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { bulkEditJob, bulkUndo } from '../contract/index.ts'
import { useBulkTexts } from './texts.ts'
import { openUndoBulk } from './undo-bulk-dialog.tsx'

/** Where the job works: a line, or one of its servers; of several places the first. */
function placeOf({ scope: above, places, environment }: JobDetail) {
  const scope = places[0]?.scope ?? above
  const [game = '', operator = '', lineId = '', sId] = scope.split('/')
  return {
    game,
    operator,
    lineId,
    ...(sId === undefined ? {} : { sId: Number(sId) }),
    ...(environment === null ? {} : { environment }),
  }
}

/** On the page of an ended bulk edit: takes it back, for those who may. */
export function JobUndo({ job }: { job: JobDetail }): ReactNode {
  const t = useBulkTexts()
  const place = placeOf(job)
  const mayUndo = useMay(bulkUndo, place)
  const isOffered = job.kind === bulkEditJob.name && ENDED_STATES.includes(job.state) && job.counters.done > 0
  if (!isOffered || !mayUndo) return null
  const { lineId, sId } = place
  const undone = {
    jobId: job.id,
    query: sId === undefined ? { lineId } : { lineId, sId },
    isProduction: job.environment === 'production',
  }
  return (
    <Button icon={<Undo2 size={14} aria-hidden />} onClick={() => openUndoBulk(undone)}>
      {t('jobs.takeBack')}…
    </Button>
  )
}
