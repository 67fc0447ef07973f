export { ENTER_HASH_LIFETIME_MS, enterHash, verifyEnterHash } from './enter-hash.ts'
export type { EnterProof } from './enter-hash.ts'
export {
  FROM_HEADER,
  headerOf,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  KEY_HEADER,
  NONCE_HEADER,
  NONCE_LIFETIME_MS,
  SIGN_HEADER,
  SIGN_WINDOW_MS,
  TIME_HEADER,
} from './headers.ts'
export type { HeaderBag } from './headers.ts'
export { NonceMemory } from './nonce-memory.ts'
export { canonicalRequest, signRequest, verifyRequest } from './sign-request.ts'
export type { RequestToSign, RequestToVerify, VerifiedRequest } from './sign-request.ts'
export { signResponse, verifyResponse } from './sign-response.ts'
export type { ResponseParts } from './sign-response.ts'
export { openKeyOf, signOpenRequest, verifyOpenRequest } from './sign-open.ts'
export type { OpenKey, OpenRequestToSign, OpenRequestToVerify } from './sign-open.ts'
export { sha256Hex } from './digest.ts'
