import { createPropertiesFeature } from '@qd/properties/server'
import type { PropertiesFeature } from '@qd/properties/server'
import type { CurrenciesOf, NotificationsPort, ServerFeature } from '@qd/server-kit'
import type { SessionFeature } from '@qd/session/server'
import type { Settings } from '@qd/system/server'
import type { Store } from '@qd/store'
import { accountOf } from './account-of.ts'
import type { Places, PlacesParts } from './compose-places.ts'

interface PropertiesParts {
  store: Store<never>
  settings: Pick<Settings, 'itemSyncMinutes'>
}

/** Items, limits and gifts; the items of all lines are read regularly, and authors hear of those that are gone. */
export function composeProperties(
  { store, settings }: PropertiesParts,
  {
    places: { catalogue, scope },
    session,
    notifications,
    features,
    currenciesOf,
    say,
  }: {
    places: Places
    session: Pick<SessionFeature, 'accounts'>
    notifications: { port: NotificationsPort }
    /** Filled later: what waits is asked for only once every feature is there. */
    features: readonly ServerFeature[]
    currenciesOf: CurrenciesOf
    say: PlacesParts['say']
  },
): PropertiesFeature {
  return createPropertiesFeature({
    store: store.as(),
    reach: scope.reach,
    currenciesOf,
    say,
    sync: {
      everyMinutes: settings.itemSyncMinutes,
      lineIds: () => catalogue.port.current().lines.map(({ lineId }) => lineId),
      telling: {
        notifications: notifications.port,
        accountOf: async (username) => (await accountOf(session, username))?.id ?? null,
        async waitingGifts(lineId) {
          const all = await Promise.all(features.map((feature) => feature.waitingGifts?.(lineId) ?? []))
          return all.flat()
        },
      },
    },
  })
}
