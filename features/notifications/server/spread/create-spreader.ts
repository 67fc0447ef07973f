import { inBackground } from '@qd/server-kit'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { TOLD_TOPIC } from '../tell.ts'
import { spreadBatch, waitingNotices } from './spread-batch.ts'

/** The part of every node that hands on what was told; one node does it at a time. */
export interface Spreader {
  start(): void
  stop(): Promise<void>
  /** Looks now; resolves when this node has nothing more to do. */
  wake(): Promise<void>
}

export function createSpreader(deps: UseCaseDeps): Spreader {
  const { store, leases, timing, log } = deps
  const disposers: (() => void)[] = []
  const stopping = new AbortController()
  let isWanted = false
  let running: Promise<void> | undefined

  async function isAnythingWaiting(): Promise<boolean> {
    const row = await waitingNotices(deps).select('id').limit(1).executeTakeFirst()
    return row !== undefined
  }

  async function look(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false
      if (!(await isAnythingWaiting())) continue
      await leases.run({ name: 'notifications.spread', ttlMs: timing.leaseMs }, async (lease) => {
        const signal = AbortSignal.any([lease.signal, stopping.signal])
        while (!signal.aborted && (await spreadBatch(deps, lease)) > 0);
      })
    }
  }

  function wake(): Promise<void> {
    isWanted = true
    if (stopping.signal.aborted) return Promise.resolve()
    // A call may have set it off, but nobody waits for it.
    running ??= inBackground(() => look())
      .catch((error: unknown) => log.error({ err: error }, 'notifications could not be handed on'))
      .finally(() => (running = undefined))
    return running
  }

  return {
    wake,
    start() {
      const timer = setInterval(() => void wake(), timing.pollMs)
      timer.unref()
      disposers.push(
        () => clearInterval(timer),
        store.broadcast.subscribe(TOLD_TOPIC, () => void wake()),
        store.broadcast.onLost(() => void wake()),
      )
      void wake()
    },
    async stop() {
      stopping.abort()
      for (const dispose of disposers.splice(0)) dispose()
      await running
    },
  }
}
