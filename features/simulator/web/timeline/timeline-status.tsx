import { formatQuantity } from '@qd/web-base'
import { IconButton, usePopover } from '@qd/web-controls'
import { Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConnectionSteps, stepsMs } from '../connections/connection-steps.tsx'
import { phaseOf } from '../connections/connection.ts'
import { askConnection, stopScan } from '../connections/connection-store.ts'
import type { Connection } from '../connections/connection.ts'
import { useAsk } from '../connections/use-ask.ts'
import { RECORDED_MAX } from '../record/read-frames.ts'
import { useSimulatorTexts } from '../texts.ts'
import { durationText } from './clock-text.ts'
import styles from './timeline-panel.module.css'

/** How it was connected, again on request. */
function Way({ connection }: { connection: Connection }): ReactNode {
  const t = useSimulatorTexts()
  const { isOpen, root, trigger, open, close } = usePopover<HTMLSpanElement>()
  const steps = connection.view?.steps ?? []
  const ms = stepsMs(steps)
  if (ms === null) return null
  return (
    <span ref={root} className={styles.wayRoot}>
      <button
        type="button"
        ref={trigger}
        className={styles.way}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : open())}
      >
        {t('page.status.way', { duration: durationText(ms) })}
      </button>
      {isOpen ? (
        <div
          className={`${styles.wayBox} qd-float`}
          role="dialog"
          aria-label={t('page.steps.title')}
          onKeyDown={({ key }) => (key === 'Escape' ? close() : undefined)}
        >
          <ConnectionSteps steps={steps} />
        </div>
      ) : null}
    </span>
  )
}

function Scanning({ connection: { key, timeline } }: { connection: Connection }): ReactNode {
  const t = useSimulatorTexts()
  const ask = useAsk()
  return (
    <span className={styles.running}>
      <span role="status">{t('page.status.scanning', { number: formatQuantity(timeline.scanned) })}</span>
      <IconButton isSmall label={t('page.status.stopScan')} onClick={() => void ask(() => stopScan(key))}>
        <Square size={12} aria-hidden />
      </IconButton>
    </span>
  )
}

/** A repeated send belongs to its connection: it is stopped here, whatever message is being written. */
function Repeating({ connection: { key, view } }: { connection: Connection }): ReactNode {
  const t = useSimulatorTexts()
  const ask = useAsk()
  const repeating = view?.repeating ?? null
  if (repeating === null) return null
  return (
    <span className={styles.running}>
      <span>
        {t('page.status.repeating', { cmd: repeating.cmd, sent: repeating.sent, times: repeating.times })}
      </span>
      <IconButton
        isSmall
        label={t('page.repeat.stop')}
        onClick={() => void ask(() => askConnection(key, 'stopRepeat', {}))}
      >
        <Square size={12} aria-hidden />
      </IconButton>
    </span>
  )
}

/** The line below the frames: how the connection is, and how much came. */
export function TimelineStatus({ connection }: { connection: Connection }): ReactNode {
  const t = useSimulatorTexts()
  const { view, counts, timeline, more, recordedFrom } = connection
  const recorded = recordedFrom === null ? 0 : counts.frames - recordedFrom
  const others = view?.others ?? []
  return (
    <>
      <span role="status">{t(`page.phase.${phaseOf(connection)}`)}</span>
      <Way connection={connection} />
      <span>{t('page.status.frames', { count: counts.frames, number: formatQuantity(counts.frames) })}</span>
      {timeline.shown === counts.frames ? null : (
        <span>{t('page.status.shown', { number: formatQuantity(timeline.shown) })}</span>
      )}
      {more === 0 ? null : (
        <span role="status">{t('page.status.more', { number: formatQuantity(more) })}</span>
      )}
      {timeline.isDone ? null : <Scanning connection={connection} />}
      <Repeating connection={connection} />
      {counts.lost === 0 ? null : (
        <span className={styles.lost}>
          {t('page.status.lost', { number: formatQuantity(counts.lost) })}
          {counts.lostWhy === null ? null : ` · ${t(`page.status.why.${counts.lostWhy}`)}`}
        </span>
      )}
      {recorded <= RECORDED_MAX ? null : (
        <span role="status" className={styles.lost}>
          {t('page.record.full', { number: formatQuantity(RECORDED_MAX) })}
        </span>
      )}
      {others.length === 0 ? null : (
        <span className={styles.lost}>{t('page.status.others', { names: others.join(', ') })}</span>
      )}
    </>
  )
}
