import { hmacHex, isSameDigest } from './digest.ts'
import type { NonceMemory } from './nonce-memory.ts'

export const ENTER_HASH_LIFETIME_MS = 60_000

/** What an Enter (command 1001, S3.11) proves; `nonce` is lower-case hex. */
export interface EnterProof {
  sId: number
  deviceId: string
  ver: string
  hashKey: string
}

const ENTER_HASH = /^(\d{1,16})\.([0-9a-f]{16,64})\.([0-9a-f]{64})$/

/** The separator and control characters would let two different proofs have one text. */
const AMBIGUOUS = /[|\p{Cc}]/u

function signedText(proof: EnterProof, ts: string, nonce: string): string {
  return ['enter', String(proof.sId), proof.deviceId, proof.ver, ts, nonce].join('|')
}

/**
 * `<tsMs>.<nonceHex>.<hmac>`, the HMAC-SHA256 taken over `enter|sId|deviceId|ver|ts|nonce`.
 * Throws RangeError when deviceId or ver holds a separator or control character.
 */
export function enterHash(proof: EnterProof, tsMs: number, nonce: string): string {
  if (AMBIGUOUS.test(proof.deviceId) || AMBIGUOUS.test(proof.ver)) {
    throw new RangeError('deviceId and ver hold no | and no control character')
  }
  return `${tsMs}.${nonce}.${hmacHex(proof.hashKey, signedText(proof, String(tsMs), nonce))}`
}

/** Accepts a hash once and for 60 s. */
export function verifyEnterHash(
  hash: string,
  proof: EnterProof,
  nowMs: number,
  nonces: NonceMemory,
): { ok: true } | { ok: false; reason: string } {
  const [, ts, nonce, digest] = ENTER_HASH.exec(hash) ?? []
  if (ts === undefined || nonce === undefined || digest === undefined) {
    return { ok: false, reason: 'the enter hash has the wrong form' }
  }
  if (AMBIGUOUS.test(proof.deviceId) || AMBIGUOUS.test(proof.ver)) {
    return { ok: false, reason: 'deviceId and ver hold no | and no control character' }
  }
  if (!isSameDigest(hmacHex(proof.hashKey, signedText(proof, ts, nonce)), digest)) {
    return { ok: false, reason: 'the enter hash does not match' }
  }
  if (Math.abs(Number(ts) - nowMs) > ENTER_HASH_LIFETIME_MS)
    return { ok: false, reason: 'the enter hash has expired' }
  if (!nonces.remember(`enter.${nonce}`, nowMs))
    return { ok: false, reason: 'the enter hash was used before' }
  return { ok: true }
}
