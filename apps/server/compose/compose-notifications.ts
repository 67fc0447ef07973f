import type { AccessFeature } from '@qd/access/server'
import { createNotificationsFeature } from '@qd/notifications/server'
import type { NotificationsFeature } from '@qd/notifications/server'
import type { GuardedDialer, SecretBox, ServerFeature, Texts } from '@qd/server-kit'
import type { SessionFeature } from '@qd/session/server'
import type { Store } from '@qd/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../env.ts'
import { smtpSettings } from '../smtp-settings.ts'
import type { Places } from './compose-places.ts'
import { placeNames } from './place-names.ts'

interface NotificationsParts {
  env: Pick<Env, 'smtp' | 'publicUrl'>
  store: Store<never>
  secretBox: SecretBox
  dialer: GuardedDialer
  logger: FastifyBaseLogger
}

/** What is made later, because it tells people of events itself. */
interface MadeLater {
  access: Pick<AccessFeature, 'access'>
  session: Pick<SessionFeature, 'accounts' | 'namesOf'>
  places: Pick<Places, 'catalogue'>
  texts: Texts
}

/** What features tell people, with the kinds of all of them. */
export function composeNotifications(
  { env, store, secretBox, dialer, logger }: NotificationsParts,
  features: readonly ServerFeature[],
  later: () => MadeLater,
): NotificationsFeature {
  const catalogue = () => later().places.catalogue.port.current()
  return createNotificationsFeature({
    store: store.as(),
    secretBox,
    dialer,
    smtp: smtpSettings(env),
    publicUrl: env.publicUrl,
    kinds: () => features.flatMap((feature) => feature.notifications ?? []),
    holdersOf: (permission, place) => later().access.access.holdersOf(permission, place),
    activeAmong: (tx, userIds) => later().session.accounts.activeAmong(tx, userIds),
    userNamesOf: (userIds) => later().session.namesOf(userIds),
    namesOf: (path) => placeNames(catalogue(), path),
    environmentOf: (path) => catalogue().lineById.get(path.split('/')[2] ?? '')?.environment ?? null,
    texts: {
      text: (lang, key, params) => later().texts.get(lang, 'texts', key, params),
      has: (lang, key) => later().texts.has(lang, 'texts', key),
    },
    log: { error: (detail, message) => logger.error(detail, message) },
  })
}
