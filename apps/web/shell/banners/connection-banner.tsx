import { useTexts } from '@qd/web-base'
import { checkReach, retryLive, useLiveState, useOutage } from '@qd/web-calls'
import { Banner } from '@qd/web-controls'
import type { Outage } from '@qd/web-calls'
import { Button } from 'antd'
import { CloudOff, DatabaseZap, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import { useIsLongLost } from '../use-is-long-lost.ts'

type Trouble = Outage | 'reconnecting'

const ICONS: Record<Trouble, typeof WifiOff> = {
  offline: WifiOff,
  unreachable: CloudOff,
  storeDown: DatabaseZap,
  reconnecting: WifiOff,
}

/** The worst of what is wrong: without network nothing else is worth telling. */
export function troubleOf(outage: Outage | null, isLiveLost: boolean): Trouble | null {
  return outage ?? (isLiveLost ? 'reconnecting' : null)
}

function retry(): void {
  checkReach()
  retryLive()
}

/** Says that the console cannot be reached, or only partly, and since what is typed stays, that it does. */
export function ConnectionBanner(): ReactNode {
  const t = useTexts('shell')
  const outage = useOutage()
  const live = useLiveState((state) => state.state)
  const trouble = troubleOf(outage, useIsLongLost(live !== 'open'))
  if (trouble === null) return null
  const Icon = ICONS[trouble]
  return (
    <Banner
      tone={trouble === 'reconnecting' ? 'warn' : 'err'}
      icon={<Icon size={15} aria-hidden />}
      action={
        trouble === 'offline' ? null : (
          <Button size="small" onClick={retry}>
            {t('banner.retry')}
          </Button>
        )
      }
    >
      {t(`banner.${trouble}`)}
    </Banner>
  )
}
