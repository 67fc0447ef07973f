import type { AccessFeature } from '@qd/access/server'
import { createAuditFeature } from '@qd/audit/server'
import type { AuditFeature } from '@qd/audit/server'
import type { JobsFeature } from '@qd/jobs/server'
import type { SchedulesFeature } from '@qd/schedules/server'
import type { GuardedDialer, NotificationsPort, SecretBox, ServerFeature, Texts } from '@qd/server-kit'
import type { SessionFeature } from '@qd/session/server'
import type { Store } from '@qd/store'
import type { FastifyBaseLogger } from 'fastify'
import { auditActions, auditLines, auditPlaces, readShipKey, shipWay } from '../audit-surroundings.ts'
import type { Env } from '../env.ts'
import type { Places } from './compose-places.ts'
import { placeNames } from './place-names.ts'

interface AuditParts {
  env: Pick<Env, 'auditShip' | 'auditShipCaFile' | 'auditShipKeyFile'>
  store: Store<never>
  secretBox: SecretBox
  dialer: GuardedDialer
  logger: FastifyBaseLogger
}

/** What is made after it, because every other feature leaves rows in it. */
interface MadeLater {
  all: readonly ServerFeature[]
  access: Pick<AccessFeature, 'access'>
  session: Pick<SessionFeature, 'namesOf'>
  places: Pick<Places, 'catalogue'>
  jobs: Pick<JobsFeature, 'titlesOf'>
  schedules: Pick<SchedulesFeature, 'namesOf'>
  notifications: NotificationsPort
  texts: Texts
}

/** The trail of everything, which names things in the words of the features they belong to. */
export function composeAudit(parts: AuditParts, later: () => MadeLater): AuditFeature {
  const { env, store, secretBox, dialer, logger } = parts
  const catalogue = () => later().places.catalogue.port.current()
  return createAuditFeature({
    store: store.as(),
    secretBox,
    lines: () => auditLines(catalogue()),
    places: () => auditPlaces(catalogue()),
    actions: () => auditActions(later().all),
    placeNameOf: (path) => placeNames(catalogue(), path),
    async namesOf(ids, lang) {
      const { access, session, jobs, schedules } = later()
      return new Map([
        ...(await access.access.namesOf(ids)),
        ...(await session.namesOf(ids)),
        ...(await jobs.titlesOf(ids, lang)),
        ...(await schedules.namesOf(ids, lang)),
      ])
    },
    titleOf: (lang, action) => later().texts.get(lang, 'routes', action),
    log: { error: (detail, message) => logger.error(detail, message) },
    notifications: () => later().notifications,
    ship: {
      addresses: env.auditShip,
      key: readShipKey(env.auditShipKeyFile),
      way: shipWay(env, dialer),
    },
  })
}
