/** Answers are for this caller and this moment, and are nothing but JSON. */
export const ANSWER_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** The same for answers that are written by hand. */
export const ANSWER_HEADER_LINES: readonly string[] = Object.entries(ANSWER_HEADERS).map(
  ([name, value]) => `${name}: ${value}`,
)
