import { hmacHex, isSameDigest, sha256Hex } from './digest.ts'
import { SIGN_VERSION } from './headers.ts'

/** An answer as it stands on the wire, with the nonce of the request it answers. */
export interface ResponseParts {
  /** HTTP status. */
  status: number
  body: Uint8Array | string
  nonce: string
  hashKey: string
}

function digestOf({ status, body, nonce, hashKey }: ResponseParts): string {
  return hmacHex(hashKey, [String(status), sha256Hex(body), nonce].join('\n'))
}

/** The value of the answer's signature header: three lines (status, SHA-256 of the body, nonce) under the key. */
export function signResponse(parts: ResponseParts): string {
  return `${SIGN_VERSION}=${digestOf(parts)}`
}

/** Whether an answer carries the signature of its server; a missing header is a no. */
export function verifyResponse(parts: ResponseParts, header: string | null): boolean {
  if (header === null || !header.startsWith(`${SIGN_VERSION}=`)) return false
  return isSameDigest(digestOf(parts), header.slice(SIGN_VERSION.length + 1))
}
