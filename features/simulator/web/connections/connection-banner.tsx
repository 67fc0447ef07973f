import { formatQuantity } from '@qd/web-base'
import { useNow, Banner } from '@qd/web-controls'
import { Button } from 'antd'
import { CircleAlert, PlugZap, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionView } from '../../contract/index.ts'
import { openGuessDialog } from '../guess/guess-dialog.tsx'
import { useSimulatorTexts } from '../texts.ts'
import { askConnection, openAgain } from './connection-store.ts'
import type { Connection } from './connection-store.ts'
import { useAsk } from './use-ask.ts'

function RetryIn({ at }: { at: number }): ReactNode {
  const t = useSimulatorTexts()
  const seconds = Math.max(0, Math.ceil((at - useNow(1_000)) / 1_000))
  return <>{t('page.banner.retry', { count: seconds })}</>
}

function Reconnect({ connection }: { connection: Connection }): ReactNode {
  const t = useSimulatorTexts()
  const ask = useAsk()
  return (
    <Button
      size="small"
      onClick={() => void ask(() => askConnection(connection.key, 'reconnect', { now: true }))}
    >
      {t('page.menu.reconnect')}
    </Button>
  )
}

/** A file cannot be read again without the person who chose it. */
function canOpenAgain({ open, connectionId }: Connection): boolean {
  const { target } = open
  return target.kind !== 'capture' || target.keptId !== undefined || connectionId !== undefined
}

function OpenAgain({ connection }: { connection: Connection }): ReactNode {
  const t = useSimulatorTexts()
  return (
    <Button size="small" onClick={() => openAgain(connection.key)}>
      {t('page.banner.openAgain')}
    </Button>
  )
}

/** So many faults in a hundred frames: the layout is hardly the right one. */
const MANY_FAULTS = 5

/** A capture whose bytes do not fit its layout; others may. */
function WrongLayout({ connection: { key, counts } }: { connection: Connection }): ReactNode {
  const t = useSimulatorTexts()
  if (counts.faults === 0 || (counts.faults / counts.frames) * 100 < MANY_FAULTS) return null
  return (
    <Banner
      tone="warn"
      icon={<CircleAlert size={15} aria-hidden />}
      action={
        <Button size="small" onClick={() => openGuessDialog(key)}>
          {t('page.menu.guess')}
        </Button>
      }
    >
      {t('page.guess.banner', { number: formatQuantity(counts.faults) })}
    </Banner>
  )
}

function Halted({ connection, view }: { connection: Connection; view: ConnectionView }): ReactNode {
  const t = useSimulatorTexts()
  const isClosed = view.phase === 'closed'
  return (
    <Banner
      tone={isClosed ? 'err' : 'warn'}
      icon={<Unplug size={15} aria-hidden />}
      action={<Reconnect connection={connection} />}
    >
      {view.why === ''
        ? t(isClosed ? 'page.phase.closed' : 'page.phase.waiting')
        : t(isClosed ? 'page.banner.closed' : 'page.banner.waiting', { reason: view.why })}{' '}
      {view.reconnect.retryAt === null ? null : <RetryIn at={view.reconnect.retryAt} />}
    </Banner>
  )
}

/** Why nothing can be sent now, and what is not as it would be on a good network. */
export function ConnectionBanner({ connection }: { connection: Connection }): ReactNode {
  const t = useSimulatorTexts()
  const { view, refusal } = connection
  if (refusal !== null) {
    return (
      <Banner
        tone="err"
        icon={<CircleAlert size={15} aria-hidden />}
        action={canOpenAgain(connection) ? <OpenAgain connection={connection} /> : undefined}
      >
        {refusal.msg}
      </Banner>
    )
  }
  if (view === null) return null
  if (connection.isAway) {
    return (
      <Banner tone="warn" icon={<Unplug size={15} aria-hidden />}>
        {t('page.banner.away')}
      </Banner>
    )
  }
  if (view.target.kind === 'capture') return <WrongLayout connection={connection} />
  if (view.phase === 'closed' || view.phase === 'waiting')
    return <Halted connection={connection} view={view} />
  const { isHalfOpen, delayMs, bytesPerSecond } = view.network
  if (isHalfOpen) {
    return (
      <Banner tone="warn" icon={<PlugZap size={15} aria-hidden />}>
        {t('page.banner.halfOpen')}
      </Banner>
    )
  }
  if (delayMs === 0 && bytesPerSecond === 0) return null
  return (
    <Banner tone="warn" icon={<PlugZap size={15} aria-hidden />}>
      {t('page.banner.slow', {
        ms: delayMs,
        kb: bytesPerSecond === 0 ? '∞' : Math.round(bytesPerSecond / 1024),
      })}
    </Banner>
  )
}
