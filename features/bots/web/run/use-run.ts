import { jobGet } from '@qd/jobs/contract'
import { isCallError } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import { call, useCall } from '@qd/web-calls'
import { useEffect, useEffectEvent, useState } from 'react'
import { botsLive, botsReportOf } from '../../contract/index.ts'
import type { BotsTick } from '../../contract/index.ts'

/** Seconds of the curve that are kept while a run goes on. */
const MOST_TICKS = 600
const LOOK_EVERY_MS = 1_000

/**
 * A run as it goes on, mounted anew for each: the figures of each second so far, its report once there is one, and its job for whoever may read
 * that. The figures are asked for beside the job: a colleague who opens the link watches too.
 */
export function useRun(jobId: string, onEnded: () => void) {
  const [ticks, setTicks] = useState<readonly BotsTick[]>([])
  /** Null: nobody has said yet. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  /** Of its job; empty: nobody has said yet. */
  const [state, setState] = useState('')
  /** Why the last figures could not be read. */
  const [failure, setFailure] = useState<CallError | null>(null)
  const [next, setNext] = useState<number | null>(null)
  const given = useCall(botsReportOf, { body: { jobId } }, { tag: 'bots:run.title', told: 'inline' })
  const job = useCall(jobGet, { body: { jobId } }, { tag: 'bots:run.title', told: 'inline' })
  /** How long to wait until it is asked again; null: no more. */
  const look = useEffectEvent(async (isGone: () => boolean): Promise<number | null> => {
    // Nobody watches a window that is not in view.
    if (document.hidden) return LOOK_EVERY_MS
    try {
      const body = next === null ? { jobId } : { jobId, after: next }
      const live = await call(botsLive, { body }, { tag: 'bots:run.title', told: 'inline' })
      if (isGone()) return null
      setNext(live.next)
      setFailure(null)
      setState(live.state)
      // What may be done with it hangs on its state.
      if (state !== '' && state !== live.state) void job.refetch()
      if (live.ticks.length > 0) setTicks((before) => [...before, ...live.ticks].slice(-MOST_TICKS))
      setOpen(live.isOpen)
      if (live.next < live.end) return 0
      if (live.isOpen) return LOOK_EVERY_MS
      if ((given.data?.report ?? null) === null)
        void Promise.all([given.refetch(), job.refetch()]).then(onEnded)
    } catch (error) {
      // Whoever may not see the run is told by its report; anything else is asked for again.
      if (!isGone() && isCallError(error)) setFailure(error)
      return given.error === null ? LOOK_EVERY_MS : null
    }
    return null
  })
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = async () => {
      const waitMs = await look(() => isGone)
      if (waitMs !== null && !isGone) timer = setTimeout(() => void again(), waitMs)
    }
    void again()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])
  return { ticks, isOpen, state, failure, given, job }
}
