import { formatMoment } from '@qd/web-base'
import { useCall, useSend } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { updateCheck, updateStatus } from '../../contract/index.ts'
import type { UpdateView } from '../../contract/index.ts'
import { useSystemTexts } from '../texts.ts'
import { DownloadedFile, Downloading } from './package-state.tsx'
import { Release } from './release.tsx'
import { UpdateActions } from './update-actions.tsx'
import styles from './updates.module.css'

const WORKING_MS = 700
const QUIET_MS = 10_000

const isWorking = (stage: UpdateView['stage']) => stage === 'checking' || stage === 'downloading'

/** The stage in a sentence; what went wrong stands in a frame of its own. */
function StageText({ view }: { view: UpdateView }): ReactNode {
  const t = useSystemTexts()
  const { stage, release, fault } = view
  if (fault !== null) {
    return (
      <p role="alert" className={styles.fault}>
        <strong>{t('stage.error')}</strong> {fault.text}
      </p>
    )
  }
  return (
    <p role="status" className={styles.stage} data-stage={stage}>
      {t(`stage.${stage}`, { version: release?.version ?? '' })}
    </p>
  )
}

function Facts({ view: { running, feed, checkedAt } }: { view: UpdateView }): ReactNode {
  const t = useSystemTexts()
  return (
    <dl className={styles.facts}>
      <dt>{t('updates.running')}</dt>
      <dd>{running}</dd>
      {feed === '' ? null : (
        <>
          <dt>{t('updates.feed')}</dt>
          <dd>{feed}</dd>
          <dt>{t('updates.checkedAt')}</dt>
          <dd>{checkedAt === null ? '–' : formatMoment(checkedAt)}</dd>
        </>
      )}
    </dl>
  )
}

/** Which version runs, which there is, and how far its package is on the way here (S4.12). */
export default function UpdatesDialog(): ReactNode {
  const t = useSystemTexts()
  const [isWatching, setWatching] = useState(false)
  const status = useCall(
    updateStatus,
    { body: {} },
    {
      tag: 'system:updates.title',
      told: 'inline',
      refetchIntervalMs: isWatching ? WORKING_MS : QUIET_MS,
    },
  )
  const check = useSend(updateCheck, { tag: 'system:updates.check', told: 'toast' })
  const { data, error, refetch } = status
  if (data === undefined) {
    return error === null ? <LoadingRows /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  const view: UpdateView = check.isPending ? { ...data, stage: 'checking', fault: null } : data
  if (isWorking(view.stage) !== isWatching) setWatching(!isWatching)
  return (
    <div className={styles.dialog}>
      <Facts view={view} />
      <StageText view={view} />
      {view.stage === 'off' ? <p className={styles.hint}>{t('updates.offHint')}</p> : null}
      {view.stage === 'downloading' ? <Downloading view={view} /> : null}
      {view.stage === 'downloaded' ? <DownloadedFile view={view} /> : null}
      {view.release === null || view.stage === 'checking' ? null : <Release view={view} />}
      {view.stage === 'off' ? null : (
        <UpdateActions
          view={view}
          onCheck={() => check.mutate({ body: {} }, { onSettled: () => void refetch() })}
          onChanged={() => void refetch()}
        />
      )}
    </div>
  )
}
