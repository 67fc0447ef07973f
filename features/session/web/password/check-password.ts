export interface PasswordFields {
  old: string
  new: string
  repeat: string
}

export interface PasswordFault {
  field: keyof PasswordFields
  fault: 'empty' | 'same' | 'short' | 'differs'
}

/** S9.03. */
export const PASSWORD_MIN = 6

const FIELDS = ['old', 'new', 'repeat'] as const

/** The first rule the fields break, in the order of S5.03; null when they may be sent. */
export function passwordFault(fields: PasswordFields): PasswordFault | null {
  const empty = FIELDS.find((field) => fields[field] === '')
  if (empty !== undefined) return { field: empty, fault: 'empty' }
  if (fields.new === fields.old) return { field: 'new', fault: 'same' }
  const short = FIELDS.find((field) => [...fields[field]].length < PASSWORD_MIN)
  if (short !== undefined) return { field: short, fault: 'short' }
  return fields.new === fields.repeat ? null : { field: 'repeat', fault: 'differs' }
}
