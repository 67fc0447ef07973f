import { totpAt } from './totp.ts'
import { REVIEWER_TOTP_SECRET } from '../world/accounts.ts'

/* `npm run sandbox:code`: the code that an authenticator app of the account reviewer shows now. */

const { code, leftMs } = totpAt(REVIEWER_TOTP_SECRET, Date.now())
console.log(`${code}  for another ${Math.ceil(leftMs / 1000)} s`)
