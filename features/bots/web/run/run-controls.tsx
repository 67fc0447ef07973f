import { jobCancel, jobPause, jobResume } from '@qd/jobs/contract'
import type { JobDetail } from '@qd/jobs/contract'
import { useSend } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useBotsTexts } from '../texts.ts'

/** How the job of a run stands, while it has not ended. */
export function RunState({ state, since }: { state: string; since?: string }): ReactNode {
  const t = useBotsTexts()
  const tail = since === undefined ? '' : ` ${since}`
  if (state === 'paused') return <Tag tone="warn">{t('run.paused')}</Tag>
  if (state === 'pausing' || state === 'cancelling') return <Tag tone="warn">{t('run.stopping')}</Tag>
  if (state === 'queued') return <Tag>{t('run.queued')}</Tag>
  return <Tag tone="ok">{`${t('run.running')}${tail}`}</Tag>
}

/** Pauses, goes on with and stops a run, for whoever may. */
export function RunControls(props: {
  jobId: string
  may: JobDetail['may'] | undefined
  onDone: () => void
}): ReactNode {
  const t = useBotsTexts()
  const { jobId, may, onDone } = props
  const pause = useSend(jobPause, { tag: 'bots:run.pause', told: 'toast' })
  const resume = useSend(jobResume, { tag: 'bots:run.resume', told: 'toast' })
  const stop = useSend(jobCancel, { tag: 'bots:run.stop', told: 'toast' })
  const args = { body: { jobId } }
  const then = { onSettled: onDone }
  return (
    <>
      {may?.pause === true ? (
        <Button size="small" loading={pause.isPending} onClick={() => pause.mutate(args, then)}>
          {t('run.pause')}
        </Button>
      ) : null}
      {may?.resume === true ? (
        <Button size="small" loading={resume.isPending} onClick={() => resume.mutate(args, then)}>
          {t('run.resume')}
        </Button>
      ) : null}
      {may?.cancel === true ? (
        <Button size="small" danger loading={stop.isPending} onClick={() => stop.mutate(args, then)}>
          {t('run.stop')}
        </Button>
      ) : null}
    </>
  )
}
