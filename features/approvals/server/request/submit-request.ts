import { AppError, coreErrors, fieldInvalid, scopePath } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { tokenOf, uuidv7 } from '@qd/server-kit'
import type { ApprovalCall, CallContext, StoredCall } from '@qd/server-kit'
import { foldForSearch } from '@qd/store'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import type { ExecutionWindow, approvalSubmit } from '../../contract/index.ts'
import type { ApprovalTables, PlaceRef, StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { personOf } from '../people/asked.ts'
import { policyFor } from '../policy/read-policies.ts'
import type { ChosenPolicy } from '../policy/choose-policy.ts'
import { say } from '../words.ts'
import { openConflicts } from './open-conflicts.ts'
import { addEvent, publishMove } from './move-request.ts'
import { TO_DECIDE, askedAccounts, tell } from './notices.ts'
import { refuseVetoed } from './refuse-vetoed.ts'
import { tellOwner } from './tell-owner.ts'

type Body = RouteInput<typeof approvalSubmit>['body']
type Ordered = Pick<Body, 'input' | 'reason' | 'ticket' | 'window' | 'watchers'>

const HOUR_MS = 3_600_000
/** Characters of a text that are kept in one row. */
const PART_CHARS = 500_000

/** The text of the call, as far as its own call would take it. */
export async function readText(ctx: CallContext): Promise<string> {
  let text = ''
  for await (const piece of ctx.sent.pieces()) text += piece
  return text
}

/** Tries the call in the caller's name. */
export async function rehearsed(
  deps: UseCaseDeps,
  ctx: CallContext,
  stored: StoredCall,
): Promise<ApprovalCall> {
  const { caller, lang, requestId, address, signal } = ctx
  return deps.calls().rehearse(stored, { caller, lang, requestId, address, signal })
}

/** The policy that asks for it; throws where none does, and where the same was vetoed. */
export async function neededFor(deps: UseCaseDeps, told: ApprovalCall): Promise<ChosenPolicy> {
  const policy = await policyFor(deps, told)
  if (policy === null) throw new AppError(coreErrors.approval_not_needed)
  await refuseVetoed(deps, told.contentHash)
  return policy
}

const OPEN_WINDOW: ExecutionWindow = { from: null, to: null, auto: false }

export function checkedWindow(deps: UseCaseDeps, window: ExecutionWindow | undefined): ExecutionWindow {
  const given = window ?? OPEN_WINDOW
  const { from, to } = given
  if (to === null || (to > deps.nowMs() && (from === null || from < to))) return given
  throw fieldInvalid('window.to')
}

/** The columns of a request that come from what the call would do. */
export function contentColumns(
  deps: UseCaseDeps,
  ctx: CallContext,
  told: ApprovalCall,
  policy: ChosenPolicy,
) {
  const { id, ...kept } = policy
  const { facts } = told
  const places = told.places.map((place): PlaceRef => {
    return { scope: scopePath(place), environment: place.environment ?? null }
  })
  return {
    policy_id: id,
    policy: JSON.stringify(kept),
    title: JSON.stringify(facts.title),
    title_text: foldForSearch(say(deps, facts.title, ctx.lang)).slice(0, 500),
    risk: facts.risk,
    scope: scopePath(told.place),
    environment: told.place.environment ?? null,
    places: JSON.stringify(places),
    value_rows: facts.value.rows,
    has_more_rows: facts.value.hasMoreRows === true ? 1 : 0,
    value_worth: facts.value.worth.atLeast,
    is_worth_complete: facts.value.worth.isComplete ? 1 : 0,
    is_sensitive: facts.effects.known.includes('sensitive') ? 1 : 0,
    effects: JSON.stringify(facts.effects),
    hash: told.hash,
    content_hash: told.contentHash,
    hint: facts.hint ?? '',
    gives: facts.gives === undefined ? null : JSON.stringify(facts.gives),
    expires_at: deps.nowMs() + policy.decideWithinHours * HOUR_MS,
  } as const
}

/** What the input is sealed for: it may hold keys of servers. */
export const inputPlace = (requestId: string, revision: number) =>
  `approval_revision:${requestId}.${revision}:input`

interface RevisionParts {
  requestId: string
  revision: number
  told: ApprovalCall
  stored: StoredCall
}

/** A text in parts; none ends in the middle of a character, whose halves no database keeps, nor of a line where it has some. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const last = text.codePointAt(from + PART_CHARS - 1) ?? 0
    const most = from + PART_CHARS - (last > 0xffff ? 1 : 0)
    const line = most >= text.length ? -1 : text.lastIndexOf('\n', most - 1)
    const to = line < from ? most : line + 1
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}

/** Stores what is to be approved; never changed afterwards. */
export async function writeRevision(
  deps: UseCaseDeps,
  tx: AnyTx,
  ctx: Pick<CallContext, 'caller' | 'requestId'>,
  { requestId, revision, told, stored }: RevisionParts,
): Promise<void> {
  const db: Kysely<ApprovalTables> = tx
  const { caller } = ctx
  const { facts, hash, contentHash } = told
  await db
    .insertInto('approval_revision')
    .values({
      request_id: requestId,
      revision,
      input: deps.secretBox.seal(JSON.stringify(stored.input), inputPlace(requestId, revision)),
      about: facts.about ?? '',
      content: told.content,
      title: JSON.stringify(facts.title),
      reason: stored.reason,
      hash,
      content_hash: contentHash,
      bases: JSON.stringify(facts.bases),
      preview: JSON.stringify(facts.preview),
      by_id: caller.userId,
      by_name: caller.name,
      by_person: personOf(caller),
      by_token: tokenOf(caller),
      call_id: ctx.requestId,
      at: deps.nowMs(),
    })
    .execute()
  for (const [part, body] of partsOf(stored.text).entries()) {
    await db.insertInto('approval_text').values({ request_id: requestId, revision, part, body }).execute()
  }
  await db.deleteFrom('approval_object').where('request_id', '=', requestId).execute()
  const objects = [...new Set(facts.objects)].slice(0, 1_000)
  for (const object of objects) {
    await db.insertInto('approval_object').values({ request_id: requestId, object }).execute()
  }
}

/** What the caller handed in before, and is open still. */
async function sameOpen(db: Kysely<ApprovalTables>, ctx: CallContext, hash: string) {
  return db
    .selectFrom('approval_request')
    .select(['id', 'number', 'hash'])
    .where('owner_id', '=', ctx.caller.userId)
    .where('hash', '=', hash)
    .where('status', 'in', [1, 2, 5])
    .where('execution', 'in', ['none', 'scheduled', 'executing'])
    .executeTakeFirst()
}

function rowOf(
  deps: UseCaseDeps,
  ctx: CallContext,
  { id, told, policy, order }: { id: string; told: ApprovalCall; policy: ChosenPolicy; order: Ordered },
): Omit<StoredRequest, 'number'> {
  const now = deps.nowMs()
  const window = checkedWindow(deps, order.window)
  return {
    id,
    type: told.type.type,
    route: told.route,
    action: told.action,
    status: 1,
    execution: 'none',
    is_stopping: 0,
    version: 1,
    revision: 1,
    stage: 0,
    ...contentColumns(deps, ctx, told, policy),
    owner_id: ctx.caller.userId,
    owner: ctx.caller.name,
    owner_token: tokenOf(ctx.caller),
    lang: ctx.lang,
    reason: order.reason,
    ticket: order.ticket ?? '',
    window_from: window.from,
    window_to: window.to,
    is_auto: window.auto ? 1 : 0,
    is_override: 0,
    created_at: now,
    updated_at: now,
    decided_at: null,
    has_begun: 0,
    has_written: 0,
    started_at: null,
    ended_at: null,
    job_id: null,
    run_code: '',
    run_words: null,
  }
}

export async function addWatchers(tx: AnyTx, requestId: string, ids: readonly string[]): Promise<void> {
  const db: Kysely<ApprovalTables> = tx
  for (const userId of new Set(ids)) {
    await db
      .insertInto('approval_watcher')
      .values({ request_id: requestId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function takeNumber(tx: AnyTx): Promise<number> {
  const db: Kysely<ApprovalTables> = tx
  const { last_number: number } = await db
    .updateTable('approval_settings')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .where('id', '=', 1)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return number
}

/** The same was handed in at the same moment: nothing of this one is kept, not even its number. */
class HandedIn extends Error {}

/** Hands a call in: what it would do is stored as it is, and those are told who decide on it. */
export async function submitRequest(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalSubmit>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof approvalSubmit>> {
  deps.calls().assertMayHandIn(body.route, ctx.caller)
  const stored = { route: body.route, input: body.input, text: await readText(ctx), reason: body.reason }
  const told = await rehearsed(deps, ctx, stored)
  const policy = await neededFor(deps, told)
  ctx.fileAt(scopePath(told.place))
  const conflicts = async (id: string) =>
    (await openConflicts(deps, new Map([[id, told.facts.objects]]))).get(id)?.size ?? 0
  const replay = async () => {
    const before = await sameOpen(deps.store.read, ctx, told.hash)
    if (before === undefined) return null
    ctx.note({ ...before, replayed: true })
    await ctx.commit(async () => undefined)
    return { ...before, replayed: true, conflicts: await conflicts(before.id) }
  }
  const known = await replay()
  if (known !== null) return known
  const id = uuidv7(deps.nowMs())
  const row = rowOf(deps, ctx, { id, told, policy, order: body })
  const to = await askedAccounts(deps, { ...row, number: 0 }, { excluded: [personOf(ctx.caller)] })
  const write = async (tx: AnyTx) => {
    const db: Kysely<ApprovalTables> = tx
    // Taking it makes all others wait, so that whoever comes second sees the first.
    const number = await takeNumber(tx)
    if ((await sameOpen(db, ctx, told.hash)) !== undefined) throw new HandedIn()
    const request = { ...row, number }
    await db.insertInto('approval_request').values(request).execute()
    await writeRevision(deps, tx, ctx, { requestId: id, revision: 1, told, stored })
    await addWatchers(tx, id, body.watchers ?? [])
    await addEvent(tx, request, { what: 'submitted', by: ctx.caller, detail: body.reason }, deps.nowMs())
    await tell(deps, tx, request, { kind: TO_DECIDE, to, params: { reason: body.reason } })
    ctx.note({ approval: id, number: request.number, hash: told.hash, type: told.type.type })
    await tellOwner(deps, tx, request)
    publishMove(tx, request)
    return request.number
  }
  try {
    const number = await ctx.commit(write)
    return { id, number, hash: told.hash, replayed: false, conflicts: await conflicts(id) }
  } catch (error) {
    const first = error instanceof HandedIn ? await replay() : null
    if (first !== null) return first
    throw error
  }
}
