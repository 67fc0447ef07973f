import { decide } from '@qd/approval-flow'
import type { RolledBack } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import type { ApprovalTables, StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { CONSOLE_ACTOR, flowOf } from '../request/flow-of.ts'
import { addEvent, columnsOf, publishMove } from '../request/move-request.ts'
import { EXECUTED, followersOf, outcomeText, tell } from '../request/notices.ts'

type Db = Kysely<ApprovalTables>
type Deps = Pick<UseCaseDeps, 'store' | 'notifications' | 'nowMs'>

const JOB = 'job:'
const EXECUTION = 'approval:'

/** Keeps what an execution did, so that it is known again when it is taken back. */
export async function keepDeeds(tx: AnyTx, requestId: string, made: readonly string[]): Promise<void> {
  const db: Db = tx
  for (const what of new Set(made)) {
    const deed = {
      what,
      request_id: requestId,
      undone_at: null,
      undone_by_id: '',
      undone_by: '',
      undone_in: '',
    }
    await db
      .insertInto('approval_deed')
      .values(deed)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The request whose execution did this; undefined: none. */
async function requestThatDid(db: Db, what: string): Promise<string | undefined> {
  const deed = await db
    .selectFrom('approval_deed')
    .select('request_id')
    .where('what', '=', what)
    .executeTakeFirst()
  if (deed !== undefined || !what.startsWith(JOB)) return deed?.request_id
  const started = await db
    .selectFrom('approval_request')
    .select('id')
    .where('job_id', '=', what.slice(JOB.length))
    .orderBy('number')
    .executeTakeFirst()
  return started?.id
}

/** The request that took it back; undefined: it needed none. */
function requestOf(db: Db, callId: string): Promise<StoredRequest | undefined> {
  if (!callId.startsWith(EXECUTION)) return Promise.resolve(undefined)
  const id = callId.slice(EXECUTION.length)
  return db.selectFrom('approval_request').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Marks a request once nothing is left of all it did; the requests that did it and undid it name each other. */
export async function rollBackWhole(deps: Deps, tx: AnyTx, request: StoredRequest): Promise<void> {
  const db: Db = tx
  const deeds = await db
    .selectFrom('approval_deed')
    .selectAll()
    .where('request_id', '=', request.id)
    .orderBy('undone_at')
    .execute()
  const last = deeds.at(-1)
  if (last === undefined || deeds.some(({ undone_at: at }) => at === null)) return
  const flow = flowOf({ request, revisions: [], votes: [] })
  const answer = decide(flow, CONSOLE_ACTOR, { kind: 'roll_back' })
  if ('refusal' in answer) return
  // Behind its end in the time line, also within one millisecond.
  const now = Math.max(deps.nowMs(), request.updated_at + 1)
  const moved = await db
    .updateTable('approval_request')
    .set({ ...columnsOf(answer.next), version: request.version + 1, updated_at: now })
    .where('id', '=', request.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const by = { userId: last.undone_by_id, name: last.undone_by }
  const undoing = await requestOf(db, last.undone_in)
  const detail = undoing === undefined ? '' : `#${undoing.number}`
  await addEvent(tx, moved, { what: 'rolled_back', by, detail }, now)
  publishMove(tx, moved)
  if (undoing !== undefined) {
    await addEvent(tx, undoing, { what: 'took_back', by, detail: `#${moved.number}` }, now)
    publishMove(tx, undoing)
  }
  const params = { outcome: outcomeText('rolled_back'), message: [by.name, detail].join(' ').trim() }
  await tell(deps, tx, moved, { kind: EXECUTED, to: await followersOf(deps, moved, db), params })
}

/** Something was taken back: where an approval had executed it, that is told there. */
export async function noteRolledBack(
  deps: Deps,
  tx: AnyTx,
  { what, by, requestId }: RolledBack,
): Promise<void> {
  const db: Db = tx
  const id = await requestThatDid(db, what)
  if (id === undefined) return
  // Held from here on: of two who take back the last two parts at once, the second sees the first.
  const request = await db
    .updateTable('approval_request')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const undone = {
    undone_at: deps.nowMs(),
    undone_by_id: by.userId,
    undone_by: by.name,
    undone_in: requestId,
  }
  await db
    .insertInto('approval_deed')
    .values({ what, request_id: id, ...undone })
    .onConflict((conflict) => conflict.column('what').doUpdateSet(undone))
    .execute()
  await rollBackWhole(deps, tx, request)
}
