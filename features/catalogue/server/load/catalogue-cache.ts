import { createCatalogue, createLoadedCopy } from '@qd/server-kit'
import type { Catalogue, LoadedCopy } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { loadCatalogue } from './load-catalogue.ts'
import type { SealedServer } from './sealed-server.ts'
import type { CatalogueTables } from '../tables.ts'

export type CatalogueCache = LoadedCopy<Catalogue<SealedServer>>

export interface CatalogueCacheDeps {
  store: Store<CatalogueTables>
  onLoadError(error: unknown): void
}

/** Keeps the hierarchy in memory, so that resolving a target is synchronous. */
export function createCatalogueCache({ store, onLoadError }: CatalogueCacheDeps): CatalogueCache {
  return createLoadedCopy({
    store,
    topic: 'scope.catalogue',
    empty: createCatalogue<SealedServer>({ games: [], operators: [], lines: [], servers: [] }),
    load: () => loadCatalogue(store.read),
    onLoadError,
  })
}
