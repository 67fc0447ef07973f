import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { pageBase } from '@qd/web-base'
import { CallError } from '@qd/web-base'
import { queryClient } from './query-client.ts'

/** Whether calls can work at all: the console answers, it does not, or its database does not. */
export type Reach = 'fine' | 'unreachable' | 'storeDown'

interface Reachability {
  reach: Reach
  /** The browser says there is no network, and yet the console has answered since: it runs on this machine, say. */
  isOfflineWrong: boolean
}

export const useReachability = create<Reachability>()(() => ({ reach: 'fine', isOfflineWrong: false }))

/** Why nothing can arrive at the console now: the page has no network, or the console is known to be gone. */
export type Outage = 'offline' | Exclude<Reach, 'fine'>

function outageOf({ reach, isOfflineWrong }: Reachability): Outage | null {
  if (!navigator.onLine && !isOfflineWrong) return 'offline'
  return reach === 'fine' ? null : reach
}

export const outageNow = (): Outage | null => outageOf(useReachability.getState())

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export function useOutage(): Outage | null {
  const known = useReachability()
  return useSyncExternalStore(subscribeToNetwork, () => outageOf(known))
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
/** How often the browser has said that the network is gone: only what was asked after that tells it otherwise. */
let cuts = 0

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
  next = outageNow() === null ? undefined : setTimeout(checkReach, PROBE_EVERY_MS)
  if (reach === 'fine' && before !== 'fine') void queryClient.invalidateQueries()
}

async function probeOnce(): Promise<void> {
  isProbing = true
  const before = answered
  const asked = cuts
  const reach = await probe()
  isProbing = false
  if (reach !== 'unreachable') noteNetwork(asked)
  // Without network no answer is no news: what was known of the console stays.
  const isNews = reach !== 'unreachable' || outageNow() !== 'offline'
  const isOverruled = reach === 'unreachable' && answered !== before
  settle(isOverruled ? 'fine' : isNews ? reach : useReachability.getState().reach)
}

/** The console answered what was asked after so many cuts: whatever the browser says, there is a way to it. */
function noteNetwork(asked: number): void {
  if (asked !== cuts || outageNow() !== 'offline') return
  useReachability.setState({ isOfflineWrong: true })
  // Reads wait for the network too.
  onlineManager.setOnline(true)
}

// What the browser says is believed at once, so that nothing is sent into the void, and put to the test.
window.addEventListener('offline', () => {
  cuts += 1
  useReachability.setState({ isOfflineWrong: false })
  checkReach()
})
window.addEventListener('online', () => {
  useReachability.setState({ isOfflineWrong: false })
  if (next !== undefined) checkReach()
})

/** Asks at once instead of at the next turn. */
export function checkReach(): void {
  if (!isProbing) void probeOnce()
}

/** For `noteAnsweredCall`, before the call is sent. */
export const cutsNow = (): number => cuts

/** An answer of the console says more than a probe that something on the way may swallow. */
export function noteAnsweredCall(asked: number): void {
  answered += 1
  noteNetwork(asked)
  if (useReachability.getState().reach === 'unreachable') settle('fine')
}

/** A failed call may be the first sign that nothing works. Reads are made up for when it does again, writes never. */
export function noteFailedCall(error: unknown): void {
  if (next === undefined && error instanceof CallError && SUSPICIOUS.has(error.code)) checkReach()
}
