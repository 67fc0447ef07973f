import type { Words } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { decide } from '@qd/approval-flow'
import type { Caller } from '@qd/server-kit'
import type { ApprovalView, Exclusion } from '../../contract/index.ts'
import type { StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { delegatorsOf, personOf, policyOf } from '../people/asked.ts'
import { voiceOf } from '../people/delegations.ts'
import { say } from '../words.ts'
import { actorOf, flowOf } from './flow-of.ts'
import type { WholeRequest } from './flow-of.ts'

export interface Reader {
  caller: Caller
  lang: Language
}

/** The first voice somebody could approve with now, their own before others'; or why they have none. */
export async function voiceFor(
  deps: UseCaseDeps,
  { caller }: Pick<Reader, 'caller'>,
  whole: WholeRequest,
  delegators: readonly { id: string; name: string }[],
): Promise<{ voiceId: string } | { whyNot: Exclusion | null }> {
  const { request, revisions } = whole
  const flow = flowOf(whole)
  let whyNot: Exclusion | null = null
  for (const id of [undefined, ...delegators.map((each) => each.id)]) {
    const voice = await voiceOf(deps, { caller }, id, delegators).catch(() => null)
    if (voice === null) continue
    const actor = await actorOf(deps, caller, request, voice)
    const answer = decide(flow, actor, { kind: 'approve', hash: request.hash })
    if ('next' in answer) return { voiceId: voice.userId }
    if (id !== undefined) continue
    if (answer.refusal === 'excluded') whyNot = exclusionOf(caller, request, revisions)
    if (answer.refusal === 'voted') whyNot = 'voted'
    if (answer.refusal === 'not_asked') whyNot = 'not_in_group'
  }
  return { whyNot }
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
  isToDecide: boolean
  conflicts: number
}

/** A request as a row of a list. */
export function viewOf(
  deps: Pick<UseCaseDeps, 'texts' | 'placeNames' | 'types'>,
  { caller, lang }: Reader,
  { request, votes, isToDecide, conflicts }: ViewParts,
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
    typeTitle: type === undefined ? request.type : deps.texts.approval(lang, type.title),
    title: say(deps, JSON.parse(request.title) as Words, lang),
    status: request.status,
    execution: request.execution,
    risk: request.risk,
    scope: request.scope,
    placeName: [...deps.placeNames(request.scope)],
    environment: request.environment,
    author: { id: request.owner_id, name: request.owner },
    value: {
      rows: request.value_rows,
      worth: request.value_worth,
      isSensitive: request.is_sensitive === 1,
    },
    revision: request.revision,
    stage: { at: at + 1, of: stages.length, have, need: stages[at]?.need ?? 0 },
    myVote: present.findLast((vote) => vote.person === person)?.decision ?? null,
    isMine: request.owner_id === caller.userId,
    isToDecide,
    isOverride: request.is_override === 1,
    conflicts,
    createdAt: request.created_at,
    updatedAt: request.updated_at,
    decidedAt: request.decided_at,
    expiresAt: request.expires_at,
  }
}

/** Whether somebody could decide on a request now, for themselves or for somebody who delegated to them. */
export async function isToDecideBy(
  deps: UseCaseDeps,
  reader: Pick<Reader, 'caller'>,
  whole: WholeRequest,
  delegators?: readonly { id: string; name: string }[],
): Promise<boolean> {
  if (whole.request.status !== 1 && whole.request.status !== 2) return false
  const known = delegators ?? (await delegatorsOf(deps, reader.caller.userId))
  return 'voiceId' in (await voiceFor(deps, reader, whole, known))
}
