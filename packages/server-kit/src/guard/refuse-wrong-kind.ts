import { AppError, WITH_TOKENS, coreErrors } from '@qd/contract-kit'
import type { AnyRoute, SessionKind } from '@qd/contract-kit'
import type { Caller } from '../ports/index.ts'

const OF_PEOPLE: readonly SessionKind[] = ['full', 'preview']

/** Refuses callers whose way of being signed in the call or channel does not take. */
export function refuseWrongKind(
  caller: Caller,
  { permission, sessionKinds }: Pick<AnyRoute, 'permission' | 'sessionKinds'>,
): void {
  const kinds = sessionKinds ?? (permission === 'session' ? OF_PEOPLE : WITH_TOKENS)
  const kind = caller.kind ?? 'full'
  if (kinds.includes(kind)) return
  throw new AppError(kind === 'pending' ? coreErrors.second_factor_setup : coreErrors.own_session_required)
}
