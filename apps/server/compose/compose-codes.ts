import type { JobsFeature } from '@qd/jobs/server'
import type { PropertiesFeature } from '@qd/properties/server'
import { createRedemptionCodesFeature } from '@qd/redemption-codes/server'
import { errorText } from '@qd/server-kit'
import type { CurrenciesOf, Texts } from '@qd/server-kit'
import type { ComposeParts } from './compose-parts.ts'
import type { Places } from './compose-places.ts'

/** Redemption codes, of the lines the catalogue has now, within the limits of items. */
export function composeCodes(
  { store, secretBox, settings }: Pick<ComposeParts, 'store' | 'secretBox' | 'settings'>,
  {
    jobs,
    properties,
    currenciesOf,
    places: { catalogue, scope },
    texts,
  }: {
    jobs: Pick<JobsFeature, 'port' | 'endingsOf'>
    properties: Pick<PropertiesFeature, 'limits' | 'worth'>
    currenciesOf: CurrenciesOf
    places: Places
    texts: () => Texts
  },
) {
  const usual = { platformBase: settings.PLATFORM_BASE_NUM, serverBase: settings.SID_BASE_NUM }
  return createRedemptionCodesFeature({
    store: store.as(),
    secretBox,
    jobs: jobs.port,
    endingsOf: (ids) => jobs.endingsOf(ids),
    reach: scope.reach,
    limits: properties.limits,
    worth: properties.worth,
    currenciesOf,
    catalogue: () => catalogue.port.current(),
    basesOf: (game) => catalogue.port.current().games.find(({ id }) => id === game)?.bases ?? usual,
    texts: {
      text: (lang, key) => texts().get(lang, 'texts', key),
      error: (lang, error) => errorText(error, texts(), lang),
    },
  })
}
