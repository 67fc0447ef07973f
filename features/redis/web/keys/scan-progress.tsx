import { formatQuantity } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { Button } from 'antd'
import { Pause, Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScanProgress } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import type { KeySession } from './key-session.ts'
import { useKeys } from './key-sessions.ts'
import styles from './keys.module.css'

const took = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${formatQuantity(Math.round(ms / 100) / 10)} s`

/** How far it came, of 100; the server may have got more keys since it was counted. */
function percentOf({ state, examined, total }: ScanProgress): number {
  if (state === 'drained') return 100
  return total === null || total === 0 ? 0 : Math.min(99, (examined / total) * 100)
}

/** One line per master of a cluster. */
function nodesOf({ nodes }: ScanProgress): string | undefined {
  if (nodes.length < 2) return undefined
  return nodes
    .map(({ node, examined, isDrained }) => `${node}  ${formatQuantity(examined)}${isDrained ? ' ✓' : ''}`)
    .join('\n')
}

function Steering({ session, progress }: { session: KeySession; progress: ScanProgress }): ReactNode {
  const t = useRedisTexts()
  const { state } = progress
  const icon = (label: string, how: 'pause' | 'resume' | 'cancel', child: ReactNode): ReactNode => (
    <IconButton isSmall label={label} onClick={() => void session.steer(how)}>
      {child}
    </IconButton>
  )
  if (state === 'running')
    return (
      <>
        {icon(t('keys.scan.pause'), 'pause', <Pause size={13} aria-hidden />)}
        {icon(t('keys.scan.cancel'), 'cancel', <Square size={12} aria-hidden />)}
      </>
    )
  if (state === 'paused')
    return (
      <>
        {icon(t('keys.scan.resume'), 'resume', <Play size={13} aria-hidden />)}
        {icon(t('keys.scan.cancel'), 'cancel', <Square size={12} aria-hidden />)}
      </>
    )
  if (state === 'loaded')
    return (
      <>
        <Button size="small" onClick={() => void session.steer('more')}>
          {t('keys.scan.more', { count: session.state.params.load })}
        </Button>
        <Button size="small" onClick={() => void session.steer('all')}>
          {t('keys.scan.all')}
        </Button>
      </>
    )
  return null
}

/** How far the scan is, in words, numbers and a bar, and what can be done with it. */
export function ScanProgressLine({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const progress = useKeys(session, (state) => state.progress)
  const isFiltered = useKeys(session, ({ params }) => params.pattern !== '' || params.type !== '')
  if (progress === null) return <div className={styles.progress} aria-hidden />
  const { examined, total, matched, ms, state } = progress
  const percent = percentOf(progress)
  const isOf = total !== null && state !== 'drained'
  return (
    <div className={styles.progress} title={nodesOf(progress)}>
      <div className={styles.progressText}>
        <span className={styles.examined}>
          {t(isOf ? 'keys.scan.examinedOf' : 'keys.scan.examined', {
            examined: formatQuantity(examined),
            total: formatQuantity(total ?? 0),
          })}
          {isFiltered ? ` · ${t('keys.scan.matched', { count: formatQuantity(matched) })}` : ''}
        </span>
        <span className={styles.state} data-state={state}>
          {took(ms)} · <span role="status">{t(`keys.scan.${state}`)}</span>
        </span>
        <Steering session={session} progress={progress} />
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('keys.scan.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        data-state={state}
      >
        <span style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
    </div>
  )
}
