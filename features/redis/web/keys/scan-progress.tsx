import { formatQuantity } from '@qd/web-base'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { ScanProgress } from '../../contract/index.ts'
import { NoProgressLine, ProgressLine, SteeringButtons } from '../figures/progress-line.tsx'
import { useRedisTexts } from '../texts.ts'
import type { KeySession } from './key-session.ts'
import { useKeys } from './key-sessions.ts'

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
  if (state === 'running' || state === 'paused')
    return (
      <SteeringButtons
        isRunning={state === 'running'}
        labels={{
          pause: t('keys.scan.pause'),
          resume: t('keys.scan.resume'),
          cancel: t('keys.scan.cancel'),
        }}
        onSteer={(how) => void session.steer(how)}
      />
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
  const isFiltered = useKeys(
    session,
    ({ params: { pattern, type, ttl } }) => pattern !== '' || type !== '' || ttl !== null,
  )
  if (progress === null) return <NoProgressLine />
  const { examined, total, matched, ms, state } = progress
  const isOf = total !== null && state !== 'drained'
  const far = t(isOf ? 'keys.scan.examinedOf' : 'keys.scan.examined', {
    examined: formatQuantity(examined),
    total: formatQuantity(total ?? 0),
  })
  return (
    <ProgressLine
      label={t('keys.scan.label')}
      percent={percentOf(progress)}
      state={state}
      text={isFiltered ? `${far} · ${t('keys.scan.matched', { count: matched })}` : far}
      before={`${took(ms)} · `}
      stateText={t(`keys.scan.${state}`)}
      title={nodesOf(progress)}
      actions={<Steering session={session} progress={progress} />}
    />
  )
}
