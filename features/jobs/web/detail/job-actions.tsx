import { formatQuantity } from '@qd/web-base'
import { call, useSend } from '@qd/web-calls'
import { RecordActions } from '@qd/web-controls'
import { Slot, openConfirm } from '@qd/web-frame'
import { Button } from 'antd'
import { CircleHelp, Download, Pause, Play, RotateCcw, StepForward, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { jobCancel, jobGoOn, jobPause, jobResume, jobRetry } from '../../contract/index.ts'
import type { JobDetail } from '../../contract/index.ts'
import { workedOf } from '../parts/counts.ts'
import { saveResult } from '../parts/save-result.ts'
import '../slots.ts'
import { useJobsTexts } from '../texts.ts'

interface ActionsProps {
  job: JobDetail
  onDone: () => void
}

/** What the operator may do with the job as it stands. */
export function JobActions({ job, onDone }: ActionsProps): ReactNode {
  const t = useJobsTexts()
  const pause = useSend(jobPause, { tag: 'jobs:action.pause', told: 'toast' })
  const resume = useSend(jobResume, { tag: 'jobs:action.resume', told: 'toast' })
  const goOn = useSend(jobGoOn, { tag: 'jobs:action.goOn', told: 'toast' })
  const body = { jobId: job.id }
  const { counters, may } = job
  const askCancel = () =>
    openConfirm({
      title: t('action.cancel'),
      text: t('action.cancelAsk', {
        worked: formatQuantity(workedOf(counters)),
        open: formatQuantity(counters.total - workedOf(counters)),
      }),
      action: t('action.cancel'),
      run: () => call(jobCancel, { body }, { tag: 'jobs:action.cancel', told: 'form' }).then(onDone),
    })
  const askRetry = (which: 'failed' | 'unknown') =>
    openConfirm({
      title: t(which === 'failed' ? 'action.retryFailed' : 'action.askUnknown'),
      text: [
        t(which === 'failed' ? 'action.retryFailedAsk' : 'action.askUnknownAsk', {
          rows: formatQuantity(counters[which]),
        }),
        job.isMine ? '' : t('action.takeOver', { owner: job.owner }),
      ].join(' '),
      action: t(which === 'failed' ? 'action.retryFailed' : 'action.askUnknown'),
      run: () =>
        call(jobRetry, { body: { ...body, which } }, { tag: 'jobs:action.retryFailed', told: 'form' }).then(
          onDone,
        ),
    })
  return (
    <RecordActions>
      {may.pause ? (
        <Button
          icon={<Pause size={14} aria-hidden />}
          loading={pause.isPending}
          onClick={() => pause.mutate({ body }, { onSettled: onDone })}
        >
          {t('action.pause')}
        </Button>
      ) : null}
      {may.resume ? (
        <Button
          type="primary"
          icon={<Play size={14} aria-hidden />}
          loading={resume.isPending}
          onClick={() => resume.mutate({ body }, { onSettled: onDone })}
        >
          {t('action.resume')}
        </Button>
      ) : null}
      {may.goOn ? (
        <Button
          type="primary"
          icon={<StepForward size={14} aria-hidden />}
          loading={goOn.isPending}
          onClick={() => goOn.mutate({ body: { ...body, stage: job.stage } }, { onSettled: onDone })}
        >
          {t('action.goOn')}
        </Button>
      ) : null}
      {may.retryFailed ? (
        <Button icon={<RotateCcw size={14} aria-hidden />} onClick={() => askRetry('failed')}>
          {t('action.retryFailed')}
        </Button>
      ) : null}
      {may.askUnknown ? (
        <Button icon={<CircleHelp size={14} aria-hidden />} onClick={() => askRetry('unknown')}>
          {t('action.askUnknown')}
        </Button>
      ) : null}
      <Button
        icon={<Download size={14} aria-hidden />}
        onClick={() => void saveResult(job.id).catch(() => undefined)}
      >
        {t('action.result')}
      </Button>
      <Slot name="jobActions" values={{ job }} />
      {may.cancel ? (
        <Button danger icon={<X size={14} aria-hidden />} onClick={askCancel}>
          {t('action.cancel')}
        </Button>
      ) : null}
    </RecordActions>
  )
}
