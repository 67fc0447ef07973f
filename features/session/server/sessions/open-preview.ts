import { AppError, coreErrors } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import type { PreviewLimits } from './load-caller.ts'
import { hashToken, newToken } from '../tokens/opaque-token.ts'
import { PREVIEW_MS } from './session-limits.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

/** A look at the console with the rights of a role, never with more than one's own. */
export interface PreviewToOpen {
  /** What the page says it shows, e.g. the role's name. */
  label: string
  /** Role codes that decide which pages are shown (S6.03). */
  roles: readonly string[]
  grants: readonly Grant[]
}

/** What user administration gets for "view as this role". */
export interface PreviewsPort {
  /** A session that reads only; it ends after half an hour, and with the session it was opened from. */
  open(caller: Caller, preview: PreviewToOpen): Promise<{ token: string; expiresAt: number }>
}

export function createPreviewsPort(deps: UseCaseDeps): PreviewsPort {
  return {
    async open(caller, { label, roles, grants }) {
      const token = newToken()
      const atMs = deps.nowMs()
      const limits: PreviewLimits = { roles, grants }
      const expiresAt = await deps.store.write(async (tx) => {
        const parent = await tx
          .selectFrom('session')
          .selectAll()
          .where('id', '=', caller.sessionId)
          .where('kind', '=', 'full')
          .where('revoked_at', 'is', null)
          .executeTakeFirst()
        if (parent === undefined) throw new AppError(coreErrors.own_session_required)
        const until = Math.min(atMs + PREVIEW_MS, parent.expires_at)
        const { address, user_agent, user_id } = parent
        await tx
          .insertInto('session')
          .values({
            id: uuidv7(),
            token_hash: hashToken(token),
            user_id,
            created_at: atMs,
            last_seen_at: atMs,
            expires_at: until,
            address,
            revoked_at: null,
            revoked_reason: null,
            kind: 'preview',
            user_agent,
            label,
            second_factor_at: null,
            parent_id: parent.id,
            limits: JSON.stringify(limits),
          })
          .execute()
        return until
      })
      return { token, expiresAt }
    },
  }
}
