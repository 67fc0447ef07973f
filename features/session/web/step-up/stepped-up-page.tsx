import { useKitText, useTexts } from '@qd/web-base'
import { Button } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { EntryFrame } from '../entry-frame.tsx'
import '../texts.ts'
import { STEP_UP_CHANNEL } from './step-up-channel.ts'
import type { SteppedUp } from './step-up-channel.ts'

function useFault(): string | null {
  const t = useTexts('session')
  const kit = useKitText()
  const [search] = useSearchParams()
  const fault = search.get('fault')
  if (fault === null) return null
  return fault === 'step_up_other_account' ? t('stepUp.otherAccount') : kit('stepUp.failed')
}

/** Where the second window lands: tells the page that waits for it, and closes. */
export default function SteppedUpPage(): ReactNode {
  const t = useTexts('session')
  const kit = useKitText()
  const fault = useFault()
  useEffect(() => {
    const channel = new BroadcastChannel(STEP_UP_CHANNEL)
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage({ fault } satisfies SteppedUp)
    channel.close()
    if (fault === null) window.close()
  }, [fault])
  return (
    <EntryFrame title={kit('stepUp.title')} subtitle={fault ?? t('stepUp.done')}>
      <Button block onClick={() => window.close()}>
        {t('stepUp.close')}
      </Button>
    </EntryFrame>
  )
}
