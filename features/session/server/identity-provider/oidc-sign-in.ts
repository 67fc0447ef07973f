import { AppError, coreErrors } from '@qd/contract-kit'
import { addressKey } from '@qd/server-kit'
import { count } from '@qd/store'
import type { Kysely } from 'kysely'
import { finishOidc, oidcCallback, sessionErrors } from '../../contract/index.ts'
import type { LoginReply } from '../../contract/index.ts'
import { callEntry } from '../call-entry.ts'
import type { CallSource } from '../call-entry.ts'
import { tellAccepted } from '../links/tell-accepted.ts'
import { keepProviderProof } from './provider-proof.ts'
import { findExternalUser } from './find-external-user.ts'
import type { ExternalPerson, IdentityProvider, OidcSettings } from './identity-provider.ts'
import { returnPlace, startSubject, takePlace } from '../sign-in/login-throttle.ts'
import { linkHash } from '../links/one-time-links.ts'
import { hashToken, isTokenShaped, newToken } from '../tokens/opaque-token.ts'
import { openSession } from '../sign-in/open-session.ts'
import type { SignInSource } from '../sign-in/open-session.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { SessionTables } from '../session-tables.ts'
import { replyFor } from '../sessions/user-info.ts'

/** How long somebody may take at the provider. */
export const TRANSACTION_MS = 10 * 60_000
/** How long the page may take to fetch its session. */
const HANDOVER_MS = 60_000
/** Beginning is open to anybody; more than this at once is no company signing in. */
const MOST_TRANSACTIONS = 10_000

export interface OidcDesk {
  deps: UseCaseDeps
  settings: OidcSettings
  provider: IdentityProvider
}

/** What the way back finds its sign-in by; for a step-up also whose it is. */
export interface BeginningAsked {
  redirect?: string | undefined
  code?: string | undefined
  browser: string
  address: string
  stepUp?: { sessionId: string; action: string }
}

const verifierPlace = (stateHash: string) => `oidc_transaction:${stateHash}:verifier`
const failed = (cause: unknown) => new AppError(sessionErrors.oidc_failed, { cause })

/** Begins: remembers what the way back is checked by, bound to this browser. Gives where to go. */
export async function startOidcSignIn(
  { deps, provider }: OidcDesk,
  asked: BeginningAsked,
): Promise<{ address: string }> {
  const [state, nonce, verifier] = [newToken(), newToken(), newToken()]
  const asksAgain = asked.stepUp !== undefined
  const address = await provider
    .authorizationAddress({ state, nonce, verifier, asksAgain })
    .catch((error: unknown) => {
      throw failed(error)
    })
  const atMs = deps.nowMs()
  const stateHash = hashToken(state)
  const row = {
    state_hash: stateHash,
    browser_hash: hashToken(asked.browser),
    nonce,
    verifier: deps.secretBox.seal(verifier, verifierPlace(stateHash)),
    link_hash: asked.code === undefined ? null : linkHash(asked.code),
    redirect: asked.redirect ?? '',
    step_up_session: asked.stepUp?.sessionId ?? null,
    step_up_action: asked.stepUp?.action ?? null,
    expires_at: atMs + TRANSACTION_MS,
  }
  await deps.store.write(async (tx) => {
    // Beside the cap for all, so that one address cannot use that up for everybody.
    await takePlace(tx, startSubject(asked.address), atMs)
    const open = await count(tx, 'oidc_transaction', (each) => each.where('expires_at', '>', atMs))
    if (open >= MOST_TRANSACTIONS) throw new AppError(coreErrors.overloaded)
    await tx.insertInto('oidc_transaction').values(row).execute()
  })
  return { address }
}

/** Takes the transaction of this browser away; of parallel calls one gets it. Its address may begin another one. */
async function takeTransaction(
  deps: UseCaseDeps,
  { state, browser, address }: { state: string; browser: string; address: string },
) {
  const stateHash = hashToken(state)
  const row = await deps.store.write(async (tx) => {
    const taken = await tx
      .deleteFrom('oidc_transaction')
      .where('state_hash', '=', stateHash)
      .where('browser_hash', '=', hashToken(browser))
      .returningAll()
      .executeTakeFirst()
    if (taken !== undefined) await returnPlace(tx, startSubject(address), taken.expires_at - TRANSACTION_MS)
    return taken
  })
  if (row === undefined || deps.nowMs() >= row.expires_at) throw new AppError(sessionErrors.oidc_expired)
  return { ...row, verifier: deps.secretBox.open(row.verifier, verifierPlace(stateHash)) }
}

/** Finds or links the account and leaves a code of one use for the page, in one transaction with the audit row. */
async function handOver(
  { deps, settings }: OidcDesk,
  person: ExternalPerson,
  how: { linkHash: string | null; browser: string; source: CallSource },
): Promise<string> {
  const code = newToken()
  const atMs = deps.nowMs()
  const entry = callEntry(how.source, oidcCallback.title, {
    target: person.username,
    detail: { issuer: person.issuer, groups: person.groups },
  })
  await deps.audit.commit(entry, async (tx) => {
    const db: Kysely<SessionTables> = tx
    const finding = { person, linkHash: how.linkHash, createsUsers: settings.createsUsers, atMs }
    const { id, hasAccepted } = await findExternalUser(db, finding)
    if (hasAccepted) await tellAccepted(deps, db, id)
    if (person.groups !== null) await deps.access.syncExternalGroups(tx, id, person.groups)
    deps.access.announceChange(tx, id)
    const expiresAt = atMs + HANDOVER_MS
    await db
      .insertInto('oidc_handover')
      .values({
        code_hash: hashToken(code),
        browser_hash: hashToken(how.browser),
        user_id: id,
        expires_at: expiresAt,
      })
      .execute()
  })
  return code
}

/**
 * The way back from the provider: gives the one-use code for the page, and where it goes afterwards; null: it was a
 * step-up, and its proof lies ready. `onStepUp` is called as soon as that is known.
 */
export async function returnFromProvider(
  desk: OidcDesk,
  given: { query: string; browser: string; onStepUp: () => void },
  source: CallSource,
): Promise<{ code: string; redirect: string } | null> {
  const { deps, provider } = desk
  const state = new URLSearchParams(given.query).get('state') ?? ''
  if (!isTokenShaped(state) || !isTokenShaped(given.browser)) {
    throw new AppError(sessionErrors.oidc_expired)
  }
  const taken = await takeTransaction(deps, { state, browser: given.browser, address: source.address })
  const { nonce, verifier, redirect, step_up_session: sessionId, step_up_action: action } = taken
  if (sessionId !== null) given.onStepUp()
  const person = await provider
    .personBehind(given.query, { state, nonce, verifier })
    .catch((error: unknown) => {
      throw failed(error)
    })
  const startedAt = taken.expires_at - TRANSACTION_MS
  if (sessionId !== null && action !== null) {
    await keepProviderProof(deps, { person, sessionId, action, startedAt }, source)
    return null
  }
  const how = { linkHash: taken.link_hash, browser: given.browser, source }
  return { code: await handOver(desk, person, how), redirect }
}

/** Notes a refused way back, at most once a minute and address. */
export async function noteRefusedReturn(
  { deps }: OidcDesk,
  error: AppError,
  source: CallSource,
): Promise<void> {
  if (!deps.throttledNews.isNew(`oidc ${addressKey(source.address)}`, deps.nowMs())) return
  const { status, code } = error.def
  await deps.audit.event(callEntry(source, oidcCallback.title), { status, code })
}

/** Opens the session that the page's code stands for. */
export async function finishOidcSignIn(
  { deps }: OidcDesk,
  given: { code: string; browser: string },
  source: SignInSource,
): Promise<LoginReply> {
  const { code, browser } = given
  if (!isTokenShaped(code) || !isTokenShaped(browser)) throw new AppError(sessionErrors.oidc_expired)
  const found = await deps.store.read
    .selectFrom('oidc_handover')
    .innerJoin('user_account', 'user_account.id', 'oidc_handover.user_id')
    .select(['user_account.id', 'user_account.username', 'user_account.must_use_second_factor'])
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst()
  if (found === undefined) throw new AppError(sessionErrors.oidc_expired)
  const take = async (tx: Kysely<SessionTables>, atMs: number) => {
    const row = await tx
      .deleteFrom('oidc_handover')
      .where('code_hash', '=', hashToken(code))
      .where('browser_hash', '=', hashToken(browser))
      .where('expires_at', '>', atMs)
      .returning('user_id')
      .executeTakeFirst()
    const account = await tx
      .selectFrom('user_account')
      .select('id')
      .where('id', '=', row?.user_id ?? '')
      .where('disabled', '=', 0)
      .executeTakeFirst()
    if (account === undefined) throw new AppError(sessionErrors.oidc_expired)
  }
  const opening = { account: found, source, action: finishOidc.title, isExternal: true, take }
  return replyFor(deps, await openSession(deps, opening))
}
