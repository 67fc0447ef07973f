import type { CallContext } from '@qd/server-kit'
import { isTokenShaped } from '../tokens/opaque-token.ts'
import { DEVICE_MS } from '../sessions/session-limits.ts'

const NAME = 'qd_device'
/** A browser may be known to the accounts of several people; who signs in when it is full pushes out the oldest. */
const MOST_ACCOUNTS = 5

/** What a browser is known by, one token for each account that completed a sign-in in it. Opens nothing by itself. */
export interface Browser {
  readonly tokens: readonly string[]
  /** Gives the browser a token with the answer, in the place of the one it had for the account. */
  keep(token: string, before: string | null): void
}

function tokensIn(header: string): string[] {
  const pairs = header.split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? ''
  return value.split('.').filter(isTokenShaped).slice(0, MOST_ACCOUNTS)
}

/** The browser behind a call. `publicUrl`: where people reach the console, in case a proxy ends TLS for it. */
export function browserOf({ request, reply }: CallContext, publicUrl: string | undefined): Browser {
  const tokens = tokensIn(request.headers.cookie ?? '')
  const isSecure = request.protocol === 'https' || publicUrl?.startsWith('https:') === true
  return {
    tokens,
    keep(token, before) {
      const value = [token, ...tokens.filter((each) => each !== before)].slice(0, MOST_ACCOUNTS).join('.')
      const age = `Path=/; Max-Age=${DEVICE_MS / 1_000}`
      void reply.header(
        'set-cookie',
        `${NAME}=${value}; ${age}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
      )
    },
  }
}
