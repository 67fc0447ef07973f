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

let isProbing = false

async function probe(): Promise<Reach> {
  try {
    const answer = await fetch(`${pageBase()}/readyz`, {
      signal: AbortSignal.timeout(PROBE_LIMIT_MS),
      cache: 'no-store',
    })
    if (answer.ok) return 'fine'
    // 503 with words is the console's own; what a proxy says for a console that is gone is not.
    return answer.status === 503 && answer.headers.get('content-type')?.includes('json') === true
      ? 'storeDown'
      : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

async function probeUntilFine(): Promise<void> {
  const wasFine = useReachability.getState().reach === 'fine'
  const reach = await probe()
  useReachability.setState({ reach })
  if (reach === 'fine') {
    isProbing = false
    if (!wasFine) await queryClient.invalidateQueries()
    return
  }
  setTimeout(() => void probeUntilFine(), PROBE_EVERY_MS)
}

/** Asks at once instead of at the next turn; also what the first suspicious failure does. */
export function checkReach(): void {
  if (isProbing) return
  isProbing = true
  void probeUntilFine()
}

/** An answer of the console says more than a probe that something on the way may swallow. */
export function noteAnsweredCall(): void {
  if (useReachability.getState().reach !== 'unreachable') return
  useReachability.setState({ reach: 'fine' })
  void queryClient.invalidateQueries()
}

/** A failed call may be the first sign that nothing works. Reads are made up for when it does again, writes never. */
export function noteFailedCall(error: unknown): void {
  if (error instanceof CallError && SUSPICIOUS.has(error.code)) checkReach()
}
