import { AppError } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { fromGame } from '@qd/server-kit'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import { simulatorErrors } from '../contract/index.ts'
import type { protoDefinition } from '../contract/index.ts'
import type { DefinitionsDeps } from './definitions/definitions-deps.ts'
import { keepDefinition } from './definitions/keep-definition.ts'

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Message definitions and commands of a server; the last good ones while its newest are refused (S7.20). */
export async function showDefinition(
  deps: DefinitionsDeps,
  server: CatalogueServer,
  { caller, signal }: Pick<CallContext, 'caller' | 'signal'>,
): Promise<RouteReplyGiven<typeof protoDefinition>> {
  const { proto, target } = await deps.reach.reach(server)
  const { nested, cmds, refusedBecause } = await fromGame(proto.read(target, { signal }))
  if (!isObject(nested)) {
    throw new AppError(simulatorErrors.definition_refused, { params: { reason: 'proto.nested' } })
  }
  const hash = await keepDefinition(deps, server, { nested, cmds }, caller.username)
  return { proto: { nested }, cmds, hash, ...(refusedBecause === undefined ? {} : { refusedBecause }) }
}
