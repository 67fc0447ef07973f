import { getConfig } from '@qd/system/contract'
import { useTexts } from '@qd/web-base'
import { useCall, useLiveState } from '@qd/web-calls'
import { Banner } from '@qd/web-controls'
import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import { pageBuild } from './page-build.ts'

/** A console is updated a few times a month; a lost connection asks sooner. */
const ASK_EVERY_MS = 300_000

/** Whether the server has other pages than those that run here; unknown counts as no. */
export function isOutdated(ours: string, theirs: string | undefined): boolean {
  return ours !== '' && theirs !== undefined && theirs !== '' && theirs !== ours
}

/** Says that the console was updated; the operator reloads when it suits, their tabs stay. */
export function VersionBanner(): ReactNode {
  const t = useTexts('shell')
  const { data, refetch } = useCall(
    getConfig,
    {},
    {
      tag: 'shell:debug.title',
      told: {
        quiet: 'nobody asked; the next look is minutes away, and a console that is gone has its own banner',
      },
      refetchIntervalMs: ASK_EVERY_MS,
    },
  )
  const live = useLiveState((state) => state.state)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (live !== 'open') return
    // A connection that comes back may come back to a newer console.
    if (wasOpen.current) void refetch()
    wasOpen.current = true
  }, [live, refetch])
  if (!isOutdated(pageBuild(), data?.build)) return null
  return (
    <Banner
      tone="info"
      icon={<RefreshCw size={15} aria-hidden />}
      action={
        <Button size="small" onClick={() => window.location.reload()}>
          {t('banner.reload')}
        </Button>
      }
    >
      {t('banner.newVersion')}
    </Banner>
  )
}
