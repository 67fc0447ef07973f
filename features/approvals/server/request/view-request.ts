import { parseJsonText } from '@qd/canonical-json'
import type { Words } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { decide } from '@qd/approval-flow'
import { grantsFor } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { decideApprovals } from '../../contract/index.ts'
import type { ApprovalDetail, ApprovalView, Exclusion } from '../../contract/index.ts'
import type { StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { delegatorsOf, mayDecideAt, personOf, placesOf, policyOf } from '../people/asked.ts'
import { say } from '../words.ts'
import { actorOf, flowOf } from './flow-of.ts'
import type { WholeRequest } from './flow-of.ts'

export interface Reader {
  caller: Caller
  lang: Language
}

type Voice = ApprovalDetail['voices'][number]

/** Those somebody could approve for now, themselves before others. */
async function* voicesThatCount(
  deps: UseCaseDeps,
  { caller }: Pick<Reader, 'caller'>,
  whole: WholeRequest,
  delegators: readonly Voice[],
): AsyncGenerator<Voice> {
  const { request } = whole
  const isOpen = request.status === 1 || request.status === 2
  // The call itself asks for this right, whoever it is for.
  if (!isOpen || grantsFor(caller, decideApprovals).length === 0) return
  const flow = flowOf(whole)
  for (const { id, name } of [{ id: caller.userId, name: caller.name }, ...delegators]) {
    const voice = id === caller.userId ? caller : await deps.callers.of(id)
    if (voice === null) continue
    const actor = await actorOf(deps, caller, request, voice)
    if ('next' in decide(flow, actor, { kind: 'approve', hash: request.hash })) yield { id, name }
  }
}

export async function voicesFor(...asked: Parameters<typeof voicesThatCount>): Promise<Voice[]> {
  const voices: Voice[] = []
  for await (const voice of voicesThatCount(...asked)) {
    if (!voices.some(({ id }) => id === voice.id)) voices.push(voice)
  }
  return voices
}

/** Why somebody may not approve for themselves; null: they may, or it is not to be decided now. */
export async function whyNotFor(
  deps: UseCaseDeps,
  { caller }: Pick<Reader, 'caller'>,
  whole: WholeRequest,
): Promise<Exclusion | null> {
  const { request, revisions } = whole
  const actor = await actorOf(deps, caller, request)
  const answer = decide(flowOf(whole), actor, { kind: 'approve', hash: request.hash })
  if ('next' in answer) return null
  if (answer.refusal === 'excluded') return exclusionOf(caller, request, revisions)
  if (answer.refusal === 'voted') return 'voted'
  if (answer.refusal !== 'not_asked') return null
  return mayDecideAt(caller, placesOf(request)) ? 'not_in_group' : 'no_right'
}

/** Why the two-person rule keeps somebody out. */
export function exclusionOf(
  caller: Pick<Caller, 'userId' | 'personId'>,
  request: Pick<StoredRequest, 'owner_id'>,
  revisions: WholeRequest['revisions'],
): Exclusion {
  if (request.owner_id === caller.userId) return 'author'
  const own = revisions.find(({ by_person: person }) => person === personOf(caller))
  if (own === undefined) return 'editor'
  if (own.by_token !== null) return 'token_owner'
  return own.by_id === caller.userId ? 'editor' : 'same_person'
}

export interface ViewParts extends WholeRequest {
  voice: Voice | null
  conflicts: number
}

/** A request as a row of a list. */
export function viewOf(
  deps: Pick<UseCaseDeps, 'texts' | 'placeNames' | 'types'>,
  { caller, lang }: Reader,
  { request, votes, voice, conflicts }: ViewParts,
): ApprovalView {
  const { stages } = policyOf(request)
  const present = votes.filter((vote) => vote.revision === request.revision)
  const at = Math.min(request.stage, stages.length - 1)
  const have = present.filter((vote) => vote.stage === at && vote.decision === 'approve').length
  const person = personOf(caller)
  const type = deps.types().find((each) => each.type === request.type)
  return {
    id: request.id,
    number: request.number,
    type: request.type,
    route: request.route,
    typeTitle: type === undefined ? request.type : deps.texts.approval(lang, type.title),
    title: say(deps, parseJsonText(request.title) as Words, lang),
    status: request.status,
    execution: request.execution,
    risk: request.risk,
    scope: request.scope,
    placeName: [...deps.placeNames(request.scope)],
    environment: request.environment,
    author: { id: request.owner_id, name: request.owner },
    value: {
      rows: request.value_rows,
      hasMoreRows: request.has_more_rows === 1,
      worth: { atLeast: request.value_worth, isComplete: request.is_worth_complete === 1 },
      isSensitive: request.is_sensitive === 1,
    },
    effects: parseJsonText(request.effects) as ApprovalView['effects'],
    revision: request.revision,
    stage: { at: at + 1, of: stages.length, have, need: stages[at]?.need ?? 0 },
    myVote: present.findLast((vote) => vote.person === person)?.decision ?? null,
    isMine: request.owner_id === caller.userId,
    isToDecide: voice !== null,
    voice,
    hash: request.hash,
    isOverride: request.is_override === 1,
    conflicts,
    createdAt: request.created_at,
    updatedAt: request.updated_at,
    decidedAt: request.decided_at,
    expiresAt: request.expires_at,
  }
}

/** For whom somebody could decide on a request now, themselves before those who delegated to them; null: for nobody. */
export async function firstVoiceFor(
  deps: UseCaseDeps,
  reader: Pick<Reader, 'caller'>,
  whole: WholeRequest,
  delegators?: readonly Voice[],
): Promise<Voice | null> {
  if (whole.request.status !== 1 && whole.request.status !== 2) return null
  const known = delegators ?? (await delegatorsOf(deps, reader.caller.userId))
  const first = await voicesThatCount(deps, reader, whole, known).next()
  return first.done === true ? null : first.value
}
