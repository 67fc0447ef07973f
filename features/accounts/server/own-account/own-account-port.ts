import type { Grant, RouteInput } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { ApiToken, OwnSession, changePassword, saveProfile } from '../../contract/index.ts'

/** Who asks, from where, and how it is committed with its audit row. */
export interface Asking {
  caller: Caller
  address: string
  commit: <T>(change: (tx: AnyTx) => Promise<T>) => Promise<T>
}

interface NewToken {
  tokenName: string
  expiresAt: number
  grants: readonly Grant[]
  password?: string | undefined
  /** The caller gave a step-up proof for it, in place of the password. */
  actsAlone?: boolean | undefined
}

/** What the own account is made of; the session feature is behind it. Each throws what is refused. */
export interface OwnAccountPort {
  /** Ends all other sessions and the API tokens. */
  changePassword(change: RouteInput<typeof changePassword>['body'], asking: Asking): Promise<void>
  saveProfile(profile: RouteInput<typeof saveProfile>['body'], asking: Asking): Promise<void>
  listSessions(caller: Caller): Promise<OwnSession[]>
  endSession(sessionId: string, asking: Asking): Promise<void>
  /** Gives how many. */
  endOtherSessions(asking: Asking): Promise<number>
  listTokens(caller: Caller): Promise<ApiToken[]>
  /** The token is given this once. One that acts alone takes a proof, once all else is right. */
  createToken(
    token: NewToken,
    asking: Asking & { askStepUp: () => Promise<void> },
  ): Promise<{ id: string; token: string }>
  revokeToken(tokenId: string, asking: Asking): Promise<void>
}
