import type { Caller } from '@qd/server-kit'
import { changeOwnPassword } from '../passwords/change-password.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../sessions/own-sessions.ts'
import type { Commit } from '../session-deps.ts'
import type { Asker } from '../sign-in/guess.ts'
import { createOwnToken, listOwnTokens, revokeOwnToken } from '../tokens/api-tokens.ts'
import type { NewToken } from '../tokens/api-tokens.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import { saveOwnProfile } from './save-own-profile.ts'
import type { Profile } from './save-own-profile.ts'

/** Who asks, from where, and how it is committed with its audit row. */
type Asking = Asker & { commit: Commit }

/** What somebody does with their own account: its password, its basic information, its sessions and API tokens. */
export function createOwnAccount(deps: UseCaseDeps) {
  return {
    changePassword: (change: { password: string; oldPassword: string }, asking: Asking) =>
      changeOwnPassword(deps, change, asking),
    saveProfile: (profile: Profile, asking: Asking) => saveOwnProfile(deps, profile, asking),
    listSessions: (caller: Caller) => listOwnSessions(deps, caller),
    endSession: (sessionId: string, asking: Asking) => endOwnSession(deps, sessionId, asking),
    endOtherSessions: (asking: Asking) => endOtherSessions(deps, asking),
    listTokens: (caller: Caller) => listOwnTokens(deps, caller),
    createToken: (token: NewToken, asking: Asking & { askStepUp: () => Promise<void> }) =>
      createOwnToken(deps, token, asking),
    revokeToken: (tokenId: string, asking: Asking) => revokeOwnToken(deps, tokenId, asking),
  }
}

export type OwnAccount = ReturnType<typeof createOwnAccount>
