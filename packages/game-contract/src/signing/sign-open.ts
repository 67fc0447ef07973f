import { hmacHex } from './digest.ts'
import { FROM_HEADER, SIGN_WINDOW_MS } from './headers.ts'
import type { HeaderBag } from './headers.ts'
import { isSignedBy, readSigningHeaders, signRequest } from './sign-request.ts'

/** A key of a server's record, as it is used towards the server. */
export interface OpenKey {
  keyId: string
  hashKey: string
}

interface OpenParts {
  method: string
  /** Path with query, or a whole address; only path and query are signed. */
  url: string
  /** The exact bytes on the wire; empty for GET. */
  body: Uint8Array | string
  /** The calling server, `game/platform/sId`. */
  from: string
}

export interface OpenRequestToSign extends OpenParts, OpenKey {
  /** Real time, never game time. */
  tsMs: number
  /** 16 bytes as lower-case hex, new for every request. */
  nonce: string
}

export interface OpenRequestToVerify extends OpenParts {
  headers: HeaderBag
  /** All that are active; several may share a key id. */
  keys: readonly OpenKey[]
  nowMs: number
}

type VerifiedOpenRequest =
  /** `key` signs the answer. */
  | { ok: true; key: string; nonce: string; sentAtMs: number }
  /** `clock`: the signature is right, the time is not; the answer can be signed. */
  | { ok: false; fault: 'clock'; key: string; nonce: string; skewMs: number }
  | { ok: false; fault: 'signature' }

/**
 * The key for calls to the console. It follows from the server's key, so there is nothing more to set up, and what is
 * signed for one direction is worth nothing in the other. As every key it is text: the HMAC takes its hex letters.
 */
export function openKeyOf(hashKey: string): string {
  return hmacHex(hashKey, 'open/v1')
}

/** The five headers of a call from a game server to the console. */
export function signOpenRequest({ from, hashKey, ...request }: OpenRequestToSign): Record<string, string> {
  const signed = signRequest({ ...request, serverId: from, hashKey: openKeyOf(hashKey) })
  return { ...signed, [FROM_HEADER]: from }
}

/** No nonce is remembered: each call of this direction may arrive twice without harm. */
export function verifyOpenRequest(request: OpenRequestToVerify): VerifiedOpenRequest {
  const signed = readSigningHeaders(request.headers)
  if (typeof signed === 'string') return { ok: false, fault: 'signature' }
  const { ts, nonce } = signed
  const parts = { ...request, serverId: request.from }
  const candidates = request.keys.filter(({ keyId }) => keyId === signed.keyId)
  const key = candidates
    .map(({ hashKey }) => openKeyOf(hashKey))
    .find((each) => isSignedBy(parts, signed, each))
  if (key === undefined) return { ok: false, fault: 'signature' }
  const skewMs = Number(ts) - request.nowMs
  if (Math.abs(skewMs) > SIGN_WINDOW_MS) return { ok: false, fault: 'clock', key, nonce, skewMs }
  return { ok: true, key, nonce, sentAtMs: Number(ts) }
}
