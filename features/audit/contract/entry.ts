import { defineRoute, schemas, z } from '@qd/contract-kit'
import { readAudit } from './permissions.ts'

const risk = z.enum(['R0', 'R1', 'R2', 'R3', 'R4'])
/** `unknown`: an intent whose outcome never came. `running`: one that is too young to say so. */
export const auditResult = z.enum(['ok', 'refused', 'failed', 'unknown', 'running'])
export type AuditResultName = z.infer<typeof auditResult>

/** One thing somebody did: an intent and its outcome are one entry under the intent's `seq`. */
export const auditEntry = z.object({
  seq: z.int(),
  at: z.number(),
  actorId: z.string(),
  actor: z.string(),
  action: z.string(),
  /** In the caller's language. */
  actionTitle: z.string(),
  scope: z.string(),
  /** Names of the place from the game down, with the number of a server, as far as it is still there. */
  placeName: z.array(z.string()),
  target: z.string(),
  /** What the target is called today, where it is an id of something that is still there; else empty. */
  targetName: z.string(),
  risk,
  result: auditResult,
  /** 0 or an HTTP status; null without outcome. */
  status: z.nullable(z.int()),
  code: z.string(),
  /** From intent to outcome; null where there is no pair. */
  durationMs: z.nullable(z.number()),
  reason: z.string(),
  requestId: z.string(),
  sessionId: z.string(),
})
export type AuditListEntry = z.infer<typeof auditEntry>

const most = (length: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(length)))

/** All parts must hold; an absent part holds always. Times are milliseconds, both ends included. */
const filterFields = {
  /** User id, or the exact user name of the time. */
  actor: most(200),
  action: most(200),
  target: most(500),
  /** A place and everything below it. */
  scope: z.optional(schemas.scopePathText),
  environment: z.optional(schemas.environment),
  from: z.optional(schemas.momentMs),
  to: z.optional(schemas.momentMs),
  result: z.optional(z.enum(['ok', 'refused', 'failed', 'unknown'])),
  /** This risk and above. */
  risk: z.optional(risk),
  /** Part of the reason, or a whole request id. */
  text: most(200),
  requestId: most(100),
  sessionId: most(100),
}
export const auditFilter = z.object(filterFields)
export type AuditFilter = z.infer<typeof auditFilter>

const paging = {
  /** Only entries with a smaller `seq`: `next` of the last answer. */
  before: z.optional(schemas.position),
  /** Only entries with a greater `seq`: what is new since. */
  after: z.optional(schemas.position),
  limit: z.optional(z.int().check(z.gte(1), z.lte(500))),
}

const page = z.object({
  list: z.array(auditEntry),
  /** Where to go on; null when everything was looked through. */
  next: z.nullable(z.int()),
  /** Time of the oldest row looked at, where the answer came before the page was full; else null. */
  searchedTo: z.nullable(z.number()),
})

/** Newest first. One answer takes a fraction of a second: a rare match may need several, each with `next`. */
export const auditList = defineRoute({
  method: 'POST',
  path: '/platform/audit/list',
  title: 'audit.list',
  permission: readAudit,
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  body: z.object({ ...filterFields, ...paging }),
  reply: page,
})

/** What the caller did, whatever they may see otherwise. */
export const auditMine = defineRoute({
  method: 'POST',
  path: '/platform/audit/mine',
  title: 'audit.mine',
  permission: 'session',
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  body: z.object(paging),
  reply: page,
})

export const auditDetail = z.extend(auditEntry, {
  address: z.string(),
  /** Everything noted before and after, as written into the chain. */
  detail: z.record(z.string(), z.unknown()),
  outcome: z.nullable(
    z.object({ seq: z.int(), at: z.number(), detail: z.record(z.string(), z.unknown()), hash: z.string() }),
  ),
  prevHash: z.string(),
  hash: z.string(),
  /** The rest of the same request, then what came just before and after in the session; newest first. */
  neighbours: z.array(auditEntry),
})
export type AuditDetail = z.infer<typeof auditDetail>

export const auditGet = defineRoute({
  method: 'POST',
  path: '/platform/audit/get',
  title: 'audit.get',
  permission: readAudit,
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  body: z.object({ seq: schemas.position }),
  reply: auditDetail,
})

/** What can be chosen in the filters, in the caller's language and within their reach. */
export const auditChoices = defineRoute({
  method: 'POST',
  path: '/platform/audit/choices',
  title: 'audit.choices',
  permission: readAudit,
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  body: schemas.emptyBody,
  reply: z.object({
    actions: z.array(z.object({ action: z.string(), title: z.string() })),
    /** Who shows up in the newest visible rows, the last first. */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Games, operators and lines by their path. */
    places: z.array(z.object({ scope: z.string(), name: z.string(), depth: z.int() })),
  }),
})
