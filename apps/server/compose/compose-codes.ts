import type { JobsFeature } from '@qd/jobs/server'
import { createRedemptionCodesFeature } from '@qd/redemption-codes/server'
import type { Texts } from '@qd/server-kit'
import type { ComposeParts } from './compose-features.ts'
import type { Places } from './compose-places.ts'

/** Redemption codes, of the lines the catalogue has now. */
export function composeCodes(
  { store, secretBox }: Pick<ComposeParts, 'store' | 'secretBox'>,
  {
    jobs,
    places: { catalogue },
    texts,
  }: { jobs: Pick<JobsFeature, 'port'>; places: Places; texts: () => Texts },
) {
  return createRedemptionCodesFeature({
    store: store.as(),
    secretBox,
    jobs: jobs.port,
    catalogue: () => catalogue.port.current(),
    texts: { text: (lang, key) => texts().get(lang, 'texts', key) },
  })
}
