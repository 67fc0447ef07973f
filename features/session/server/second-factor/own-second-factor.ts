import { AppError } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { count } from '@qd/store'
import type { Kysely } from 'kysely'
import { sessionErrors } from '../../contract/index.ts'
import { checkOwnCode, checkOwnPassword, codeWrong } from '../sign-in/guess.ts'
import type { Asker } from '../sign-in/guess.ts'
import type { Browser } from '../devices/device-cookie.ts'
import { rememberDevice } from '../devices/known-devices.ts'
import { tellNewDevice } from '../devices/tell-new-device.ts'
import type { RememberedDevice } from '../devices/known-devices.ts'
import { hasSecondFactor, secretPlace, takeProof, writeRecoveryCodes } from './second-factor.ts'
import type { Commit } from '../session-deps.ts'
import { LIFETIME_MS } from '../sessions/session-limits.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { SessionTables } from '../session-tables.ts'
import { newTotpSecret, totpAddress } from './totp.ts'

type Asking = Asker & { commit: Commit }

async function isForced(deps: UseCaseDeps, userId: string): Promise<boolean> {
  if (deps.requiresSecondFactor) return true
  const account = await deps.store.read
    .selectFrom('user_account')
    .select('must_use_second_factor')
    .where('id', '=', userId)
    .executeTakeFirst()
  return account?.must_use_second_factor === 1
}

/** Whether the password was given a moment ago, to get here: not in a session that was held back later. */
async function isFromSignIn({ store }: UseCaseDeps, { sessionId }: Caller): Promise<boolean> {
  const row = await store.read
    .selectFrom('session')
    .select('kind')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.kind === 'pending'
}

/** What the security page shows of it. */
export async function ownSecondFactor(deps: UseCaseDeps, caller: Caller) {
  const { read } = deps.store
  const { userId } = caller
  const [isOn, forced, recoveryCodesLeft] = await Promise.all([
    hasSecondFactor(read, userId),
    isForced(deps, userId),
    count(read, 'recovery_code', (codes) => codes.where('user_id', '=', userId)),
  ])
  return { isOn, isForced: forced, recoveryCodesLeft }
}

/** Keeps a new secret aside; nothing is asked at sign-in before a code of it was given. */
export async function startOwnSecondFactor(
  deps: UseCaseDeps,
  asking: Asking & { askStepUp: () => Promise<void> },
): Promise<{ secret: string; address: string }> {
  const { caller, commit } = asking
  if (!(await isFromSignIn(deps, caller))) await asking.askStepUp()
  const secret = newTotpSecret()
  const sealed = deps.secretBox.seal(secret, secretPlace(caller.userId))
  await commit(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('second_factor')
      .values({
        user_id: caller.userId,
        secret: sealed,
        last_step: 0,
        step_up_step: 0,
        confirmed_at: null,
        asked_at_sign_in: 1,
      })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ secret: sealed, last_step: 0, step_up_step: 0 })
          .where('second_factor.confirmed_at', 'is', null),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) throw new AppError(sessionErrors.second_factor_on)
  })
  return { secret, address: totpAddress(secret, caller.username) }
}

/** A session that waited for the second factor is a full one from now on. Whether it did. */
async function completeSession(tx: Kysely<SessionTables>, sessionId: string, atMs: number): Promise<boolean> {
  await tx.updateTable('session').set({ second_factor_at: atMs }).where('id', '=', sessionId).execute()
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set((eb) => ({ kind: 'full', expires_at: eb('created_at', '+', LIFETIME_MS) }))
    .where('id', '=', sessionId)
    .where('kind', '=', 'pending')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** With the factor set up the sign-in is complete: the browser is known from now on. */
async function knowBrowser(
  deps: UseCaseDeps,
  tx: Kysely<SessionTables>,
  { userId, sessionId }: Caller,
  of: { tokens: readonly string[]; atMs: number },
): Promise<RememberedDevice> {
  const device = await rememberDevice(tx, { userId, ...of })
  const { user_agent: userAgent, address } = await tx
    .updateTable('session')
    .set({ device_id: device.id })
    .where('id', '=', sessionId)
    .returning(['user_agent', 'address'])
    .executeTakeFirstOrThrow()
  // Who knows only the password sets the factor up too, so its owner hears of it.
  if (device.before === null && (await signedInBefore(tx, { userId, sessionId }))) {
    await tellNewDevice(deps, tx, { userId, userAgent, address, deviceId: device.id })
  }
  return device
}

/** Whether the account was used before this session. */
async function signedInBefore(
  tx: Kysely<SessionTables>,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<boolean> {
  const other = await tx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('kind', '!=', 'preview')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Puts the kept secret into use and gives the recovery codes. */
export async function confirmOwnSecondFactor(
  deps: UseCaseDeps,
  code: string,
  asking: Asking & { browser: Browser },
): Promise<string[]> {
  const { caller, commit, browser } = asking
  const { userId, sessionId } = caller
  if (await hasSecondFactor(deps.store.read, userId)) throw new AppError(sessionErrors.second_factor_on)
  const proof = await checkOwnCode(deps, asking, code)
  const atMs = deps.nowMs()
  const { codes, device } = await commit(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('second_factor')
      .set({ confirmed_at: atMs })
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new AppError(sessionErrors.second_factor_on)
    if (!('step' in proof) || !(await takeProof(tx, userId, proof))) throw codeWrong()
    const wasPending = await completeSession(tx, sessionId, atMs)
    deps.access.announceChange(tx, userId)
    return {
      codes: await writeRecoveryCodes(tx, userId),
      device: wasPending ? await knowBrowser(deps, tx, caller, { tokens: browser.tokens, atMs }) : null,
    }
  })
  if (device !== null) browser.keep(device.token, device.before)
  return codes
}

/** The gate has asked for a step-up proof. */
export async function renewOwnRecoveryCodes(
  { store }: UseCaseDeps,
  { caller, commit }: Asking,
): Promise<string[]> {
  if (!(await hasSecondFactor(store.read, caller.userId))) throw new AppError(sessionErrors.second_factor_off)
  return commit((tx) => writeRecoveryCodes(tx, caller.userId))
}

/** Asks for both factors: neither a stolen session nor a stolen phone takes the protection away. */
export async function disableOwnSecondFactor(
  deps: UseCaseDeps,
  given: { password: string; code: string },
  asking: Asking,
): Promise<void> {
  const { userId, sessionId } = asking.caller
  if (await isForced(deps, userId)) throw new AppError(sessionErrors.second_factor_forced)
  await checkOwnPassword(deps, asking, given.password)
  if (!(await hasSecondFactor(deps.store.read, userId))) throw new AppError(sessionErrors.second_factor_off)
  const proof = await checkOwnCode(deps, asking, given.code)
  await asking.commit(async (tx) => {
    if (!(await takeProof(tx, userId, proof))) throw codeWrong()
    await completeSession(tx, sessionId, deps.nowMs())
    deps.access.announceChange(tx, userId)
    await tx.deleteFrom('second_factor').where('user_id', '=', userId).execute()
    await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  })
}
