import { useTexts } from '@qd/web-base'
import { checkReach, retryLive, useLiveState, useReachability } from '@qd/web-calls'
import { Banner } from '@qd/web-controls'
import type { Reach } from '@qd/web-calls'
import { Button } from 'antd'
import { CloudOff, DatabaseZap, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import { useIsLongLost } from '../use-is-long-lost.ts'

type Trouble = 'offline' | 'unreachable' | 'storeDown' | 'reconnecting'

const ICONS: Record<Trouble, typeof WifiOff> = {
  offline: WifiOff,
  unreachable: CloudOff,
  storeDown: DatabaseZap,
  reconnecting: WifiOff,
}

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** The worst of what is wrong: without network nothing else is worth telling. */
export function troubleOf(isOnline: boolean, reach: Reach, isLiveLost: boolean): Trouble | null {
  if (!isOnline) return 'offline'
  if (reach !== 'fine') return reach
  return isLiveLost ? 'reconnecting' : null
}

function retry(): void {
  checkReach()
  retryLive()
}

/** Says that the console cannot be reached, or only partly, and since what is typed stays, that it does. */
export function ConnectionBanner(): ReactNode {
  const t = useTexts('shell')
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  const reach = useReachability((state) => state.reach)
  const live = useLiveState((state) => state.state)
  const trouble = troubleOf(isOnline, reach, useIsLongLost(live !== 'open'))
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
