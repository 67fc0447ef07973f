import { setServerZone } from '@qd/web-base'
import { call, noteGameServer, queryKeyOf, useReachability, useScope } from '@qd/web-calls'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverTime } from '../../contract/index.ts'
import { POLL_MS, RETRY_MS, STALE_AFTER, TICK_MS, gameTimeAt, sampleOf } from './server-clock.ts'
import type { ClockSample } from './server-clock.ts'
import { useLineZone } from './use-line-zone.ts'

export interface ServerClockView {
  /** null until the first answer. */
  gameMs: number | null
  sample: ClockSample | null
  /** Failed polls since the last answer. */
  failures: number
  /** When the server answered last, in milliseconds; null: it has not. */
  answeredAtMs: number | null
}

interface Reading {
  /** Server the reading belongs to; one of another server is never shown. */
  server: string
  sample: ClockSample | null
  failures: number
  answeredAtMs: number | null
}

const NO_READING: Reading = { server: '', sample: null, failures: 0, answeredAtMs: null }

function failedOnce(before: Reading, server: string): Reading {
  const kept = before.server === server ? before : NO_READING
  return { ...kept, server, failures: kept.failures + 1 }
}

/** Asks once for all who want to know: pages read zone and offset of the same answer. */
async function readClock(queries: QueryClient, sId: number, lineId: string): Promise<ClockSample> {
  const sentAtMs = performance.now()
  const args = { query: { sId, lineId } }
  const answer = await queries.fetchQuery({
    queryKey: queryKeyOf(serverTime, args),
    queryFn: ({ signal }) => call(serverTime, args, { tag: 'scope:clock.label', told: 'place', signal }),
    staleTime: 0,
    // Paused, it would neither answer nor fail: without network the clock has to turn grey.
    networkMode: 'always',
  })
  return sampleOf(answer, sentAtMs, performance.now())
}

/** Polls while the page is in view; a hidden tab neither asks nor counts failures. */
function usePolledClock(sId: number, lineId: string): Reading {
  const queries = useQueryClient()
  const [reading, setReading] = useState(NO_READING)
  const server = `${lineId}/${sId}`
  useEffect(() => {
    if (sId === 0 || lineId === '') return undefined
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isAsking = false
    const poll = async () => {
      // One call that fails is one failure, however many things ask for it meanwhile.
      if (isAsking) return
      clearTimeout(timer)
      let pauseMs = POLL_MS
      if (!document.hidden) {
        isAsking = true
        try {
          const sample = await readClock(queries, sId, lineId)
          if (controller.signal.aborted) return
          failures = 0
          setReading({ server, sample, failures: 0, answeredAtMs: Date.now() })
        } catch {
          if (controller.signal.aborted) return
          // Only counted: the clock turns grey, and the next poll may succeed.
          setReading((before) => failedOnce(before, server))
          failures += 1
          if (failures < STALE_AFTER) pauseMs = RETRY_MS
        } finally {
          isAsking = false
        }
      }
      clearTimeout(timer)
      timer = setTimeout(() => void poll(), pauseMs)
    }
    const onShown = () => void poll()
    onShown()
    document.addEventListener('visibilitychange', onShown)
    // The end of an outage is looked at once.
    window.addEventListener('online', onShown)
    const stopListening = useReachability.subscribe(onShown)
    return () => {
      stopListening()
      window.removeEventListener('online', onShown)
      controller.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [queries, sId, lineId, server])
  const shown = reading.server === server ? reading : NO_READING
  const { failures, answeredAtMs } = shown
  useEffect(() => {
    noteGameServer({ lineId, sId, isAnswering: failures < STALE_AFTER, answeredAtMs })
  }, [lineId, sId, failures, answeredAtMs])
  return shown
}

/** The selected server's game clock, ticking each second (S1.04, S7.20, S9.01); times everywhere follow its zone. */
export function useServerClock(): ServerClockView {
  const sId = useScope((state) => state.sId)
  const lineId = useScope((state) => state.lineId)
  const { sample, failures, answeredAtMs } = usePolledClock(sId, lineId)
  const zoneMinutes = sample?.zoneMinutes ?? null
  const lineZone = useLineZone()
  const of = sId === 0 ? 'line' : 'server'
  const shownZone = sId === 0 ? lineZone : zoneMinutes
  useEffect(() => setServerZone(shownZone, of), [shownZone, of])
  const [nowMs, setNowMs] = useState(() => performance.now())
  useEffect(() => {
    if (sample === null) return undefined
    const tick = () => (document.hidden ? undefined : setNowMs(performance.now()))
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [sample])
  return {
    sample,
    failures,
    answeredAtMs,
    gameMs: sample === null ? null : gameTimeAt(sample, Math.max(nowMs, sample.atMs)),
  }
}
