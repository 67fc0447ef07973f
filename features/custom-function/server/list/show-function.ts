import { parseJsonText } from '@qd/canonical-json'
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
import type { UseCaseDeps } from '../function-deps.ts'

export async function showFunction(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof functionGet>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof functionGet>> {
  const stored = await findComposed(deps, ctx, body.id, body.version)
  return { entry: composedEntry(ctx, stored), definition: stored.definition }
}

export async function listVersions(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof functionVersions>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof functionVersions>> {
  await findComposed(deps, ctx, body.id)
  const rows = await deps.store.read
    .selectFrom('custom_function_version')
    .selectAll()
    .where('function_id', '=', body.id)
    .orderBy('version', 'desc')
    .execute()
  const list = rows.map(({ version, at, actor, note, definition, risk }) => {
    const { title } = parseJsonText(definition) as FunctionDefinition
    return { version: String(version), at, by: actor, note, title, risk: risk as Risk }
  })
  return { list }
}

export async function listGroups(
  deps: UseCaseDeps,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof functionGroups>> {
  const groups = await deps.groups.knownTo(ctx.caller)
  return { list: groups.map(({ id, name }) => ({ id, name })) }
}
