/** Why a definition cannot be used; texts for people are made by the pages. */
export type SchemaFaultReason =
  | 'not_object'
  | 'bad_name'
  | 'bad_type'
  | 'bad_number'
  | 'bad_rule'
  | 'bad_key_type'
  | 'bad_oneof'
  | 'bad_enum_value'
  | 'empty_enum'
  | 'number_twice'
  | 'unknown_type'
  | 'too_deep'
  | 'too_many_types'
  | 'too_many_fields'
  | 'too_many_values'
  | 'no_message'

/** Thrown while a definition is read only; becomes the answer. */
export class SchemaError extends Error {
  readonly path: string
  readonly reason: SchemaFaultReason
  readonly found: string

  constructor(path: string, reason: SchemaFaultReason, found = '') {
    super(reason)
    this.path = path
    this.reason = reason
    this.found = found.slice(0, 200)
  }
}
