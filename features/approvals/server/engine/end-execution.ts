import type { Words } from '@qd/contract-kit'
import type { AuditEntry } from '@qd/server-kit'
import type { Lease } from '@qd/store'
import type { AnyTx } from '@qd/store'
import { APPROVAL_EXECUTED } from '../../contract/index.ts'
import type { StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { findRow } from '../request/find-request.ts'
import { CONSOLE_ACTOR, decided } from '../request/flow-of.ts'
import { columnsOf, moveRequest, withFresh } from '../request/move-request.ts'
import { EXECUTED, followersOf, outcomeText, paramOf, tell } from '../request/notices.ts'
import { languageFrom, say } from '../words.ts'
import { keepDeeds, rollBackWhole } from './roll-back.ts'

export interface Ending {
  as: 'succeeded' | 'partly_failed' | 'failed' | 'cancelled'
  code: string
  words: Words
  /** What it did that can be taken back. */
  made?: readonly string[]
}

const HAPPENED = {
  succeeded: 'executed',
  partly_failed: 'partly_executed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const

/** What the audit says of an execution, in the author's name. */
export function entryOf(request: StoredRequest, detail: Record<string, unknown>): AuditEntry {
  return {
    requestId: `approval:${request.id}`,
    actorId: request.owner_id,
    actor: request.owner,
    sessionId: `approval:${request.id}`,
    address: '',
    action: APPROVAL_EXECUTED,
    risk: request.risk,
    scope: request.scope,
    target: request.id,
    reason: request.reason,
    detail: { approval: request.id, number: request.number, hash: request.hash, ...detail },
  }
}

/**
 * Ends an execution with what came of it; of several nodes that see it, the first one. A veto or a stop that came after the
 * work was done changes nothing about that.
 */
export async function endExecution(
  deps: UseCaseDeps,
  seen: StoredRequest,
  ending: Ending,
  lease?: Lease,
): Promise<void> {
  let request: StoredRequest | undefined = seen
  await withFresh(async () => {
    request ??= await findRow(deps, seen.id)
    const at = request ?? seen
    // A second try looks again.
    request = undefined
    await endAt(deps, at, ending, lease)
  })
}

async function endAt(
  deps: UseCaseDeps,
  request: StoredRequest,
  { as, code, words, made = [] }: Ending,
  lease: Lease | undefined,
): Promise<void> {
  const next = decided({ request, revisions: [], votes: [] }, CONSOLE_ACTOR, { kind: 'end', as })
  const to = await followersOf(deps, request)
  const message = say(deps, words, languageFrom(request.lang))
  const change = {
    ...columnsOf(next),
    ended_at: deps.nowMs(),
    run_code: code,
    run_words: JSON.stringify(words),
  }
  await deps.audit.commit(
    entryOf(request, { outcome: as, code, jobId: request.job_id }),
    async (tx: AnyTx) => {
      await lease?.confirm(tx)
      const happening = { what: HAPPENED[as], by: null, detail: message, words } as const
      const moved = await moveRequest(deps, tx, request, { change, happening })
      await tell(deps, tx, moved, {
        kind: EXECUTED,
        to,
        params: { outcome: outcomeText(as), message: paramOf(words) },
      })
      await keepDeeds(tx, request.id, made)
      // It may have been taken back before anybody looked how it ended.
      await rollBackWhole(deps, tx, moved)
    },
  )
}
