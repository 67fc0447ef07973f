import { createCatalogueFeature } from '@qd/catalogue/server'
import type { CatalogueDeps, CatalogueFeature } from '@qd/catalogue/server'
import { createScopeFeature } from '@qd/scope/server'
import type { ScopeDeps, ScopeFeature } from '@qd/scope/server'
import { createAdapters } from '@qd/server-kit'
import type { AdapterKind } from '@qd/server-kit'

export interface PlacesParts extends Omit<CatalogueDeps, 'adapters'> {
  /** How game servers are reached; the record of each names one. */
  adapters: readonly AdapterKind[]
  onMeta?: ScopeDeps['onMeta']
}

/** The hierarchy, and what chooses in it. */
export interface Places {
  catalogue: CatalogueFeature
  scope: ScopeFeature
}

export function composePlaces({ adapters: kinds, onMeta, ...parts }: PlacesParts): Places {
  const { store, log, bases, now } = parts
  const adapters = createAdapters(kinds)
  const catalogue = createCatalogueFeature({ ...parts, adapters })
  return {
    catalogue,
    scope: createScopeFeature({ store, log, bases, now, adapters, onMeta, catalogue: catalogue.port }),
  }
}
