/** Header names as Node hands them over: lower case. */
export const KEY_HEADER = 'x-gm-key'
export const TIME_HEADER = 'x-gm-ts'
export const NONCE_HEADER = 'x-gm-nonce'
export const SIGN_HEADER = 'x-gm-sign'
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** The language sentences are wanted in, a code of two letters; no part of the signature. */
export const LANGUAGE_HEADER = 'x-gm-lang'

/** Which server calls the console, `game/platform/sId`; also the fifth signed line of such a call. */
export const FROM_HEADER = 'x-gm-from'

export const SIGN_VERSION = 'v1'

/** A request's clock may differ from the server's real clock by this much in either direction. */
export const SIGN_WINDOW_MS = 300_000

/** A request stamped at the far end of the window stays valid this long, so its nonce is kept this long. */
export const NONCE_LIFETIME_MS = 600_000

export type HeaderBag = Readonly<Record<string, string | string[] | undefined>>

/** The single value of a header, or null when it is missing or given more than once. */
export function headerOf(headers: HeaderBag, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}
