import { AppError } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { giveStepUp, sessionErrors } from '../../contract/index.ts'
import { hasSecondFactor } from '../second-factor/second-factor.ts'
import { codeWrong } from '../sign-in/guess.ts'
import { callEntry } from '../call-entry.ts'
import type { CallSource } from '../call-entry.ts'
import type { SessionTables } from '../session-tables.ts'
import { keepProof } from '../step-up/step-up-proofs.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { ExternalPerson } from './identity-provider.ts'

/** As far as the clocks of console and provider may differ. */
const CLOCKS_DIFFER_MS = 60_000

interface ProviderProof {
  person: ExternalPerson
  sessionId: string
  action: string
  /** When the second window began. */
  startedAt: number
}

/** The open session that began it, and whose account the provider has vouched for just now. */
async function findOwner({ store, nowMs }: UseCaseDeps, { person, sessionId }: ProviderProof) {
  return store.read
    .selectFrom('external_identity')
    .innerJoin('session', 'session.user_id', 'external_identity.user_id')
    .innerJoin('user_account', 'user_account.id', 'external_identity.user_id')
    .select(['user_account.id as userId', 'user_account.username', 'session.id as sessionId'])
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .where('session.id', '=', sessionId)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', nowMs())
    .where('user_account.disabled', '=', 0)
    .executeTakeFirst()
}

/**
 * Keeps the proof of who signed in again at the provider: it must be the account of the session that began, and the
 * provider must have asked for the credentials since. Throws `step_up_other_account` or `oidc_expired`.
 */
export async function keepProviderProof(
  deps: UseCaseDeps,
  proof: ProviderProof,
  source: CallSource,
): Promise<void> {
  const { person, action, startedAt } = proof
  const at = person.authenticatedAt
  if (at === null || at < startedAt - CLOCKS_DIFFER_MS) throw new AppError(sessionErrors.oidc_expired)
  const actor = await findOwner(deps, proof)
  if (actor === undefined) throw new AppError(sessionErrors.step_up_other_account)
  const entry = callEntry(source, giveStepUp.title, { actor, detail: { action, way: 'provider' } })
  await deps.audit.commit(entry, async (tx) => {
    const db: Kysely<SessionTables> = tx
    // One set up meanwhile is asked for: a sign-in at the provider proves nothing any more.
    if (await hasSecondFactor(db, actor.userId)) throw codeWrong()
    await keepProof(db, { ...actor, action }, { way: 'provider', givenAt: deps.nowMs() })
  })
}
