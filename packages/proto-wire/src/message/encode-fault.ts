/** Why JSON is no such message; texts for people are made by the pages. */
type EncodeReason =
  | 'unknown_message'
  | 'unknown_field'
  | 'not_object'
  | 'not_list'
  | 'not_map'
  /** Of another type than `expected`. */
  | 'wrong_type'
  | 'out_of_range'
  /** A JSON number that has lost digits already; `expected` says what to write. */
  | 'unsafe_number'
  | 'unknown_enum_value'
  | 'bad_base64'
  /** Half of a pair of UTF-16 units: no bytes stand for it. */
  | 'bad_text'
  | 'bad_map_key'
  /** A second member of one oneof; `expected` is the first. */
  | 'oneof_twice'
  | 'missing_required'
  | 'too_deep'

export interface EncodeFault {
  /** Dotted, as the paths of nodes; empty for the message itself. */
  path: string
  reason: EncodeReason
  /** The type, or the name, that was expected; may be empty. */
  expected: string
}

/** Thrown while a message is written only; becomes the answer. */
export class EncodeError extends Error {
  readonly reason: EncodeReason
  readonly expected: string
  readonly steps: (string | number)[] = []

  constructor(reason: EncodeReason, expected = '') {
    super(reason)
    this.reason = reason
    this.expected = expected
  }
}
