import type { Risk, RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type {
  FunctionDefinition,
  functionGet,
  functionGroups,
  functionVersions,
} from '../../contract/index.ts'
import { composedEntry } from '../entries.ts'
import { findComposed } from '../find-composed.ts'
import type { FunctionPorts } from '../function-ports.ts'

export async function showFunction(
  ports: FunctionPorts,
  { body }: RouteInput<typeof functionGet>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof functionGet>> {
  const stored = await findComposed(ports, ctx, body.id, body.version)
  return { entry: composedEntry(ctx, stored), definition: stored.definition }
}

export async function listVersions(
  ports: FunctionPorts,
  { body }: RouteInput<typeof functionVersions>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof functionVersions>> {
  await findComposed(ports, ctx, body.id)
  const rows = await ports.store.read
    .selectFrom('custom_function_version')
    .selectAll()
    .where('function_id', '=', body.id)
    .orderBy('version', 'desc')
    .execute()
  const list = rows.map(({ version, at, actor, note, definition, risk }) => {
    const { title } = JSON.parse(definition) as FunctionDefinition
    return { version: String(version), at, by: actor, note, title, risk: risk as Risk }
  })
  return { list }
}

export async function listGroups(
  ports: FunctionPorts,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof functionGroups>> {
  const groups = await ports.groups.knownTo(ctx.caller)
  return { list: groups.map(({ id, name }) => ({ id, name })) }
}
