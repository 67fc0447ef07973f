import { useInstallOffer } from '@qd/web-base'
import { toast } from '@qd/web-frame'
import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { useSystemTexts } from './texts.ts'

/** Says once that the window is there, and why its icon may come later (S9.06). */
export function InstalledNote(): ReactNode {
  const t = useSystemTexts()
  const isInstalled = useInstallOffer((state) => state.isInstalled)
  const tell = useEffectEvent(() => toast.success(`${t('install.done')} ${t('install.icon')}`))
  useEffect(() => {
    if (isInstalled) tell()
  }, [isInstalled])
  return null
}
