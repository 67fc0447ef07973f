import type { AccessFeature } from '@qd/access/server'
import { createApprovalsFeature } from '@qd/approvals/server'
import type { ApprovalsFeature } from '@qd/approvals/server'
import type { AuditFeature } from '@qd/audit/server'
import { scopePath } from '@qd/contract-kit'
import type { ApprovalType, Environment } from '@qd/contract-kit'
import type { JobsFeature } from '@qd/jobs/server'
import { createApprovedCalls, createDefaultGate, errorText } from '@qd/server-kit'
import type {
  ApprovedCalls,
  AuditPort,
  Catalogue,
  NotificationsPort,
  SecretBox,
  ServerFeature,
  Texts,
} from '@qd/server-kit'
import type { SessionFeature } from '@qd/session/server'
import type { Store } from '@qd/store'
import type { FastifyBaseLogger } from 'fastify'
import { accountOf } from './account-of.ts'
import type { Places } from './compose-places.ts'
import { placeNames } from './place-names.ts'

interface ApprovalsParts {
  store: Store<never>
  secretBox: SecretBox
  audit: AuditFeature
  session: Pick<SessionFeature, 'session' | 'callers' | 'accounts' | 'stepUp'>
  access: Pick<AccessFeature, 'access'>
  places: Places
  jobs: Pick<JobsFeature, 'endingsOf' | 'resultOf' | 'cancel' | 'port'>
  notifications: { port: NotificationsPort }
  logger: FastifyBaseLogger
  /** Filled later: gated calls are asked for only once every feature is there. */
  features: readonly ServerFeature[]
  texts: () => Texts
}

/** Kinds of requests by the routes that declare them. */
export function approvalTypes(features: readonly ServerFeature[]): ApprovalType[] {
  const types = features.flatMap(({ routes }) => routes.flatMap(({ route }) => route.approval ?? []))
  return [...new Map(types.map((each) => [each.type, each])).values()]
}

/** Kinds of requests with a call that names no line. */
function consoleTypes(features: readonly ServerFeature[]): string[] {
  const routes = features.flatMap((feature) => feature.routes.map(({ route }) => route))
  return routes.flatMap(({ level, approval }) =>
    level === 0 && approval !== undefined ? [approval.type] : [],
  )
}

function linePlaces({ lines }: Catalogue): { scope: string; environment: Environment }[] {
  return lines.map(({ game, operator, lineId, environment }) => ({
    scope: scopePath({ game, operator, lineId }),
    environment,
  }))
}

/** What gated calls run with when they come by no request. */
function callsOf({ audit, session, places, features, texts }: ApprovalsParts): () => ApprovedCalls {
  let made: ApprovedCalls | null = null
  const port: AuditPort = audit.audit
  return () =>
    (made ??= createApprovedCalls({
      served: features.flatMap((feature) => feature.routes),
      scope: places.scope.port,
      audit: port,
      gate: createDefaultGate(session.stepUp),
      texts: texts(),
    }))
}

/** Requests for approval over the gated calls of all features. */
export function composeApprovals(parts: ApprovalsParts): ApprovalsFeature {
  const { store, secretBox, audit, session, access, places, jobs, notifications, logger, features, texts } =
    parts
  return createApprovalsFeature({
    store: store.as(),
    audit: audit.audit,
    secretBox,
    callers: session.callers,
    session: session.session,
    notifications: notifications.port,
    groups: {
      idsOf: (userId) => access.access.groupIdsOf(userId),
      namesOf: (ids) => access.access.namesOf(ids),
      knownTo: (caller) => access.access.groupsKnownTo(caller),
    },
    holdersOf: (permission, place) => access.access.holdersOf(permission, place),
    holdersAnywhere: (permission) => access.access.holdersAnywhere(permission),
    linePlaces: () => linePlaces(places.catalogue.port.current()),
    consoleTypes: () => consoleTypes(features),
    mayGive: (caller, given) => access.access.mayGive(caller, given),
    accountOf: (username) => accountOf(session, username),
    placeNames: (path) => placeNames(places.catalogue.port.current(), path),
    jobs: {
      endingsOf: (ids) => jobs.endingsOf(ids),
      resultOf: (id) => jobs.resultOf(id),
      startedWith: async (userId, key) => (await jobs.port.startedWith({ userId }, key))?.jobId ?? null,
      cancel: (id, by) => jobs.cancel(id, by),
    },
    chainOf: (id, callIds) =>
      audit.rowsNaming({ name: id, target: id, requestIds: [`approval:${id}`, ...callIds] }),
    auditHead: () => audit.head(),
    calls: callsOf(parts),
    types: () => approvalTypes(features),
    followers: () => features.flatMap((feature) => feature.approvalFollowers ?? []),
    texts: {
      title: (lang, key) => texts().get(lang, 'routes', key),
      approval: (lang, key) => texts().get(lang, 'approvals', key),
      text: (lang, key, params) => texts().get(lang, 'texts', key, params),
      error: (error, lang) => errorText(error, texts(), lang),
    },
    log: { error: (detail, message) => logger.error(detail, message) },
  })
}
