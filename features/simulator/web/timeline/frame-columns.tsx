import { formatQuantity } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import { ArrowDown, ArrowUp, CircleAlert, Info, Pin, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FrameSummary } from '../../contract/index.ts'
import { lastPart } from '../messages/message-index.ts'
import type { SimulatorTexts } from '../texts.ts'
import { clockText, durationText } from './clock-text.ts'
import styles from './frame-table.module.css'

export interface FrameColumn {
  key: string
  title: string
  /** CSS track. */
  width: string
  align?: 'right'
  render: (frame: FrameSummary) => ReactNode
}

const ICONS = { request: ArrowUp, reply: ArrowDown, push: Zap, fault: CircleAlert, note: Info } as const

export function DirectionIcon({ frame, t }: { frame: FrameSummary; t: SimulatorTexts }): ReactNode {
  const Icon = ICONS[frame.direction]
  const name = t(`page.direction.${frame.direction}`)
  return (
    <span className={styles.direction} data-direction={frame.direction} title={name}>
      <Icon size={14} aria-label={name} />
    </span>
  )
}

/** What a frame is called: its message, or that nobody knows it. */
export function frameName(frame: FrameSummary, t: SimulatorTexts): string {
  if (frame.direction === 'note') return frame.note ?? ''
  if (frame.direction === 'fault') return t('page.frame.fault')
  return frame.message === '' ? t('page.frame.unknown') : lastPart(frame.message)
}

function Status({ frame }: { frame: FrameSummary }): ReactNode {
  if (frame.direction !== 'reply' && frame.direction !== 'push') return null
  return (
    <span title={frame.refusal}>
      <Tag tone={frame.status === 0 ? 'ok' : 'error'}>{frame.status}</Tag>
    </span>
  )
}

function Name({ frame, t }: { frame: FrameSummary; t: SimulatorTexts }): ReactNode {
  const isKnown = frame.message !== '' || frame.direction === 'note'
  const why = frame.refusal ?? frame.fault?.text
  return (
    <span className={styles.name} data-known={isKnown} title={frame.message || undefined}>
      {frame.isPinned ? <Pin size={12} aria-label={t('page.frame.pinned')} /> : null}
      <span className={styles.nameText}>{frameName(frame, t)}</span>
      {why === undefined ? null : (
        <span className={styles.refusal} title={why}>
          {why}
        </span>
      )}
    </span>
  )
}

/** The columns of the time line; `zoneMinutes` gives the zone of an instant. */
export function frameColumns(t: SimulatorTexts, zoneMinutes: (at: number) => number): FrameColumn[] {
  const isFrame = ({ direction }: FrameSummary): boolean => direction !== 'note'
  return [
    {
      key: 'time',
      title: t('page.column.time'),
      width: '108px',
      render: (frame) => (
        <time className={styles.time} dateTime={new Date(frame.at).toISOString()}>
          {clockText(frame.at, zoneMinutes(frame.at))}
        </time>
      ),
    },
    {
      key: 'direction',
      title: '',
      width: '34px',
      render: (frame) => <DirectionIcon frame={frame} t={t} />,
    },
    {
      key: 'cmd',
      title: t('page.column.cmd'),
      width: '64px',
      render: (frame) => <code>{isFrame(frame) && frame.cmd !== 0 ? frame.cmd : ''}</code>,
    },
    {
      key: 'message',
      title: t('page.column.message'),
      width: 'minmax(110px, 1fr)',
      render: (frame) => <Name frame={frame} t={t} />,
    },
    {
      key: 'seq',
      title: t('page.column.seq'),
      width: '56px',
      render: (frame) => (
        <code className={styles.dim}>{isFrame(frame) ? (frame.seq === 0 ? '–' : frame.seq) : ''}</code>
      ),
    },
    {
      key: 'status',
      title: t('page.column.status'),
      width: '78px',
      render: (frame) => <Status frame={frame} />,
    },
    {
      key: 'size',
      title: t('page.column.size'),
      width: '72px',
      align: 'right',
      render: (frame) => (isFrame(frame) ? formatQuantity(frame.size) : null),
    },
    {
      key: 'ms',
      title: t('page.column.ms'),
      width: '72px',
      align: 'right',
      render: (frame) =>
        frame.direction === 'reply' && frame.rtMs !== undefined ? (
          <span className={styles.dim}>{durationText(frame.rtMs)}</span>
        ) : null,
    },
  ]
}
