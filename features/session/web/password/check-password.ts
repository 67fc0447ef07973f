export interface PasswordFields {
  oldPassword: string
  password: string
  repeat: string
}

export interface PasswordFault {
  field: keyof PasswordFields
  fault: 'empty' | 'same' | 'short' | 'differs'
}

/** S9.03. */
export const PASSWORD_MIN = 6

const FIELDS = ['oldPassword', 'password', 'repeat'] as const

/** The first rule the fields break, in the order of S5.03; null when they may be sent. */
export function passwordFault(fields: PasswordFields): PasswordFault | null {
  const empty = FIELDS.find((field) => fields[field] === '')
  if (empty !== undefined) return { field: empty, fault: 'empty' }
  if (fields.password === fields.oldPassword) return { field: 'password', fault: 'same' }
  const short = FIELDS.find((field) => [...fields[field]].length < PASSWORD_MIN)
  if (short !== undefined) return { field: short, fault: 'short' }
  return fields.password === fields.repeat ? null : { field: 'repeat', fault: 'differs' }
}
