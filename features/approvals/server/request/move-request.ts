import { AppError } from '@qd/contract-kit'
import type { Words } from '@qd/contract-kit'
import type { FlowState } from '@qd/approval-flow'
import { uuidv7 } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { publishWith } from '@qd/store'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { approvalErrors } from '../../contract/index.ts'
import type { ApprovalEvent } from '../../contract/index.ts'
import type { ApprovalTables, StoredRequest } from '../approval-tables.ts'
import { APPROVALS_TOPIC } from '../approvals-deps.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { tellOwner } from './tell-owner.ts'

/** Somebody was faster: what was decided on is no more. */
class StaleRequest extends AppError {
  constructor() {
    super(approvalErrors.approval_state_changed)
  }
}

const MOST_TRIES = 4

/** Decides again on what others have left, where they were faster; what is refused then is refused for good. */
export async function withFresh<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StaleRequest) || tries === MOST_TRIES) throw error
    }
  }
}

/** What happened, for the time line. */
export interface Happening {
  what: ApprovalEvent['what']
  /** Null: the console by itself. */
  by: Pick<Caller, 'userId' | 'name'> | null
  detail?: string
  /** The detail as each reader is told it. */
  words?: Words
}

export async function addEvent(
  tx: AnyTx,
  request: Pick<StoredRequest, 'id' | 'revision'>,
  { what, by, detail = '', words }: Happening,
  nowMs: number,
): Promise<void> {
  const db: Kysely<ApprovalTables> = tx
  await db
    .insertInto('approval_event')
    .values({
      id: uuidv7(nowMs),
      request_id: request.id,
      what,
      by_id: by?.userId ?? null,
      by_name: by?.name ?? '',
      detail,
      words: words === undefined ? null : JSON.stringify(words),
      revision: request.revision,
      at: nowMs,
    })
    .execute()
}

/** Tells nodes and open pages, if and when the write commits. */
export function publishMove(tx: AnyTx, { id }: Pick<StoredRequest, 'id'>): void {
  publishWith(tx, APPROVALS_TOPIC, id)
}

/** The columns that the flow decides on. */
export function columnsOf({ status, execution, isStopping, revision, stage, hash }: FlowState) {
  return { status, execution, is_stopping: isStopping ? 1 : 0, revision, stage, hash } as const
}

/**
 * Moves a request on from exactly what was read; one conditional statement, so that of two who decide at once the second
 * decides again.
 */
export async function moveRequest(
  deps: Pick<UseCaseDeps, 'nowMs' | 'followers' | 'log'>,
  tx: AnyTx,
  seen: StoredRequest,
  { change, happening }: { change: Partial<StoredRequest>; happening: Happening | null },
): Promise<StoredRequest> {
  const db: Kysely<ApprovalTables> = tx
  const at = deps.nowMs()
  const moved = await db
    .updateTable('approval_request')
    .set({ ...change, version: seen.version + 1, updated_at: at })
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .where('status', '=', seen.status)
    .returningAll()
    .executeTakeFirst()
  if (moved === undefined) throw new StaleRequest()
  if (happening !== null) await addEvent(tx, moved, happening, at)
  await tellOwner(deps, tx, moved)
  publishMove(tx, moved)
  return moved
}
