import type { Store } from '@qd/store'

/** A load that failed is made up for, whatever became of the notification that asked for it. */
const REFRESH_MS = 30_000

/** A node's own copy of a few tables, kept the same on all nodes. */
export interface LoadedCopy<T> {
  /** As of the last load; before `start` what it began with. */
  current(): T
  start(): Promise<void>
  /** Resolves when no load runs any more. */
  stop(): Promise<void>
  /** Loads anew here and tells the other nodes; call it after a change of the tables. */
  invalidate(): Promise<void>
  /** Calls back when this or another node changed the tables and they are loaded; returns a disposer. */
  onChanged(listener: () => void): () => void
}

export interface LoadedCopyDeps<T> {
  store: Pick<Store<never>, 'broadcast'>
  /** By which nodes tell each other of a change. */
  topic: string
  /** Until the first load. */
  empty: T
  load(): Promise<T>
  onLoadError(error: unknown): void
}

/** Keeps tables that change seldom in memory, so that reading them is synchronous; a failed load keeps the last one. */
export function createLoadedCopy<T>(deps: LoadedCopyDeps<T>): LoadedCopy<T> {
  const { store, topic, load, onLoadError } = deps
  let copy = deps.empty
  let running: Promise<void> | null = null
  let isStale = false
  const disposers: (() => void)[] = []
  const listeners = new Set<() => void>()

  async function loadUntilFresh(): Promise<void> {
    do {
      isStale = false
      copy = await load()
    } while (isStale)
  }

  function reload(): Promise<void> {
    // A change that lands while a load runs may be missed by it: one more round.
    isStale = true
    running ??= loadUntilFresh().finally(() => {
      running = null
    })
    return running
  }

  const reloadInBackground = () => {
    reload().catch(onLoadError)
  }

  const follow = () => {
    const tell = () => {
      for (const listener of listeners) listener()
    }
    reload().then(tell).catch(onLoadError)
  }

  return {
    current: () => copy,
    async start() {
      disposers.push(store.broadcast.subscribe(topic, follow))
      disposers.push(store.broadcast.onLost(reloadInBackground))
      const timer = setInterval(reloadInBackground, REFRESH_MS)
      timer.unref()
      disposers.push(() => clearInterval(timer))
      await reload()
    },
    async stop() {
      for (const dispose of disposers.splice(0)) dispose()
      await Promise.allSettled([running])
    },
    async invalidate() {
      await store.broadcast.publish(topic, '')
      await reload()
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
