/** The only column types that mean the same on both databases. */
export const column = {
  text: 'text',
  /** Integers up to 2^53, times in milliseconds UTC included. */
  int53: 'bigint',
  /** 32 bits: booleans as 0 and 1, small counters. */
  int32: 'integer',
} as const
