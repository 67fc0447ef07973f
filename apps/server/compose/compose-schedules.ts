import type { AuditFeature } from '@qd/audit/server'
import type { JobsFeature } from '@qd/jobs/server'
import { createSchedulesFeature } from '@qd/schedules/server'
import type { SchedulesFeature } from '@qd/schedules/server'
import { machineZone } from '@qd/i18n'
import { errorText } from '@qd/server-kit'
import type { NotificationsPort, PoliciesPort, ServerFeature, Texts } from '@qd/server-kit'
import type { SessionFeature } from '@qd/session/server'
import type { Store } from '@qd/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Places } from './compose-places.ts'
import { placeNames } from './place-names.ts'

interface SchedulesParts {
  store: Store<never>
  audit: Pick<AuditFeature, 'audit'>
  session: Pick<SessionFeature, 'callers'>
  places: Places
  jobs: Pick<JobsFeature, 'endingsOf'>
  notifications: { port: NotificationsPort }
  policies: PoliciesPort
  logger: FastifyBaseLogger
  /** Filled later: kinds of entries are asked for only once every feature is there. */
  features: readonly ServerFeature[]
  texts: () => Texts
}

/** Entries with the kinds of all features, and what each does by itself at set times. */
export function composeSchedules(parts: SchedulesParts): SchedulesFeature {
  const { store, audit, session, places, jobs, notifications, policies, logger, features, texts } = parts
  return createSchedulesFeature({
    store: store.as(),
    audit: audit.audit,
    callers: session.callers,
    scope: places.scope.port,
    notifications: notifications.port,
    policies,
    namesOf: (path) => placeNames(places.catalogue.port.current(), path),
    kinds: () => features.flatMap((feature) => feature.schedules ?? []),
    systemEntries: () => features.flatMap((feature) => feature.systemSchedules ?? []),
    systemZone: machineZone(process.env.TZ).zone,
    jobsOf: (ids) => jobs.endingsOf(ids),
    texts: {
      title: (lang, key) => texts().get(lang, 'routes', key),
      text: (lang, key, params) => texts().get(lang, 'texts', key, params),
      error: (error, lang) => errorText(error, texts(), lang),
    },
    log: { error: (detail, message) => logger.error(detail, message) },
  })
}
