import { AppError } from '@qd/contract-kit'
import { sessionErrors } from '../../contract/index.ts'
import { isCommonPassword } from './common-passwords.ts'

/** No setting goes below what the specification's front ends check themselves (S5.03). */
const FLOOR = 6

export interface PasswordPolicy {
  readonly min: number
  /** Throws `password_too_short` for a new password, naming the field. */
  checkLength(password: string): void
  /** The same for an old one: no password was ever shorter than the specification's six (S5.03). */
  checkOldLength(oldPassword: string): void
  /** Throws `password_common`. */
  checkGuessable(password: string, username: string): void
}

export function createPasswordPolicy(passwordMin: number): PasswordPolicy {
  const min = Math.max(FLOOR, passwordMin)
  const check = (field: string, value: string, least: number) => {
    // Code points: an emoji is one character to whoever types it.
    if ([...value].length >= least) return
    throw new AppError(sessionErrors.password_too_short, { field, params: { min: least } })
  }
  return {
    min,
    checkLength: (password) => check('password', password, min),
    checkOldLength: (oldPassword) => check('oldPassword', oldPassword, FLOOR),
    checkGuessable(password, username) {
      if (!isCommonPassword(password, username)) return
      throw new AppError(sessionErrors.password_common, { field: 'password' })
    },
  }
}
