import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { pageBase } from '@qd/web-base'
import { CallError } from '@qd/web-base'
import { queryClient } from './query-client.ts'

/** Whether calls can work at all: the console answers, it does not, or its database does not. */
export type Reach = 'fine' | 'unreachable' | 'storeDown'

export const useReachability = create<{ reach: Reach }>()(() => ({ reach: 'fine' }))

/** Why nothing can arrive at the console now: the page has no network, or the console is known to be gone. */
export type Outage = 'offline' | Exclude<Reach, 'fine'>

function outageOf(reach: Reach): Outage | null {
  if (!navigator.onLine) return 'offline'
  return reach === 'fine' ? null : reach
}

export const outageNow = (): Outage | null => outageOf(useReachability.getState().reach)

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export function useOutage(): Outage | null {
  const reach = useReachability((state) => state.reach)
  return useSyncExternalStore(subscribeToNetwork, () => outageOf(reach))
}

const PROBE_EVERY_MS = 3_000
const PROBE_LIMIT_MS = 5_000
/** Failures after which the console is asked whether it lives; anything else is about one call only. */
const SUSPICIOUS = new Set(['no_answer', 'store_unavailable', 'storage_damaged', 'audit_unavailable'])

/** The next probe, while nothing works. */
let next: ReturnType<typeof setTimeout> | undefined
let isProbing = false
/** Calls the console has answered: one that came while a probe was under way says more than the probe. */
let answered = 0

async function probe(): Promise<Reach> {
  try {
    const answer = await fetch(`${pageBase()}/readyz`, {
      signal: AbortSignal.timeout(PROBE_LIMIT_MS),
      cache: 'no-store',
    })
    // What is no failure of a server, a proxy that does not pass this address for instance, is no sign of one.
    if (answer.status < 500) return 'fine'
    // 503 with words is the console's own; what a proxy says for a console that is gone is not.
    const isOwn = answer.headers.get('content-type')?.includes('json') === true
    return answer.status === 503 && isOwn ? 'storeDown' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

function settle(reach: Reach): void {
  const before = useReachability.getState().reach
  if (reach !== before) useReachability.setState({ reach })
  clearTimeout(next)
  next = reach === 'fine' ? undefined : setTimeout(checkReach, PROBE_EVERY_MS)
  if (reach === 'fine' && before !== 'fine') void queryClient.invalidateQueries()
}

async function probeOnce(): Promise<void> {
  isProbing = true
  const before = answered
  const reach = await probe()
  isProbing = false
  settle(reach === 'unreachable' && answered !== before ? 'fine' : reach)
}

/** Asks at once instead of at the next turn. */
export function checkReach(): void {
  if (!isProbing) void probeOnce()
}

/** An answer of the console says more than a probe that something on the way may swallow. */
export function noteAnsweredCall(): void {
  answered += 1
  if (useReachability.getState().reach === 'unreachable') settle('fine')
}

/** A failed call may be the first sign that nothing works. Reads are made up for when it does again, writes never. */
export function noteFailedCall(error: unknown): void {
  if (next === undefined && error instanceof CallError && SUSPICIOUS.has(error.code)) checkReach()
}
