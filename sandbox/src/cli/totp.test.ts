import { expect, it } from 'vitest'
import { totpAt } from './totp.ts'

// The secret and the moments of RFC 6238, appendix B, of which the last six digits are shown.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [2_000_000_000, '279037'],
])('shows at second %d what every authenticator shows', (seconds, code) => {
  expect(totpAt(SECRET, seconds * 1000)).toEqual({ code, leftMs: 30_000 - ((seconds * 1000) % 30_000) })
})
