import { createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, it } from 'vitest'
import type { ProofKeyView } from '../contract/index.ts'
import { sealedProof, unsealedProof, verifyProof } from './index.ts'
import type { TrustedKey } from './index.ts'
import type { ProofFile } from './proof/proof-file.ts'
import { bytesOf } from './proof/seal-proof.ts'
import { fingerprintOfKey, readTrustedKeys } from './proof/trusted-keys.ts'
import { aPolicy, approvalsWorld, grants, worldMigrations } from './testing/index.ts'

/** In the tests no row of an audit is kept; those of the real chain are tried with the whole console. */
const hashOfRow = (row: object) => hash('sha256', JSON.stringify(row), 'hex')
const ROW = {
  seq: 1,
  at: 1,
  kind: 'commit',
  ref: null,
  actor_id: 'id-bob',
  action: 'approvals.vote',
  scope: '*',
  status: 0,
  prev_hash: '',
}

/** A key that an attacker makes. */
function anyKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const fingerprint = fingerprintOfKey(publicKey)
  const signed = (proof: ProofFile) =>
    sealedProof(proof, {
      algorithm: 'Ed25519',
      fingerprint,
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      value: sign(null, bytesOf(proof), privateKey).toString('base64'),
    })
  const trusted: TrustedKey = { fingerprint, state: 'active', from: null, to: null }
  return { fingerprint, signed, trusted }
}

/** The vote of a file, and the row of the audit that tells of it, with all hashes made anew. */
function consistent(read: ProofFile, by: string): ProofFile {
  const { request, votes } = read
  const detail = { approval: request.id, decision: 'approve', hash: request.hash }
  const row = { ...ROW, actor_id: by, target: request.id, entry: JSON.stringify({ entry: { detail } }) }
  const person = { ...votes[0]!.by, id: by }
  return {
    ...read,
    votes: [{ ...votes[0]!, by: person, hash: request.hash }],
    chain: [{ ...row, hash: hashOfRow(row) }],
  }
}

describeOnBothDatabases('the proof of a request', worldMigrations, (open) => {
  async function begin() {
    const world = approvalsWorld(await open())
    await world.seed(aPolicy())
    const ann = world.signIn('ann', grants.author)
    const bob = world.signIn('bob', grants.approver)
    const pat = world.signIn('pat', grants.policies)
    const { id, hash: of } = (await world.submit(ann, { what: '灯 💡' })).body.data
    const vote = { id, hash: of, decision: 'approve' }
    expect((await bob.post('/platform/approvals/vote', vote)).http).toBe(200)
    const download = () => bob.post<string>('/platform/approvals/proof', { id })
    const keys = async () =>
      (await bob.post<{ keys: ProofKeyView[] }>('/platform/approvals/keys', {})).body.data.keys
    return { ...world, ann, bob, pat, id, hash: of, download, keys }
  }

  async function proof() {
    const key = anyKey()
    const { download } = await begin()
    const { proof: read, isWhole } = unsealedProof((await download()).raw)
    expect(isWhole).toBe(true)
    return { key, text: key.signed(consistent(read, 'id-bob')) }
  }
  const found = (text: string, ...keys: TrustedKey[]) => verifyProof(text, { hashOfRow, keys })
  const HOLDS = { problems: [], unproven: [] }

  it('does not hold with one byte changed, left out or put in, wherever it is', async () => {
    const { key, text } = await proof()
    expect(found(text, key.trusted)).toMatchObject(HOLDS)
    const bytes = Buffer.from(text)
    const unseen: [number, string][] = []
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes)
      flipped[at] = bytes[at]! ^ 1
      const shorter = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
      const longer = Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)])
      for (const [how, touched] of Object.entries({ flipped, shorter, longer })) {
        if (found(touched.toString('utf8'), key.trusted).problems.length === 0) unseen.push([at, how])
      }
    }
    expect(unseen).toEqual([])
  })

  it('closed and signed anew it does not hold either where it tells something else than the audit', async () => {
    const { key, text } = await proof()
    const { proof: read } = unsealedProof(text)
    const [vote] = read.votes
    const holds = (changed: ProofFile) => found(key.signed(changed), key.trusted).problems.length === 0
    expect(holds(read)).toBe(true)
    expect(holds({ ...read, votes: [{ ...vote!, decision: 'reject' }] })).toBe(false)
    expect(holds({ ...read, votes: [] })).toBe(false)
    const ended = { ...read.request, execution: 'succeeded' as const, endedAt: 5 }
    expect(holds({ ...read, request: ended })).toBe(false)
    expect(holds({ ...read, chain: read.chain.map((row) => ({ ...row, seq: 8 })) })).toBe(false)
  })

  it('is proven by the key of the console, and whoever changes value and approver cannot sign it', async () => {
    const { download, keys } = await begin()
    const { raw } = await download()
    const [own] = await keys()
    const listed = readTrustedKeys(JSON.stringify([own]))
    const byPrint: TrustedKey = { fingerprint: own!.fingerprint, state: 'active', from: null, to: null }
    // The rows of the audit are not in this world: of the signature nothing is wrong.
    const signatureOf = (text: string, ...trusted: TrustedKey[]) => {
      const { problems, unproven } = found(text, ...trusted)
      return [...problems.filter((problem) => !problem.startsWith('the audit has no row')), ...unproven]
    }
    expect(signatureOf(raw, ...listed)).toEqual([])
    expect(signatureOf(raw, ...readTrustedKeys(own!.publicKey))).toEqual([])
    expect(signatureOf(raw, byPrint)).toEqual([])
    expect(signatureOf(raw)[0]).toContain('was not compared with a key')

    const { proof: read, signature } = unsealedProof(raw)
    const [revision] = read.revisions
    const content = revision!.content.replace('灯', '金')
    const of = hash('sha256', content, 'hex')
    const forged = consistent(
      { ...read, request: { ...read.request, hash: of }, revisions: [{ ...revision!, content, hash: of }] },
      'id-eve',
    )
    const eve = anyKey()
    const evesOwn = unsealedProof(eve.signed(forged)).signature!
    expect(found(eve.signed(forged), eve.trusted)).toMatchObject(HOLDS)
    const tries: [string, string][] = [
      [sealedProof(forged, signature!), 'the signature is not of this content'],
      [eve.signed(forged), 'none of the keys you gave'],
      [sealedProof(forged, { ...evesOwn, fingerprint: own!.fingerprint }), 'does not have the fingerprint'],
      [sealedProof(forged), 'has no signature'],
      [sealedProof({ ...forged, format: 'quarterdeck-approval/1' }), 'signed no proofs'],
    ]
    for (const [text, why] of tries) expect(signatureOf(text, byPrint).join()).toContain(why)
  })

  it('by a retired key lies in its span of the audit, and by a revoked one proves nothing', async () => {
    const { key, text } = await proof()
    const { problems, unproven } = found(text)
    expect([problems, unproven.length]).toEqual([[], 1])
    const seq = unsealedProof(text).proof.head!.seq
    const retired = { ...key.trusted, state: 'retired' as const }
    const CASES: [TrustedKey, 'proven' | 'unproven' | 'refused'][] = [
      [{ ...retired, from: seq - 1, to: seq + 1 }, 'proven'],
      [{ ...retired, from: seq, to: seq }, 'proven'],
      [{ ...retired, from: seq - 9, to: seq - 1 }, 'refused'],
      [{ ...retired, from: seq + 1, to: seq + 9 }, 'refused'],
      [{ ...retired, from: null, to: seq }, 'unproven'],
      [{ ...key.trusted, from: seq + 1 }, 'refused'],
      [{ ...key.trusted, state: 'revoked', from: 1, to: seq + 9 }, 'refused'],
    ]
    const verdicts = CASES.map(([trusted]) => {
      const verdict = found(text, trusted)
      if (verdict.problems.length > 0) return 'refused'
      return verdict.unproven.length > 0 ? 'unproven' : 'proven'
    })
    expect(verdicts).toEqual(CASES.map(([, expected]) => expected))
  })

  it('is signed by one key until somebody renews or revokes it', async () => {
    const { pat, bob, proven, keys, download } = await begin()
    expect(await keys()).toEqual([])
    const signedBy = async () => unsealedProof((await download()).raw).signature!.fingerprint
    const first = await signedBy()
    expect(await signedBy()).toBe(first)
    const renew = (as: typeof pat, fingerprint: string) => () =>
      as.post<{ fingerprint: string }>('/platform/approvals/keys/renew', { fingerprint, reason: 'yearly' })
    expect((await renew(bob, first)()).body.err?.code).toBe('forbidden')
    const asked = await renew(pat, first)()
    expect(asked.body.err?.code).toBe('step_up_needed')
    const { fingerprint: second } = (await proven(renew(pat, first))).body.data
    expect(await signedBy()).toBe(second)
    // Somebody who saw the old one.
    expect((await proven(renew(pat, first))).body.err?.code).toBe('approval_key_changed')
    const revoke = (fingerprint: string) => () =>
      pat.post('/platform/approvals/keys/revoke', { fingerprint, reason: 'stolen' })
    expect((await proven(revoke(first))).http).toBe(200)
    expect((await proven(revoke(second))).http).toBe(200)
    expect((await proven(revoke(second))).body.err?.code).toBe('approval_key_changed')
    const third = await signedBy()
    const states = (await keys()).map(({ fingerprint, state }) => [fingerprint, state])
    expect(Object.fromEntries(states)).toEqual({ [first]: 'revoked', [second]: 'revoked', [third]: 'active' })
    const shown = createPublicKey((await keys()).find(({ fingerprint }) => fingerprint === third)!.publicKey)
    expect(fingerprintOfKey(shown)).toBe(third)
  })

  it('waits for the master key, while requests are decided and executed', async () => {
    const { box, download, submit, ann, bob, detail } = await begin()
    expect((await download()).http).toBe(200)
    box.isOpen = false
    const { id, hash: of } = (await submit(ann, { what: 'gold' })).body.data
    expect((await bob.post('/platform/approvals/vote', { id, hash: of, decision: 'approve' })).http).toBe(200)
    const refused = await download()
    expect([refused.http, refused.body.err?.code]).toEqual([503, 'secrets_sealed'])
    expect((await detail(bob, id)).status).toBe(5)
    box.isOpen = true
    expect((await download()).http).toBe(200)
  })
})
