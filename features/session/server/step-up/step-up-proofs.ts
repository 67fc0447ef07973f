import type { StepUpGiven } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import type { SessionTables } from '../session-tables.ts'

/** How long a proof waits for its action. */
export const PROOF_MS = 5 * 60_000
/** As far as the clocks of two nodes may differ. */
const CLOCKS_DIFFER_MS = 60_000

export interface ProofKey {
  userId: string
  sessionId: string
  action: string
}

/** Keeps the proof, within a write; a second one for the same action takes the place of the first. */
export async function keepProof(
  tx: Kysely<SessionTables>,
  { userId, sessionId, action }: ProofKey,
  given: StepUpGiven,
): Promise<void> {
  const values = {
    user_id: userId,
    way: given.way,
    given_at: given.givenAt,
    expires_at: given.givenAt + PROOF_MS,
  }
  await tx
    .insertInto('step_up_proof')
    .values({ session_id: sessionId, action, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'action']).doUpdateSet(values))
    .execute()
}

/** The proof that lies ready at this time; a clock that was set back makes none of an older one. */
export async function findProof(
  db: Kysely<SessionTables>,
  { userId, sessionId, action }: ProofKey,
  atMs: number,
): Promise<StepUpGiven | null> {
  const row = await db
    .selectFrom('step_up_proof')
    .select(['way', 'given_at'])
    .where('session_id', '=', sessionId)
    .where('action', '=', action)
    .where('user_id', '=', userId)
    .where('expires_at', '>', atMs)
    .where('given_at', '<=', atMs + CLOCKS_DIFFER_MS)
    .executeTakeFirst()
  return row === undefined ? null : { way: row.way, givenAt: row.given_at }
}

/** Takes it away, within a write; of parallel calls, on whatever nodes, one gets it. */
export async function takeProofOf(
  tx: Kysely<SessionTables>,
  { userId, sessionId, action }: ProofKey,
  atMs: number,
): Promise<StepUpGiven | null> {
  const row = await tx
    .deleteFrom('step_up_proof')
    .where('session_id', '=', sessionId)
    .where('action', '=', action)
    .where('user_id', '=', userId)
    .where('expires_at', '>', atMs)
    .where('given_at', '<=', atMs + CLOCKS_DIFFER_MS)
    .returning(['way', 'given_at'])
    .executeTakeFirst()
  return row === undefined ? null : { way: row.way, givenAt: row.given_at }
}
