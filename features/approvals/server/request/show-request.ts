import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { PreviewBlock, RouteInput, Words } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { approvalErrors } from '../../contract/index.ts'
import type { ApprovalDetail, ApprovalVote, approvalGet } from '../../contract/index.ts'
import type { ApprovalTables, StoredRevision, StoredVote } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { delegatorsOf, personOf, placesOf, policyOf } from '../people/asked.ts'
import { sayPolicy } from '../policy/read-policies.ts'
import { say, sayBlock } from '../words.ts'
import { findSeen, isWatchedBy, revisionsOf, votesOf } from './find-request.ts'
import { actorOf, isAllowed } from './flow-of.ts'
import type { WholeRequest } from './flow-of.ts'
import { conflictsOf } from './open-conflicts.ts'
import { exclusionOf, viewOf, voicesFor, whyNotFor } from './view-request.ts'

type Override = ApprovalTables['approval_override']

function voteView(vote: StoredVote): ApprovalVote {
  const isOwn = vote.voice_id === vote.voter_id
  return {
    revision: vote.revision,
    stage: vote.stage < 0 ? null : vote.stage + 1,
    by: { id: vote.voter_id, name: vote.voter },
    onBehalfOf: isOwn ? null : { id: vote.voice_id, name: vote.voice_name },
    decision: vote.decision,
    reason: vote.reason,
    hash: vote.hash,
    proof: vote.proof,
    at: vote.at,
  }
}

async function sayings({ store }: UseCaseDeps, requestId: string) {
  const [comments, events, watchers, objects, override] = await Promise.all([
    store.read
      .selectFrom('approval_comment')
      .selectAll()
      .where('request_id', '=', requestId)
      .orderBy('id')
      .execute(),
    store.read
      .selectFrom('approval_event')
      .selectAll()
      .where('request_id', '=', requestId)
      .orderBy('id')
      .execute(),
    store.read.selectFrom('approval_watcher').select('user_id').where('request_id', '=', requestId).execute(),
    store.read.selectFrom('approval_object').select('object').where('request_id', '=', requestId).execute(),
    store.read
      .selectFrom('approval_override')
      .selectAll()
      .where('request_id', '=', requestId)
      .executeTakeFirst(),
  ])
  return { comments, events, watchers, objects: objects.map(({ object }) => object).toSorted(), override }
}

export function overrideOf(row: Override | undefined): ApprovalDetail['override'] {
  if (row === undefined) return null
  const { reviewed_by_id: reviewerId } = row
  return {
    by: { id: row.by_id, name: row.by_name },
    reason: row.reason,
    at: row.at,
    reviewDueAt: row.review_due_at,
    reviewedBy: reviewerId === null ? null : { id: reviewerId, name: row.reviewed_by },
    reviewNote: row.review_note,
  }
}

/** More of them say no more. */
const CONFLICTS_SHOWN = 50

/** Those that are open on one of the same objects. */
async function conflictingWith(deps: UseCaseDeps, ctx: CallContext, { request }: WholeRequest) {
  const others = (await conflictsOf(deps, [request])).get(request.id) ?? new Set()
  const rows = await deps.store.read
    .selectFrom('approval_request')
    .select(['id', 'number', 'title'])
    .where('id', 'in', [...others].slice(0, CONFLICTS_SHOWN))
    .execute()
  return rows.map(({ id, number, title }) => ({
    id,
    number,
    title: say(deps, parseJsonText(title) as Words, ctx.lang),
  }))
}

/** What the caller may do now. */
async function mayDo(
  deps: UseCaseDeps,
  ctx: CallContext,
  whole: WholeRequest,
  override: ApprovalDetail['override'],
) {
  const { request, revisions } = whole
  const actor = await actorOf(deps, ctx.caller, request)
  const delegators = await delegatorsOf(deps, ctx.caller.userId)
  const voices = await voicesFor(deps, ctx, whole, delegators)
  const may = (event: Parameters<typeof isAllowed>[2]) => isAllowed(whole, actor, event)
  const { hash } = request
  const canVote = voices.length > 0
  const isOther = !revisions.some(({ by_person: person }) => person === personOf(ctx.caller))
  return {
    voices,
    whyNot: await whyNotFor(deps, ctx, whole),
    may: {
      approve: canVote,
      reject: canVote,
      veto: may({ kind: 'veto', hash }),
      revise: may({ kind: 'revise', hash }),
      withdraw: may({ kind: 'withdraw' }),
      execute: may({ kind: 'begin', hash, isWindowOpen: true }),
      stop: may({ kind: 'stop' }),
      override: may({ kind: 'override', hash }),
      comment: true,
      review:
        override !== null && override.reviewedBy === null && isOther && override.by.id !== ctx.caller.userId,
    },
  }
}

function stagesOf(
  policy: Awaited<ReturnType<typeof sayPolicy>>,
  { request, votes }: WholeRequest,
): ApprovalDetail['policy']['stages'] {
  return policy.stages.map(({ name, need, groups }, at) => {
    const have = votes.filter(
      (vote) => vote.revision === request.revision && vote.stage === at && vote.decision === 'approve',
    ).length
    const isOpen = request.status === 1 || request.status === 2
    const state = at < request.stage ? 'passed' : at === request.stage && isOpen ? 'current' : 'waiting'
    return { name, need, have, groups: [...groups], state }
  })
}

export function shownRevision(revisions: readonly StoredRevision[], revision: number): StoredRevision {
  const found = revisions.find((each) => each.revision === revision)
  if (found === undefined) throw new AppError(approvalErrors.approval_not_found, { field: 'revision' })
  return found
}

const personOfRevision = ({ by_id: id, by_name: name }: StoredRevision) => ({ id, name })

/** Everything of one request in one answer, rendered from its stored revision. */
export async function showRequest(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalGet>,
  ctx: CallContext,
): Promise<ApprovalDetail> {
  const { lang } = ctx
  const request = await findSeen(deps, ctx.caller, body.id)
  const [revisions, votes, said] = await Promise.all([
    revisionsOf(deps, request.id),
    votesOf(deps, request.id),
    sayings(deps, request.id),
  ])
  const whole = { request, revisions, votes }
  const shown = shownRevision(revisions, body.revision ?? request.revision)
  const override = overrideOf(said.override)
  const { may, voices, whyNot } = await mayDo(deps, ctx, whole, override)
  const policy = await sayPolicy(deps, policyOf(request), lang)
  const conflicting = await conflictingWith(deps, ctx, whole)
  const names = new Map(revisions.map((each) => [each.by_person, each]))
  return {
    ...viewOf(deps, ctx, { ...whole, voice: voices[0] ?? null, conflicts: conflicting.length }),
    reason: shown.reason,
    ticket: request.ticket,
    window: { from: request.window_from, to: request.window_to, auto: request.is_auto === 1 },
    hash: shown.hash,
    routeTitle: deps.texts.title(lang, request.action),
    preview: (parseJsonText(shown.preview) as PreviewBlock[]).map((block) => sayBlock(deps, block, lang)),
    bases: (parseJsonText(shown.bases) as { key: string; label: Words; version: string }[]).map((base) => ({
      ...base,
      label: say(deps, base.label, lang),
    })),
    objects: said.objects,
    places: placesOf(request).map(({ scope, environment }) => ({
      scope,
      environment,
      placeName: [...deps.placeNames(scope)],
    })),
    conflicting,
    policy: { name: policy.name, stages: stagesOf(policy, whole) },
    votes: votes.map(voteView),
    comments: said.comments.map(({ id, by_id, by_name, text, at }) => ({
      id,
      by: { id: by_id, name: by_name },
      text,
      at,
    })),
    timeline: said.events.map(({ what, by_id, by_name, detail, words, revision, at }) => ({
      what,
      by: by_id === null ? null : { id: by_id, name: by_name },
      detail: words === null ? detail : say(deps, parseJsonText(words) as Words, lang),
      revision,
      at,
    })),
    revisions: revisions.map((each) => ({
      revision: each.revision,
      hash: each.hash,
      by: personOfRevision(each),
      reason: each.reason,
      title: say(deps, parseJsonText(each.title) as Words, lang),
      at: each.at,
    })),
    watchers: await namesFor(
      deps,
      said.watchers.map(({ user_id: id }) => id),
    ),
    excluded: [...names.values()].map((each) => ({
      person: personOfRevision(each),
      why: exclusionOf({ userId: each.by_id, personId: each.by_person }, request, [each]),
    })),
    may,
    voices,
    whyNot,
    isWatched: await isWatchedBy(deps, request.id, ctx.caller.userId),
    asksProof: request.risk === 'R4',
    run: {
      startedAt: request.started_at,
      endedAt: request.ended_at,
      jobId: request.job_id,
      message: request.run_words === null ? '' : say(deps, parseJsonText(request.run_words) as Words, lang),
      code: request.run_code,
    },
    override,
    hint: request.hint,
  }
}

async function namesFor(deps: UseCaseDeps, ids: readonly string[]) {
  const found = await Promise.all(ids.map(async (id) => ({ id, caller: await deps.callers.of(id) })))
  return found.map(({ id, caller }) => ({ id, name: caller?.name ?? id }))
}
