import { AppError, coreErrors } from '@qd/contract-kit'
import type { SessionKind } from '@qd/contract-kit'
import type { Caller } from '../ports/index.ts'

const MOST: readonly SessionKind[] = ['full', 'preview', 'token']

/** Refuses callers whose way of being signed in the call does not take. */
export function refuseWrongKind(caller: Caller, kinds: readonly SessionKind[] = MOST): void {
  const kind = caller.kind ?? 'full'
  if (kinds.includes(kind)) return
  throw new AppError(kind === 'pending' ? coreErrors.second_factor_setup : coreErrors.own_session_required)
}
