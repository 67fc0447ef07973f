import type { ConnectionTarget } from '@qd/simulator/contract'
import { useKitText } from '@qd/web-base'
import { Banner } from '@qd/web-controls'
import { Button } from 'antd'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { LiveStrip } from './live-strip.tsx'
import { useStripRuns } from './use-strip-runs.ts'

/** The run of bots that goes on where the page is; nothing while there is none. */
export function RunStrip({ target }: { target: ConnectionTarget | null }): ReactNode {
  const kit = useKitText()
  const { run, others, failure, refetch, dismiss } = useStripRuns(target)
  if (run !== null)
    return <LiveStrip key={run.jobId} run={run} others={others} onEnded={refetch} onDismiss={dismiss} />
  if (failure === null || failure.httpStatus === 403) return null
  return (
    <Banner
      tone="warn"
      icon={<CircleAlert size={15} aria-hidden />}
      action={
        <Button size="small" onClick={refetch}>
          {kit('retry')}
        </Button>
      }
    >
      {failure.message}
    </Banner>
  )
}
