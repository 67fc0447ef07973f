import type { AnyChannel, Channel, z } from '@qd/contract-kit'
import { useEffect, useRef } from 'react'
import { listenLive } from './live-client.ts'

/** Listens to a channel while the component is shown; null waits. */
export function useLive<C extends AnyChannel>(
  channel: C,
  open: (C extends Channel<infer S, infer _E> ? z.input<S> : never) | null,
  onEvent: (event: C extends Channel<infer _S, infer E> ? z.output<E> : never) => void,
): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  const key = JSON.stringify(open)
  useEffect(() => {
    if (open === null) return undefined
    return listenLive(channel, open, (event) => latest.current(event))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- key stands for the value of open
  }, [channel, key])
}
