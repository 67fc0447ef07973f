import { OPEN_STANDINGS } from '@qd/server-kit'
import type { ApprovalFollower, ApprovalStanding, ApprovalStandingState } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ApprovalTables, StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'

type TellDeps = Pick<UseCaseDeps, 'followers' | 'log'>
type Standing = Pick<StoredRequest, 'status' | 'execution'>

const UNTOLD_AT_ONCE = 100

/** Where a request stands in one word, for the owner of what it is about. */
export function standingState({ status, execution }: Standing): ApprovalStandingState {
  if (execution === 'expired') return 'expired'
  if (status === 0) return 'draft'
  if (status === 1 || status === 2) return 'pending'
  if (status === 3) return 'rejected'
  if (status === 4) return 'vetoed'
  if (execution === 'none' || execution === 'scheduled') return 'approved'
  if (execution === 'executing' || execution === 'failed' || execution === 'cancelled') return execution
  return 'done'
}

/** The request that counts for an object. */
async function standingOf(tx: AnyTx, type: string, object: string): Promise<ApprovalStanding | null> {
  const db: Kysely<ApprovalTables> = tx
  const rows = await db
    .selectFrom('approval_object')
    .innerJoin('approval_request', 'approval_request.id', 'approval_object.request_id')
    .select(['approval_request.id', 'number', 'status', 'execution'])
    .where('object', '=', object)
    .where('type', '=', type)
    .orderBy('number', 'desc')
    .execute()
  const all = rows.map((row) => ({ requestId: row.id, number: row.number, state: standingState(row) }))
  return all.find(({ state }) => OPEN_STANDINGS.includes(state)) ?? all[0] ?? null
}

export async function objectsOf(tx: AnyTx, requestId: string): Promise<string[]> {
  const db: Kysely<ApprovalTables> = tx
  const rows = await db
    .selectFrom('approval_object')
    .select('object')
    .where('request_id', '=', requestId)
    .execute()
  return rows.map(({ object }) => object)
}

async function tellAll(tx: AnyTx, follower: ApprovalFollower, objects: Iterable<string>): Promise<void> {
  for (const object of objects)
    await follower.changed(tx, object, await standingOf(tx, follower.type, object))
}

/**
 * Tells the owner how a request has moved, in the write that moves it. An owner who fails holds no vote up: what they have
 * written is undone, and they are told again later. `before`: objects it named until now.
 */
export async function tellOwner(
  { followers, log }: TellDeps,
  tx: AnyTx,
  { id, type }: Pick<StoredRequest, 'id' | 'type'>,
  before: readonly string[] = [],
): Promise<void> {
  const follower = followers().find((each) => each.type === type)
  if (follower === undefined) return
  const objects = new Set([...before, ...(await objectsOf(tx, id))])
  await sql`savepoint owner_told`.execute(tx)
  try {
    await tellAll(tx, follower, objects)
    await sql`release savepoint owner_told`.execute(tx)
  } catch (error) {
    await sql`rollback to savepoint owner_told`.execute(tx)
    await sql`release savepoint owner_told`.execute(tx)
    log.error({ err: error, approvalId: id }, 'the owner of a request could not be told how it moved')
    const db: Kysely<ApprovalTables> = tx
    for (const object of objects)
      await db
        .insertInto('approval_untold')
        .values({ type, object })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

/** Tells owners what they could not be told when it happened; what fails again waits for the next look. */
export async function tellUntold({
  store,
  followers,
}: Pick<UseCaseDeps, 'store' | 'followers'>): Promise<void> {
  const rows = await store.read
    .selectFrom('approval_untold')
    .select(['type', 'object'])
    .limit(UNTOLD_AT_ONCE)
    .execute()
  for (const { type, object } of rows) {
    const follower = followers().find((each) => each.type === type)
    const told = store.write(async (tx) => {
      if (follower !== undefined) await tellAll(tx, follower, [object])
      await tx.deleteFrom('approval_untold').where('type', '=', type).where('object', '=', object).execute()
    })
    await told.catch(() => undefined)
  }
}
