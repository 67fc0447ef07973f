import { hmacHex, isSameDigest, sha256Hex } from './digest.ts'
import {
  headerOf,
  KEY_HEADER,
  NONCE_HEADER,
  SIGN_HEADER,
  SIGN_VERSION,
  SIGN_WINDOW_MS,
  TIME_HEADER,
} from './headers.ts'
import type { HeaderBag } from './headers.ts'
import type { NonceMemory } from './nonce-memory.ts'

export interface SignedParts {
  method: string
  /** Path with query, or a whole address; only path and query are signed. */
  url: string
  /** The exact bytes on the wire; empty for GET. */
  body: Uint8Array | string
  serverId: string
}

export interface RequestToSign extends SignedParts {
  keyId: string
  hashKey: string
  /** Real time, never game time. */
  tsMs: number
  /** 16 bytes as lower-case hex, new for every request. */
  nonce: string
}

export interface RequestToVerify extends SignedParts {
  headers: HeaderBag
  /** The key for a key id, or null when the server does not know it. */
  hashKeyOf: (keyId: string) => string | null
  nowMs: number
  nonces: NonceMemory
}

export type VerifiedRequest =
  | { ok: true; keyId: string; nonce: string }
  | { ok: false; code: 1001 | 1002 | 4001; reason: string }

const NONCE_HEX = /^[0-9a-f]{32}$/
const TIME_TEXT = /^\d{1,16}$/

function sortedQuery(params: URLSearchParams): string {
  const pairs = [...params].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return pairs.sort((left, right) => (left < right ? -1 : Number(left > right))).join('&')
}

/**
 * The seven signed lines: method, path, sorted query, SHA-256 of the body, server id, time, nonce.
 * Null when the url cannot be read.
 */
export function canonicalRequest(parts: SignedParts, ts: string, nonce: string): string | null {
  const url = URL.parse(parts.url, 'http://game.invalid')
  if (!url) return null
  const { pathname, searchParams } = url
  return [
    parts.method.toUpperCase(),
    pathname,
    sortedQuery(searchParams),
    sha256Hex(parts.body),
    parts.serverId,
    ts,
    nonce,
  ].join('\n')
}

/** The four headers that prove a request; throws TypeError for a url that cannot be read. */
export function signRequest(request: RequestToSign): Record<string, string> {
  const ts = String(request.tsMs)
  const text = canonicalRequest(request, ts, request.nonce)
  if (text === null) throw new TypeError('the url to sign cannot be read')
  return {
    [KEY_HEADER]: request.keyId,
    [TIME_HEADER]: ts,
    [NONCE_HEADER]: request.nonce,
    [SIGN_HEADER]: `${SIGN_VERSION}=${hmacHex(request.hashKey, text)}`,
  }
}

export interface SigningHeaders {
  keyId: string
  /** Milliseconds, as the header has them. */
  ts: string
  nonce: string
  /** The signature without its version. */
  sign: string
}

/** The four signing headers, or why they cannot be read. */
export function readSigningHeaders(headers: HeaderBag): SigningHeaders | string {
  const keyId = headerOf(headers, KEY_HEADER)
  const ts = headerOf(headers, TIME_HEADER)
  const nonce = headerOf(headers, NONCE_HEADER)
  const sign = headerOf(headers, SIGN_HEADER)
  if (keyId === null || ts === null || nonce === null || sign === null) {
    return 'a signing header is missing or repeated'
  }
  if (!NONCE_HEX.test(nonce) || !TIME_TEXT.test(ts) || !sign.startsWith(`${SIGN_VERSION}=`)) {
    return 'a signing header has the wrong form'
  }
  return { keyId, ts, nonce, sign: sign.slice(SIGN_VERSION.length + 1) }
}

/** Whether a request carries the signature of this key; false too for a url that cannot be read. */
export function isSignedBy(
  parts: SignedParts,
  { ts, nonce, sign }: Omit<SigningHeaders, 'keyId'>,
  hashKey: string,
): boolean {
  const text = canonicalRequest(parts, ts, nonce)
  return text !== null && isSameDigest(hmacHex(hashKey, text), sign)
}

/** 1001 for a wrong key or signature, 1002 for a clock outside the window or a nonce seen before, 4001 for too many calls. */
export function verifyRequest(request: RequestToVerify): VerifiedRequest {
  const signed = readSigningHeaders(request.headers)
  if (typeof signed === 'string') return { ok: false, code: 1001, reason: signed }
  const { keyId, ts, nonce } = signed
  const hashKey = request.hashKeyOf(keyId)
  if (hashKey === null) return { ok: false, code: 1001, reason: 'the key id is unknown' }
  if (!isSignedBy(request, signed, hashKey)) {
    return { ok: false, code: 1001, reason: 'the signature does not match' }
  }
  const skewMs = Number(ts) - request.nowMs
  if (Math.abs(skewMs) > SIGN_WINDOW_MS) {
    return { ok: false, code: 1002, reason: `the clocks differ by ${skewMs} ms` }
  }
  if (request.nonces.isFull(request.nowMs)) {
    return { ok: false, code: 4001, reason: 'more calls in ten minutes than can be told apart' }
  }
  // Only after the signature: a stranger must not be able to fill the memory.
  if (!request.nonces.remember(`${keyId}.${nonce}`, request.nowMs)) {
    return { ok: false, code: 1002, reason: 'the nonce was used before' }
  }
  return { ok: true, keyId, nonce }
}
