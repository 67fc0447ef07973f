import type { AuditFeature } from '@qd/audit/server'
import { createJobsFeature } from '@qd/jobs/server'
import type { JobsFeature } from '@qd/jobs/server'
import { errorText } from '@qd/server-kit'
import type { NotificationsPort, ServerFeature, Texts } from '@qd/server-kit'
import type { SessionFeature } from '@qd/session/server'
import type { Store } from '@qd/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Places } from './compose-places.ts'
import { placeNames } from './place-names.ts'

interface JobsParts {
  store: Store<never>
  audit: Pick<AuditFeature, 'audit'>
  session: Pick<SessionFeature, 'session' | 'callers'>
  places: Places
  notifications: NotificationsPort
  logger: FastifyBaseLogger
  /** Filled later: kinds of jobs are asked for only once every feature is there. */
  features: readonly ServerFeature[]
  texts: () => Texts
  isVetoed: (jobId: string) => Promise<boolean>
}

/** Jobs with the kinds of all features; their texts are said in the owner's or the caller's language. */
export function composeJobs({
  store,
  audit,
  session,
  places,
  notifications,
  logger,
  features,
  texts,
  isVetoed,
}: JobsParts): JobsFeature {
  return createJobsFeature({
    store: store.as(),
    audit: audit.audit,
    callers: session.callers,
    session: session.session,
    scope: places.scope.port,
    namesOf: (path) => placeNames(places.catalogue.port.current(), path),
    kinds: () => features.flatMap((feature) => feature.jobs ?? []),
    texts: {
      title: (lang, key) => texts().get(lang, 'routes', key),
      text: (lang, key, params) => texts().get(lang, 'texts', key, params),
      error: (error, lang) => errorText(error, texts(), lang),
    },
    notifications,
    isVetoed,
    log: { error: (detail, message) => logger.error(detail, message) },
  })
}
