import { z } from '@qd/contract-kit'

/** Letters and digits of any script: no spaces, no invisible or direction characters to imitate a name with. */
export const username = z
  .string()
  .check(z.trim(), z.minLength(2), z.maxLength(64), z.regex(/^[\p{L}\p{M}\p{N}._@-]+$/u))
