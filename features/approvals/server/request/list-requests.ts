import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { isOwnRow, isVisibleWork, isWithinPath, tokenOf } from '@qd/server-kit'
import type { CallContext, Caller } from '@qd/server-kit'
import { containsFolded } from '@qd/store'
import { sql } from 'kysely'
import { bypassApprovals, decideApprovals, seeApprovals, vetoApprovals } from '../../contract/index.ts'
import type { ApprovalView, approvalCount, approvalList } from '../../contract/index.ts'
import type { StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { delegatorsOf } from '../people/asked.ts'
import { readSettings } from '../policy/read-policies.ts'
import { briefsOf } from './brief-request.ts'
import { conflictsOf } from './open-conflicts.ts'
import { gatedKinds, maySee } from './find-request.ts'
import type { WholeRequest } from './flow-of.ts'
import { firstVoiceFor, viewOf } from './view-request.ts'

type Asked = RouteInput<typeof approvalList>['body']

const PAGE = 50
/** Open requests that are looked at for somebody's inbox; more than anybody decides in days. */
const MOST_OPEN = 500
/** What one has decided stays in the inbox for so long. */
const DECIDED_MS = 7 * 86_400_000

const SEEN_BY = [seeApprovals, decideApprovals, vetoApprovals, bypassApprovals]

/** All the caller may see, narrowed by what they asked for. */
function visibleRows(deps: UseCaseDeps, caller: Caller, asked: Partial<Asked>) {
  const { userId } = caller
  const kinds = gatedKinds(deps)
  const isWatcher = tokenOf(caller) === null
  let rows = deps.store.read
    .selectFrom('approval_request')
    .selectAll()
    .where((eb) =>
      eb.or([
        isVisibleWork(caller, SEEN_BY, kinds),
        ...(isWatcher
          ? [
              eb(
                'id',
                'in',
                eb.selectFrom('approval_watcher').select('request_id').where('user_id', '=', userId),
              ),
            ]
          : []),
      ]),
    )
    .where((eb) => eb.or([eb('status', '!=', 0), isOwnRow(caller, kinds)]))
  const { statuses, executions, type, risk, environment, scope, search, before, hint, objects } = asked
  if (statuses !== undefined) rows = rows.where('status', 'in', statuses)
  if (executions !== undefined) rows = rows.where('execution', 'in', executions)
  if (type !== undefined) rows = rows.where('type', '=', type)
  if (risk !== undefined) rows = rows.where('risk', '=', risk)
  if (environment !== undefined) rows = rows.where('environment', '=', environment)
  if (scope !== undefined && scope !== '*') rows = rows.where(isWithinPath(scope))
  if (hint !== undefined) rows = rows.where('hint', '=', hint)
  if (objects !== undefined)
    rows = rows.where('id', 'in', (eb) =>
      eb.selectFrom('approval_object').select('request_id').where('object', 'in', objects),
    )
  if (before !== undefined) rows = rows.where('number', '<', before)
  if (search !== undefined && search !== '') rows = rows.where(isFound(search))
  return rows
}

/** By a part of the title, or by the number. */
function isFound(search: string) {
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  const inTitle = containsFolded('title_text', search)
  return number === undefined ? inTitle : sql<boolean>`(${inTitle} or number = ${sql.lit(Number(number))})`
}

async function wholeOf(
  deps: UseCaseDeps,
  caller: Caller,
  requests: readonly StoredRequest[],
): Promise<WholeRequest[]> {
  const seen: StoredRequest[] = []
  for (const request of requests) if (await maySee(deps, caller, request)) seen.push(request)
  const ids = seen.map(({ id }) => id)
  if (ids.length === 0) return []
  const [revisions, votes] = await Promise.all([
    // Not what they hold, which can be large.
    deps.store.read
      .selectFrom('approval_revision')
      .select(['request_id', 'by_id', 'by_person', 'by_token'])
      .where('request_id', 'in', ids)
      .execute(),
    deps.store.read
      .selectFrom('approval_vote')
      .selectAll()
      .where('request_id', 'in', ids)
      .orderBy('id')
      .execute(),
  ])
  const revisionsBy = Map.groupBy(revisions, (each) => each.request_id)
  const votesBy = Map.groupBy(votes, (each) => each.request_id)
  return seen.map((request) => ({
    request,
    revisions: revisionsBy.get(request.id) ?? [],
    votes: votesBy.get(request.id) ?? [],
  }))
}

interface Decidable extends WholeRequest {
  voice: ApprovalView['voice']
}

/** Production before all others. */
const ON_PRODUCTION = sql`case when environment = 'production' then 0 else 1 end`

/** Open requests that the caller could decide on now; the riskiest first, or those that end first. */
async function toDecide(deps: UseCaseDeps, caller: Caller, asked: Partial<Asked>): Promise<Decidable[]> {
  const rows = visibleRows(deps, caller, { ...asked, statuses: [1, 2], executions: ['none'] })
  const ordered = asked.order === 'end' ? rows : rows.orderBy('risk', 'desc').orderBy(ON_PRODUCTION)
  const open = await ordered.orderBy('expires_at').orderBy('id').limit(MOST_OPEN).execute()
  const delegators = await delegatorsOf(deps, caller.userId)
  const found: Decidable[] = []
  for (const whole of await wholeOf(deps, caller, open)) {
    const voice = await firstVoiceFor(deps, { caller }, whole, delegators)
    if (voice !== null) found.push({ ...whole, voice })
  }
  return found
}

function inboxRows(deps: UseCaseDeps, caller: Caller, asked: Asked) {
  const { userId } = caller
  const rows = visibleRows(deps, caller, asked)
  if (asked.inbox === 'mine') return rows.where('owner_id', '=', userId)
  if (asked.inbox === 'watching') {
    return rows.where('id', 'in', (eb) =>
      eb.selectFrom('approval_watcher').select('request_id').where('user_id', '=', userId),
    )
  }
  if (asked.inbox === 'decided') {
    return rows.where('id', 'in', (eb) =>
      eb
        .selectFrom('approval_vote')
        .select('request_id')
        .where('voter_id', '=', userId)
        .where('at', '>', deps.nowMs() - DECIDED_MS),
    )
  }
  return rows
}

/** The groups of a person are read once for all requests that are looked at. */
function withKnownGroups(deps: UseCaseDeps): UseCaseDeps {
  const known = new Map<string, Promise<readonly string[]>>()
  const idsOf = (userId: string) => {
    const ids = known.get(userId) ?? deps.groups.idsOf(userId)
    known.set(userId, ids)
    return ids
  }
  return { ...deps, groups: { ...deps.groups, idsOf } }
}

async function onePage(deps: UseCaseDeps, caller: Caller, asked: Asked, limit: number) {
  const rows = await inboxRows(deps, caller, asked)
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? (page.at(-1)?.number ?? null) : null
  const delegators = await delegatorsOf(deps, caller.userId)
  const shown: Decidable[] = []
  for (const whole of await wholeOf(deps, caller, page)) {
    shown.push({ ...whole, voice: await firstVoiceFor(deps, { caller }, whole, delegators) })
  }
  return { shown, next }
}

/** Some of what is to be decided; `next`: how many were given by then. */
function partOf(all: readonly Decidable[], skip: number, limit: number) {
  const end = skip + limit
  return { shown: all.slice(skip, end), next: all.length > end ? end : null }
}

/** Requests of one inbox; the kinds of all features to choose from beside them. */
export async function listRequests(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalList>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof approvalList>> {
  const { caller, lang } = ctx
  const limit = body.limit ?? PAGE
  const isToDecide = body.inbox === 'to_decide'
  const known = withKnownGroups(deps)
  const { shown, next } = isToDecide
    ? partOf(await toDecide(known, caller, { ...body, before: undefined }), body.skip ?? 0, limit)
    : await onePage(known, caller, body, limit)
  const conflicts = await conflictsOf(
    deps,
    shown.map(({ request }) => request),
  )
  const asked = body.isBrief === true ? shown.map(({ request }) => request) : []
  const briefs = await briefsOf(deps, asked, lang)
  const list = shown.map((whole) => {
    const brief = briefs.get(whole.request.id)
    const view = viewOf(deps, ctx, { ...whole, conflicts: conflicts.get(whole.request.id)?.size ?? 0 })
    return brief === undefined ? view : { ...view, brief }
  })
  const types = deps.types().map(({ type, title }) => ({ type, title: deps.texts.approval(lang, title) }))
  return { list, next, types }
}

export async function countRequests(
  deps: UseCaseDeps,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof approvalCount>> {
  const { caller } = ctx
  const open = {
    statuses: [1, 2, 5] as (1 | 2 | 5)[],
    executions: ['none', 'scheduled', 'executing'] as const,
  }
  const countOf = async (inbox: 'mine' | 'watching') => {
    const rows = inboxRows(deps, caller, { inbox, statuses: open.statuses, executions: [...open.executions] })
    return (await rows.limit(MOST_OPEN).execute()).length
  }
  const [waiting, mine, watching, settings] = await Promise.all([
    toDecide(withKnownGroups(deps), caller, {}),
    countOf('mine'),
    countOf('watching'),
    readSettings(deps),
  ])
  return { toDecide: waiting.length, mine, watching, isOn: settings.is_on === 1 }
}
