import { AppError } from '@qd/contract-kit'
import { sessionErrors } from '../contract/index.ts'
import { isCommonPassword } from './common-passwords.ts'

/** No setting goes below what the specification's front ends check themselves (S5.03). */
const FLOOR = 6

export interface PasswordPolicy {
  readonly min: number
  /** Throws `password_too_short` or `password_common`, naming the field. */
  checkLength(password: string): void
  checkGuessable(password: string, username: string): void
}

export function createPasswordPolicy(passwordMin: number): PasswordPolicy {
  const min = Math.max(FLOOR, passwordMin)
  return {
    min,
    checkLength(password) {
      // Code points: an emoji is one character to whoever types it.
      if ([...password].length >= min) return
      throw new AppError(sessionErrors.password_too_short, { field: 'password', params: { min } })
    },
    checkGuessable(password, username) {
      if (!isCommonPassword(password, username)) return
      throw new AppError(sessionErrors.password_common, { field: 'password' })
    },
  }
}
