import { AppError } from '@qd/contract-kit'
import { addressKey } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { login, sessionErrors } from '../../contract/index.ts'
import type { LoginReply } from '../../contract/index.ts'
import { foldUsername } from '../accounts/accounts.ts'
import { callEntry } from '../call-entry.ts'
import { findDevice } from '../devices/known-devices.ts'
import { accountSubject, addressSubject, deviceSubject } from './login-throttle.ts'
import type { Attempt } from './login-throttle.ts'
import { openSession } from './open-session.ts'
import type { SignInSource } from './open-session.ts'
import {
  asksAtSignIn,
  checkSecondFactor,
  hasSecondFactor,
  takeProof,
} from '../second-factor/second-factor.ts'
import type { Proof } from '../second-factor/second-factor.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { AccountRow, SessionTables } from '../session-tables.ts'
import { replyFor } from '../sessions/user-info.ts'

export interface Credentials {
  username: string
  password: string
  otp?: string | undefined
}

/** Where a login came from, and by which of the two calls. */
export interface LoginSource extends SignInSource {
  isByQuery: boolean
}

type FailureCode = 'login_failed' | 'login_throttled' | 'second_factor_required' | 'second_factor_wrong'

interface Checked {
  account: AccountRow | undefined
  /** What is wrong; null: everything fits so far. */
  code: FailureCode | null
  proof: Proof | null
}

/** Throttled, hashed, audited login (S4.03, S7.02); an unknown or disabled user gets the answer of a wrong password. */
export function logIn(deps: UseCaseDeps, given: Credentials, source: LoginSource): Promise<LoginReply> {
  return deps.loginQueue(() => logInNow(deps, given, source))
}

async function logInNow(deps: UseCaseDeps, given: Credentials, source: LoginSource): Promise<LoginReply> {
  const usernameLower = foldUsername(given.username)
  const asked = { usernameLower, atMs: deps.nowMs() }
  const deviceId = await findDevice(deps.store.read, source.browser.tokens, asked)
  const attempt = await takeAttempt(deps, { usernameLower, deviceId }, source)
  const { account, code, opened } = await tryToOpen(
    deps,
    { ...given, usernameLower, deviceId },
    source,
  ).catch(async (error: unknown) => {
    // Overload or a failing store decided nothing about the password.
    await attempt.undone()
    throw error
  })
  if (opened !== null) {
    await attempt.succeeded()
    return replyFor(deps, opened)
  }
  // The password was right and the page only has to ask for the code: no guess, and nothing to tell of.
  if (code === 'second_factor_required') await attempt.undone()
  else await auditFailure(deps, source, { usernameLower, code, account })
  throw new AppError(sessionErrors[code], code === 'login_failed' ? {} : { field: 'otp' })
}

async function tryToOpen(deps: UseCaseDeps, given: Credentials & Guessed, source: LoginSource) {
  const { account, code, proof } = await check(deps, given)
  if (code !== null || account === undefined) {
    return { account, code: code ?? ('login_failed' as const), opened: null }
  }
  const take = (tx: Kysely<SessionTables>) => takeLogin(deps, tx, { account, proof })
  const isKnownDevice = given.deviceId !== null
  const detail = {
    isByQuery: source.isByQuery,
    isKnownDevice,
    ...(proof === null ? {} : { secondFactor: kindOf(proof) }),
  }
  try {
    const isProven = proof !== null
    const opened = await openSession(deps, { account, source, action: login.title, detail, isProven, take })
    return { account, code: 'login_failed' as const, opened }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const refused = (['login_failed', 'second_factor_wrong'] as const).find(
      (each) => error.def === sessionErrors[each],
    )
    if (refused === undefined) throw error
    return { account, code: refused, opened: null }
  }
}

const kindOf = (proof: Proof) => ('step' in proof ? 'totp' : 'recovery code')

/** The password first: only who has it learns whether there is a second factor. */
async function check(deps: UseCaseDeps, given: Credentials & { usernameLower: string }): Promise<Checked> {
  const account = await deps.store.read
    .selectFrom('user_account')
    .selectAll()
    .where('username_lower', '=', given.usernameLower)
    .executeTakeFirst()
  const isRight = await deps.hasher.verify(given.password, account?.password_hash)
  if (!isRight || account?.disabled !== 0) return { account, code: 'login_failed', proof: null }
  if (!(await hasSecondFactor(deps.store.read, account.id))) return { account, code: null, proof: null }
  const typed = given.otp?.trim() ?? ''
  if (typed === '') {
    const isAsked = await asksAtSignIn(deps.store.read, factorOf(deps, account))
    return { account, code: isAsked ? 'second_factor_required' : null, proof: null }
  }
  const proof = await checkSecondFactor(deps, account.id, typed)
  return { account, code: proof === null ? 'second_factor_wrong' : null, proof }
}

const factorOf = ({ requiresSecondFactor }: UseCaseDeps, account: AccountRow) => ({
  userId: account.id,
  isForced: requiresSecondFactor || account.must_use_second_factor === 1,
})

interface Taken {
  account: AccountRow
  proof: Proof | null
}

/** Throws when the account changed meanwhile, or when the code was used by somebody faster. */
async function takeLogin(
  deps: UseCaseDeps,
  tx: Kysely<SessionTables>,
  { account, proof }: Taken,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('user_account')
    .set({ disabled: 0 })
    .where('id', '=', account.id)
    .where('disabled', '=', 0)
    .where('password_hash', '=', account.password_hash)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new AppError(sessionErrors.login_failed)
  // Set up between the check and now: then a code is owed after all.
  if (proof === null && (await asksAtSignIn(tx, factorOf(deps, account)))) {
    throw new AppError(sessionErrors.login_failed)
  }
  if (proof !== null && !(await takeProof(tx, account.id, proof))) {
    throw new AppError(sessionErrors.second_factor_wrong)
  }
}

/** What failures count against: the name and the address, or the device alone that is known to the account. */
interface Guessed {
  usernameLower: string
  deviceId: string | null
}

/** Strangers who guess use up what strangers have; whoever signed in on this device before has places of their own. */
async function takeAttempt(
  deps: UseCaseDeps,
  { usernameLower, deviceId }: Guessed,
  source: LoginSource,
): Promise<Attempt> {
  try {
    if (deviceId !== null) return await deps.throttle.attempt(deviceSubject(deviceId))
    return await deps.throttle.attempt(accountSubject(usernameLower), addressSubject(source.address))
  } catch (error) {
    const isThrottled = error instanceof AppError && error.def === sessionErrors.login_throttled
    if (isThrottled && deps.throttledNews.isNew(addressKey(source.address), deps.nowMs())) {
      await auditFailure(deps, source, { usernameLower, code: 'login_throttled' })
    }
    throw error
  }
}

interface Failure {
  usernameLower: string
  code: FailureCode
  account?: AccountRow | undefined
}

async function auditFailure(deps: UseCaseDeps, source: LoginSource, failure: Failure): Promise<void> {
  const { account, code } = failure
  // An unknown name may be a password typed into the wrong field: only its keyed digest is kept.
  const target = account?.username ?? deps.secretBox.digest(failure.usernameLower)
  const detail = { isByQuery: source.isByQuery }
  const { status } = sessionErrors[code]
  await deps.audit.event(callEntry(source, login.title, { target, detail }), { status, code })
}
