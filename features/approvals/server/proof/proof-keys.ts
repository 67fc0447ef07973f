import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign as signBytes } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { holdsAtPlace } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { ProofKey } from '@qd/system/contract'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { KEY_RENEWED, approvalErrors, editPolicies } from '../../contract/index.ts'
import type { proofKeyList, proofKeyRenew, proofKeyRevoke } from '../../contract/index.ts'
import type { ApprovalTables, StoredProofKey } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import type { ProofSignature } from './proof-file.ts'

/*
 * Proofs are signed with Ed25519 (RFC 8032). One key is active; its private half is sealed by the master key. The span of a
 * key are the rows of the audit between the one of its making and the one of its end.
 */

const ACTIVE = 'active'
const placeOf = (fingerprint: string) => `approval_proof_key/${fingerprint}/sealed`

/** SHA-256 of the public key as SPKI (RFC 5280) in DER, hex. */
export const fingerprintOf = (spki: Buffer): string => hash('sha256', spki, 'hex')

function newKey({ secretBox, nowMs }: UseCaseDeps, requestId: string): StoredProofKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const fingerprint = fingerprintOf(spki)
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    fingerprint,
    slot: ACTIVE,
    public_key: spki.toString('base64'),
    sealed: secretBox.seal(pem, placeOf(fingerprint)),
    state: 'active',
    made_at: nowMs(),
    made_in: requestId,
    ended_at: null,
    ended_in: null,
    from_seq: null,
    to_seq: null,
  }
}

const readKeys = ({ store }: Pick<UseCaseDeps, 'store'>): Promise<StoredProofKey[]> =>
  store.read.selectFrom('approval_proof_key').selectAll().orderBy('made_at', 'desc').execute()

/** Looks up the rows of the audit in which a key began and ended, where they are not known yet. */
async function keepSpan(deps: UseCaseDeps, key: StoredProofKey): Promise<void> {
  const isKnown = key.from_seq !== null && (key.to_seq !== null || key.ended_in === null)
  if (isKnown) return
  const calls = [key.made_in, ...(key.ended_in === null ? [] : [key.ended_in])]
  const rows = await deps.chainOf(key.fingerprint, calls)
  const seqIn = (requestId: string | null) =>
    rows.find(({ kind, entry }) => {
      const said = parseJsonText(entry) as { entry?: { requestId?: string } }
      return kind === 'commit' && requestId !== null && said.entry?.requestId === requestId
    })?.seq ?? null
  const span = { from_seq: seqIn(key.made_in), to_seq: seqIn(key.ended_in) }
  await deps.store.write((tx) =>
    tx.updateTable('approval_proof_key').set(span).where('fingerprint', '=', key.fingerprint).execute(),
  )
}

/** After a change of keys, and before they are listed: a crash in between leaves a span to be looked up. */
async function keepSpans(deps: UseCaseDeps): Promise<void> {
  for (const key of await readKeys(deps)) await keepSpan(deps, key)
}

const pemOf = (spkiBase64: string): string =>
  createPublicKey({ key: Buffer.from(spkiBase64, 'base64'), type: 'spki', format: 'der' })
    .export({ type: 'spki', format: 'pem' })
    .toString()

/** Every key there was, the newest first, as anybody may know them. */
export async function publicKeys(deps: Pick<UseCaseDeps, 'store'>): Promise<ProofKey[]> {
  return (await readKeys(deps)).map((key) => publicOf(key))
}

const publicOf = (key: StoredProofKey): ProofKey => ({
  fingerprint: key.fingerprint,
  publicKey: pemOf(key.public_key),
  state: key.state,
  from: key.from_seq,
  to: key.to_seq,
})

export async function listProofKeys(
  deps: UseCaseDeps,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof proofKeyList>> {
  await keepSpans(deps)
  const keys = (await readKeys(deps)).map((key) => ({
    ...publicOf(key),
    madeAt: key.made_at,
    endedAt: key.ended_at,
  }))
  return { keys, isSealed: !deps.secretBox.isOpen, mayEdit: holdsAtPlace(ctx.caller, editPolicies, {}) }
}

const keysChanged = () => new AppError(approvalErrors.approval_key_changed, { field: 'fingerprint' })

/** Ends a key in this state; throws where it was not in the state that somebody saw. */
async function endKey(
  deps: UseCaseDeps,
  tx: AnyTx,
  end: {
    fingerprint: string
    from: readonly StoredProofKey['state'][]
    to: 'retired' | 'revoked'
    call: string
  },
): Promise<void> {
  const db: Kysely<ApprovalTables> = tx
  const ended = await db
    .updateTable('approval_proof_key')
    .set({ slot: end.fingerprint, state: end.to, ended_at: deps.nowMs(), ended_in: end.call })
    .where('fingerprint', '=', end.fingerprint)
    .where('state', 'in', end.from)
    .returning('fingerprint')
    .executeTakeFirst()
  if (ended === undefined) throw keysChanged()
}

/** Throws where another became active meanwhile. */
async function insertKey(tx: AnyTx, row: StoredProofKey): Promise<void> {
  const db: Kysely<ApprovalTables> = tx
  const made = await db
    .insertInto('approval_proof_key')
    .values(row)
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .returning('fingerprint')
    .executeTakeFirst()
  if (made === undefined) throw keysChanged()
}

/** Retires the active key and makes another; what the old one signed stays proven within its span. */
export async function renewProofKey(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof proofKeyRenew>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof proofKeyRenew>> {
  const row = newKey(deps, ctx.requestId)
  const active = await activeKey(deps)
  if ((active?.fingerprint ?? '') !== body.fingerprint) throw keysChanged()
  await ctx.commit(async (tx: AnyTx) => {
    if (body.fingerprint !== '') {
      const end = { fingerprint: body.fingerprint, to: 'retired', call: ctx.requestId } as const
      await endKey(deps, tx, { ...end, from: ['active'] })
    }
    await insertKey(tx, row)
    ctx.note({ fingerprint: row.fingerprint, retired: body.fingerprint })
  })
  await keepSpans(deps)
  return { fingerprint: row.fingerprint }
}

/** Somebody else may have the key: nothing it signed is proven any more. The next proof makes another. */
export async function revokeProofKey(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof proofKeyRevoke>,
  ctx: CallContext,
): Promise<null> {
  const known = await deps.store.read
    .selectFrom('approval_proof_key')
    .select('state')
    .where('fingerprint', '=', body.fingerprint)
    .executeTakeFirst()
  if (known === undefined || known.state === 'revoked') throw keysChanged()
  await ctx.commit(async (tx: AnyTx) => {
    const end = { fingerprint: body.fingerprint, to: 'revoked', call: ctx.requestId } as const
    await endKey(deps, tx, { ...end, from: ['active', 'retired'] })
    ctx.note({ fingerprint: body.fingerprint })
  })
  await keepSpans(deps)
  return null
}

const activeKey = ({ store }: Pick<UseCaseDeps, 'store'>) =>
  store.read.selectFrom('approval_proof_key').selectAll().where('slot', '=', ACTIVE).executeTakeFirst()

/** The first key, in the name of the one who asked for the first proof. */
async function makeFirst(deps: UseCaseDeps, ctx: CallContext): Promise<void> {
  const row = newKey(deps, ctx.requestId)
  const { caller } = ctx
  const entry = {
    requestId: ctx.requestId,
    actorId: caller.userId,
    actor: caller.name,
    sessionId: caller.sessionId,
    address: ctx.address,
    action: KEY_RENEWED,
    risk: 'R1' as const,
    scope: '*',
    target: row.fingerprint,
    reason: '',
    detail: { fingerprint: row.fingerprint, retired: '' },
  }
  await deps.audit.commit(entry, (tx) => insertKey(tx, row))
  await keepSpans(deps)
}

/** Signs bytes, at a row of the audit that lies in the span of its key. */
export interface ProofSigner {
  head: { seq: number; hash: string }
  sign(bytes: Buffer): ProofSignature
}

/** The active key, made now where there is none. */
async function ensureKey(deps: UseCaseDeps, ctx: CallContext): Promise<StoredProofKey> {
  const before = await activeKey(deps)
  if (before !== undefined) return before
  // Where another node was first, its key is the one.
  const failure = await makeFirst(deps, ctx).catch((error: unknown) => error)
  const made = await activeKey(deps)
  if (made === undefined) throw failure ?? keysChanged()
  return made
}

/** Throws `secrets_sealed` without the master key. */
export async function signerOf(deps: UseCaseDeps, ctx: CallContext): Promise<ProofSigner> {
  const { fingerprint, public_key: publicKey, sealed } = await ensureKey(deps, ctx)
  const head = await deps.auditHead()
  // Active before and after: then the row lies between its first and its last.
  if ((await activeKey(deps))?.fingerprint !== fingerprint) throw keysChanged()
  const privateKey = createPrivateKey(deps.secretBox.open(sealed, placeOf(fingerprint)))
  const sign = (bytes: Buffer): ProofSignature => ({
    algorithm: 'Ed25519',
    fingerprint,
    publicKey,
    value: signBytes(null, bytes, privateKey).toString('base64'),
  })
  return { head, sign }
}
