import { AppError, coreErrors, grantsAtDoor, permissionKey, reaches } from '@qd/contract-kit'
import type { AnyChannel, AnyRoute, Schema } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { parseInput } from '../guard/parse-input.ts'
import { refuseWrongKind } from '../guard/refuse-wrong-kind.ts'
import { resolvePlace } from '../guard/resolve-place.ts'
import type { Caller, CataloguePlace, ScopePort } from '../ports/index.ts'

/** A channel is checked as a reading call of the same declaration. */
function asRoute(channel: AnyChannel, body: Schema): AnyRoute {
  return { ...channel, kind: 'route', method: 'GET', path: '', risk: 'R0', body } as unknown as AnyRoute
}

/** What a page sent for a channel, checked as the body of a call. */
export function parseAsked(channel: AnyChannel, schema: Schema, value: unknown): unknown {
  return parseInput(asRoute(channel, schema), { params: {}, query: {}, body: value }).body
}

/** The guard of calls, for a channel: permission anywhere, input, place. */
export function admitToChannel(
  channel: AnyChannel,
  caller: Caller,
  scope: ScopePort,
  asked: { value: unknown; lang: Language },
): { open: unknown; place: CataloguePlace } {
  const { permission } = channel
  refuseWrongKind(caller, channel)
  const grants = grantsAtDoor(caller.grants, permission)
  if (typeof permission !== 'string' && !reaches(grants, permissionKey(permission), {})) {
    throw new AppError(coreErrors.forbidden)
  }
  const body = parseAsked(channel, channel.open, asked.value)
  const ref = channel.target?.(body as never)
  const place = ref === undefined ? {} : resolvePlace(scope, asRoute(channel, channel.open), caller, { ref })
  return { open: body, place }
}
