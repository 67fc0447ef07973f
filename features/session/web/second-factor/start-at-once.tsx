import { useSend } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { startSecondFactor } from '../../contract/index.ts'

/** Fetches a secret; who did not sign in a moment ago is asked for a step-up proof by the call. */
export function StartAtOnce(props: {
  onSecret: (secret: { secret: string; address: string }) => void
}): ReactNode {
  const { mutate, error } = useSend(startSecondFactor, { tag: 'session:factor.title', told: 'inline' })
  const isSent = useRef(false)
  const { onSecret } = props
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate({ body: {} }, { onSuccess: onSecret })
  }, [mutate, onSecret])
  const retry = () => mutate({ body: {} }, { onSuccess: onSecret })
  return error === null ? <LoadingRows rows={5} /> : <ErrorState error={error} onRetry={retry} />
}
