import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { MailState } from '../../contract/index.ts'
import { useMailTexts } from '../texts.ts'

const TONES: Readonly<Record<MailState, Tone>> = {
  draft: 'neutral',
  pending: 'theme',
  rejected: 'warn',
  vetoed: 'error',
  approved: 'ok',
  scheduled: 'theme',
  sending: 'theme',
  paused: 'warn',
  sent: 'ok',
  partly_sent: 'warn',
  failed: 'error',
  cancelled: 'neutral',
  recalled: 'neutral',
  expired: 'neutral',
}

/** Where a mail stands. */
export function StateTag({ state }: { state: MailState }): ReactNode {
  const t = useMailTexts()
  const text = t(`state.${state}`)
  return (
    <Tag tone={TONES[state]} title={text}>
      {text}
    </Tag>
  )
}
