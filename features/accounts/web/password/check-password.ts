export interface PasswordFields {
  oldPassword: string
  password: string
  repeat: string
}

export type PasswordFault =
  | { field: keyof PasswordFields; fault: 'empty' | 'same' | 'differs' }
  | { field: keyof PasswordFields; fault: 'short'; min: number }

/** S9.03: no password is shorter, so none that is can be the old one. */
export const PASSWORD_MIN = 6

const FIELDS = ['oldPassword', 'password', 'repeat'] as const

/** The first rule the fields break, in the order of S5.03; null when they may be sent. `newMin`: what the console asks. */
export function passwordFault(fields: PasswordFields, newMin: number): PasswordFault | null {
  const empty = FIELDS.find((field) => fields[field] === '')
  if (empty !== undefined) return { field: empty, fault: 'empty' }
  if (fields.password === fields.oldPassword) return { field: 'password', fault: 'same' }
  for (const field of FIELDS) {
    const min = field === 'oldPassword' ? PASSWORD_MIN : Math.max(PASSWORD_MIN, newMin)
    if ([...fields[field]].length < min) return { field, fault: 'short', min }
  }
  return fields.password === fields.repeat ? null : { field: 'repeat', fault: 'differs' }
}
