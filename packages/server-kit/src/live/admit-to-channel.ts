import { AppError, coreErrors, permissionKey, reaches } from '@qd/contract-kit'
import type { AnyChannel, AnyRoute } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { parseInput } from '../guard/parse-input.ts'
import { refuseWrongKind } from '../guard/refuse-wrong-kind.ts'
import { resolvePlace } from '../guard/resolve-place.ts'
import type { Caller, CataloguePlace, ScopePort } from '../ports/index.ts'

/** The guard of calls, for a channel: permission anywhere, input, place. */
export function admitToChannel(
  channel: AnyChannel,
  caller: Caller,
  scope: ScopePort,
  asked: { value: unknown; lang: Language },
): { open: unknown; place: CataloguePlace } {
  const { permission } = channel
  refuseWrongKind(caller)
  if (typeof permission !== 'string' && !reaches(caller.grants, permissionKey(permission), {})) {
    throw new AppError(coreErrors.forbidden)
  }
  // A channel is checked as a reading call of the same declaration.
  const asRoute = {
    ...channel,
    kind: 'route',
    method: 'GET',
    path: '',
    risk: 'R0',
    body: channel.open,
  } as unknown as AnyRoute
  const { body } = parseInput(asRoute, { params: {}, query: {}, body: asked.value })
  const ref = channel.target?.(body as never)
  const place = ref === undefined ? {} : resolvePlace(scope, asRoute, caller, { ref })
  return { open: body, place }
}
