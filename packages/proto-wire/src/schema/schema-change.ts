export type SchemaChangeCode =
  | 'message_added'
  | 'message_removed'
  | 'message_deprecated'
  | 'field_added'
  /** A new field that must be there: whoever has the old version sends messages without it. */
  | 'required_field_added'
  | 'field_removed'
  | 'field_renamed'
  | 'field_renumbered'
  /** Another field has the number of one that is gone. */
  | 'field_number_reused'
  | 'field_type_changed'
  | 'field_label_changed'
  | 'field_oneof_changed'
  | 'field_default_changed'
  | 'field_presence_changed'
  | 'field_packing_changed'
  | 'field_deprecated'
  | 'enum_added'
  | 'enum_removed'
  | 'enum_value_added'
  | 'enum_value_removed'
  | 'enum_value_renamed'
  | 'enum_value_renumbered'
  | 'command_added'
  | 'command_removed'
  | 'command_moved'
  | 'command_renamed'
  /** Another command has the number of one that is gone. */
  | 'command_number_reused'
  | 'command_request_changed'
  | 'command_reply_changed'
  | 'command_push_changed'

export interface SchemaChange {
  code: SchemaChangeCode
  /** Somebody who still has the old version reads or writes something else than is meant. */
  breaking: boolean
  /**
   * Full name of the message or enum, with `.` and the field or value; or the name of the command. Names are those of
   * now where there is one.
   */
  path: string
  /** What was there and what is there now: a type, a number, a label, a name. */
  before?: string
  after?: string
}
