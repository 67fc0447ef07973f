import type { Store } from '@qd/store'
import { createCatalogue } from './catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { loadCatalogue } from './load-catalogue.ts'
import type { ScopeTables } from './tables.ts'

const TOPIC = 'scope.catalogue'
/** A load that failed is made up for, whatever became of the notification that asked for it. */
const REFRESH_MS = 30_000

export interface CatalogueCache {
  /** The catalogue as of the last load; empty before `start`. */
  current(): Catalogue
  start(): Promise<void>
  /** Resolves when no load runs any more. */
  stop(): Promise<void>
  /** Loads anew here and tells the other nodes; call it after a change of the tables. */
  invalidate(): Promise<void>
  /** Calls back when this or another node changed the hierarchy and it is loaded; returns a disposer. */
  onChanged(listener: () => void): () => void
}

export interface CatalogueCacheDeps {
  store: Store<ScopeTables>
  onLoadError(error: unknown): void
}

/** Keeps the hierarchy in memory, so that resolving a target is synchronous; a failed load keeps the last one. */
export function createCatalogueCache({ store, onLoadError }: CatalogueCacheDeps): CatalogueCache {
  let catalogue = createCatalogue({ games: [], operators: [], lines: [], servers: [] })
  let running: Promise<void> | null = null
  let isStale = false
  const disposers: (() => void)[] = []
  const listeners = new Set<() => void>()

  async function loadUntilFresh(): Promise<void> {
    do {
      isStale = false
      catalogue = await loadCatalogue(store.read)
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
    current: () => catalogue,
    async start() {
      disposers.push(store.broadcast.subscribe(TOPIC, follow))
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
      await store.broadcast.publish(TOPIC, '')
      await reload()
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
