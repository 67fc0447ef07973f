import { AppError } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { sessionErrors } from '../../contract/index.ts'
import { accountSubject, addressSubject } from './login-throttle.ts'
import { checkSecondFactor } from '../second-factor/second-factor.ts'
import type { Proof, Purpose } from '../second-factor/second-factor.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

/** The signed-in user and where they ask from. */
export interface Asker {
  caller: Caller
  address: string
}

/**
 * Counts a guess at the caller's own secret like a failed login: a stolen session must not find it out.
 * `check` gives null when it was wrong, which throws `error`.
 */
async function countedGuess<T>(
  deps: UseCaseDeps,
  { caller, address }: Asker,
  // Counted apart: who knows the password must not wipe out their wrong codes with it.
  guess: { of: 'password' | 'code'; check: () => Promise<T | null>; error: AppError },
): Promise<T> {
  const { check, error } = guess
  const subject = accountSubject(`${guess.of} ${caller.userId}`)
  const attempt = await deps.throttle.attempt(subject, addressSubject(address))
  const found = await check().catch(async (fault: unknown) => {
    await attempt.undone()
    throw fault
  })
  if (found === null) throw error
  await attempt.succeeded()
  return found
}

/** Throws `error` (by default `password_wrong`) unless it is the caller's password. */
export async function checkOwnPassword(
  deps: UseCaseDeps,
  asker: Asker,
  password: string,
  error = new AppError(sessionErrors.password_wrong, { field: 'password' }),
): Promise<void> {
  const account = await deps.store.read
    .selectFrom('user_account')
    .select('password_hash')
    .where('id', '=', asker.caller.userId)
    .executeTakeFirstOrThrow()
  const verify = async () => ((await deps.hasher.verify(password, account.password_hash)) ? true : null)
  await countedGuess(deps, asker, { of: 'password', check: verify, error })
}

/** Throws `code_wrong` unless it is a code of the caller's second factor; what it gives is still to be taken. */
export function checkOwnCode(
  deps: UseCaseDeps,
  asker: Asker,
  code: string,
  purpose: Purpose = 'sign-in',
): Promise<Proof> {
  const check = () => checkSecondFactor(deps, asker.caller.userId, code, purpose)
  return countedGuess(deps, asker, { of: 'code', check, error: codeWrong() })
}

export const codeWrong = () => new AppError(sessionErrors.code_wrong, { field: 'code' })
