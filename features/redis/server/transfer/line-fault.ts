/** Why a line cannot be taken; the texts are `redis.line.<reason>`. */
export type LineReason =
  | 'long'
  | 'json'
  | 'csv'
  | 'quotes'
  | 'key'
  | 'type'
  | 'value'
  | 'ttl'
  | 'command'
  | 'arguments'
  | 'mixed'
  | 'repeated'
  | 'head'

/** A line of a file that is not as its format has it. */
export class LineFault extends Error {
  readonly reason: LineReason
  /** What it is about: a command, a type. */
  readonly word: string

  constructor(reason: LineReason, word = '') {
    super(reason)
    this.reason = reason
    this.word = word
  }
}
