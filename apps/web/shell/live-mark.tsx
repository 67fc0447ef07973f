import { useLiveState, useTexts } from '@qd/web-kit'
import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import '../boot/texts.ts'
import { useIsLongLost } from './use-is-long-lost.ts'

/** Shows that live news are missing, once that is more than a hiccup. */
export function LiveMark(): ReactNode {
  const t = useTexts('shell')
  const state = useLiveState((live) => live.state)
  const isLost = useIsLongLost(state !== 'open')
  if (!isLost) return null
  return (
    <span
      role="status"
      title={t('live.closed')}
      style={{ display: 'inline-flex', color: 'var(--qd-warn)', padding: 6 }}
    >
      <WifiOff size={15} aria-hidden />
      <span className="qd-visually-hidden">{t('live.closed')}</span>
    </span>
  )
}
