import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashToken } from '../tokens/opaque-token.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { SessionTables } from '../session-tables.ts'
import { matchingStep, toBase32 } from './totp.ts'

const RECOVERY_CODES = 10
/** 80 bits: nothing to guess, so a plain hash of it is enough. */
const RECOVERY_BYTES = 10

/** Where a user's secret is sealed for. */
export const secretPlace = (userId: string) => `second_factor:${userId}:secret`

/** What was typed, found to fit; it counts once it was taken by `takeProof`. */
/** A code of the app counts once for each: who has just signed in need not wait for the next code to step up. */
export type Purpose = 'sign-in' | 'step-up'

const STEP_OF = { 'sign-in': 'last_step', 'step-up': 'step_up_step' } as const

export type Proof = { step: number } | { recoveryHash: string }

/** Whether the user has to give a second factor. */
export async function hasSecondFactor(db: Kysely<SessionTables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether signing in asks for it: only one that came with the sandbox is left for step-ups, while nothing demands more. */
export async function asksAtSignIn(
  db: Kysely<SessionTables>,
  { userId, isForced }: { userId: string; isForced: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor')
    .select('asked_at_sign_in')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined && (isForced || row.asked_at_sign_in === 1)
}

async function findRecoveryCode(
  { store }: UseCaseDeps,
  userId: string,
  recoveryHash: string,
): Promise<Proof | null> {
  const row = await store.read
    .selectFrom('recovery_code')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryHash)
    .executeTakeFirst()
  return row === undefined ? null : { recoveryHash }
}

/**
 * Reads what was typed: six digits of the app, or a recovery code in any grouping. Null when it does not fit or was
 * used before: either is a wrong guess, and must not count as a right one.
 */
export async function checkSecondFactor(
  deps: UseCaseDeps,
  userId: string,
  typed: string,
  purpose: Purpose = 'sign-in',
): Promise<Proof | null> {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!/^\d{6}$/.test(code)) return findRecoveryCode(deps, userId, hashToken(code))
  const row = await deps.store.read
    .selectFrom('second_factor')
    .select(['secret', 'last_step', 'step_up_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return null
  const secret = deps.secretBox.open(row.secret, secretPlace(userId))
  const step = matchingStep(secret, code, deps.nowMs())
  return step === null || step <= row[STEP_OF[purpose]] ? null : { step }
}

/** Uses the proof up, within a write; false when it was used before. Of parallel uses one is true. */
export async function takeProof(
  tx: Kysely<SessionTables>,
  userId: string,
  proof: Proof,
  purpose: Purpose = 'sign-in',
): Promise<boolean> {
  if ('step' in proof) {
    const column = STEP_OF[purpose]
    const { numUpdatedRows } = await tx
      .updateTable('second_factor')
      .set({ [column]: proof.step })
      .where('user_id', '=', userId)
      .where(column, '<', proof.step)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', proof.recoveryHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** New recovery codes in place of all earlier ones, within a write; only their hashes are kept. */
export async function writeRecoveryCodes(tx: Kysely<SessionTables>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_BYTES)))
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashToken(code) })))
    .execute()
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}
