/**
 * The closed list of codes a game server answers with, and those of redemption codes that it is answered with;
 * `isRetryable` says whether the same call may be sent again.
 */
export const GAME_CODES = {
  ok: 0,
  badSignature: 1001,
  clockSkew: 1002,
  notAllowed: 1003,
  unknownPlayer: 2001,
  onlineStateRefused: 2002,
  versionConflict: 2003,
  validation: 2004,
  limitExceeded: 2005,
  duplicate: 2006,
  full: 2007,
  exists: 2008,
  capabilityMissing: 3001,
  unknownName: 3002,
  busy: 4001,
  maintenance: 4002,
  internal: 5001,
  codeUnknown: 6001,
  codeUsed: 6002,
  codeExpired: 6003,
  codeNotStarted: 6004,
  codeLimit: 6005,
  codeTaken: 6006,
  codePaused: 6007,
  codeThrottled: 6008,
  reservationLost: 6009,
  playerForeign: 6010,
} as const

export type GameCode = (typeof GAME_CODES)[keyof typeof GAME_CODES]

interface CodeFacts {
  httpStatus: number
  isRetryable: boolean
  meaning: string
}

/** What each code means and the HTTP status it travels with. */
export const GAME_CODE_FACTS: Readonly<Record<GameCode, CodeFacts>> = {
  0: { httpStatus: 200, isRetryable: false, meaning: 'done' },
  1001: { httpStatus: 401, isRetryable: false, meaning: 'wrong key or signature' },
  1002: { httpStatus: 401, isRetryable: true, meaning: 'clock outside the window, or a nonce used twice' },
  1003: { httpStatus: 403, isRetryable: false, meaning: 'not allowed from this address or environment' },
  2001: { httpStatus: 404, isRetryable: false, meaning: 'no such player' },
  2002: {
    httpStatus: 409,
    isRetryable: false,
    meaning: 'not possible while the player is online or offline',
  },
  2003: { httpStatus: 409, isRetryable: false, meaning: 'a touched value has changed since it was read' },
  2004: { httpStatus: 422, isRetryable: false, meaning: 'a value breaks a rule' },
  2005: { httpStatus: 422, isRetryable: false, meaning: 'a value is over its upper limit' },
  2006: { httpStatus: 409, isRetryable: false, meaning: 'already done' },
  2007: { httpStatus: 409, isRetryable: false, meaning: 'bag or mailbox is full' },
  2008: { httpStatus: 409, isRetryable: false, meaning: 'exists already, as something else' },
  3001: { httpStatus: 501, isRetryable: false, meaning: 'this server does not offer the capability' },
  3002: { httpStatus: 404, isRetryable: false, meaning: 'unknown command, type or definition' },
  4001: { httpStatus: 429, isRetryable: true, meaning: 'busy, slow down' },
  4002: { httpStatus: 503, isRetryable: true, meaning: 'in maintenance' },
  5001: { httpStatus: 500, isRetryable: true, meaning: 'the game server failed' },
  6001: { httpStatus: 404, isRetryable: false, meaning: 'no such redemption code' },
  6002: { httpStatus: 409, isRetryable: false, meaning: 'the redemption code is used up' },
  6003: { httpStatus: 409, isRetryable: false, meaning: 'the redemption code has expired' },
  6004: { httpStatus: 409, isRetryable: false, meaning: 'the redemption code is not valid yet' },
  6005: { httpStatus: 409, isRetryable: false, meaning: 'a limit of the redemption code' },
  6006: { httpStatus: 409, isRetryable: false, meaning: 'this player has redeemed it already' },
  6007: { httpStatus: 409, isRetryable: false, meaning: 'the redemption code is paused' },
  6008: { httpStatus: 429, isRetryable: true, meaning: 'too many tries, wait' },
  6009: { httpStatus: 409, isRetryable: false, meaning: 'the reservation is lost, deliver nothing' },
  6010: { httpStatus: 409, isRetryable: false, meaning: 'the player is of another server' },
}

/** True for a code of the contract. */
export function isGameCode(code: number): code is GameCode {
  return Object.hasOwn(GAME_CODE_FACTS, code)
}
