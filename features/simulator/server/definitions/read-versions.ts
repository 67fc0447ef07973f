import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import { MOST_DIFFERENCES, VERSIONS_PER_GAME, definitionErrors } from '../../contract/index.ts'
import type { definitionCompare, definitionGet, definitionVersions } from '../../contract/index.ts'
import { compareDefinitions } from './compare-definitions.ts'
import type { DefinitionsDeps } from './definitions-deps.ts'
import { unpackDefinition } from './packed-definition.ts'
import type { Definition } from './packed-definition.ts'
import { NOT_COMPARED } from './tables.ts'

export function serverOf({ server }: CallContext['place']): CatalogueServer {
  if (!server) throw new AppError(coreErrors.server_required, { field: 'sId' })
  return server
}

/** A version this server had; one that only others had is not found. */
export async function readVersion(
  { store }: DefinitionsDeps,
  server: CatalogueServer,
  hash: string,
): Promise<Definition> {
  const row = await store.read
    .selectFrom('simulator_definition_seen as seen')
    .innerJoin('simulator_definition as definition', 'definition.hash', 'seen.hash')
    .select('definition.content')
    .where('seen.server_key', '=', server.key)
    .where('seen.hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) throw new AppError(definitionErrors.definition_unknown, { field: 'hash' })
  return unpackDefinition(row.content)
}

/** A version by its hash alone, for who had it already; null where nobody keeps it any more. */
export async function findVersion({ store }: DefinitionsDeps, hash: string): Promise<Definition | null> {
  const row = await store.read
    .selectFrom('simulator_definition')
    .select('content')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row === undefined ? null : unpackDefinition(row.content)
}

export async function listVersions(
  { store }: DefinitionsDeps,
  _input: RouteInput<typeof definitionVersions>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof definitionVersions>> {
  const rows = await store.read
    .selectFrom('simulator_definition_seen as seen')
    .innerJoin('simulator_definition as definition', 'definition.hash', 'seen.hash')
    .select(['seen.hash', 'seen.first_at', 'seen.first_by', 'seen.last_at', 'seen.previous'])
    .select(['seen.changes', 'seen.breaking', 'definition.messages', 'definition.enums'])
    .select(['definition.commands', 'definition.bytes'])
    .where('seen.server_key', '=', serverOf(ctx.place).key)
    .orderBy('seen.last_at', 'desc')
    .orderBy('seen.first_at', 'desc')
    .limit(VERSIONS_PER_GAME)
    .execute()
  const versions = rows.map(({ first_at, first_by, last_at, ...row }) => ({
    ...row,
    changes: row.changes === NOT_COMPARED ? null : row.changes,
    firstAt: Number(first_at),
    firstBy: first_by,
    lastAt: Number(last_at),
  }))
  return { versions, mostVersions: VERSIONS_PER_GAME }
}

export async function getVersion(
  deps: DefinitionsDeps,
  { body }: RouteInput<typeof definitionGet>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof definitionGet>> {
  const { nested, cmds } = await readVersion(deps, serverOf(ctx.place), body.hash)
  return { hash: body.hash, proto: { nested }, cmds: [...cmds] }
}

export async function compareVersions(
  deps: DefinitionsDeps,
  { body }: RouteInput<typeof definitionCompare>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof definitionCompare>> {
  const server = serverOf(ctx.place)
  const from = await readVersion(deps, server, body.against)
  const changes = compareDefinitions(from, await readVersion(deps, server, body.hash))
  const ordered = changes.toSorted((a, b) => Number(b.isBreaking) - Number(a.isBreaking))
  return {
    changes: ordered.slice(0, MOST_DIFFERENCES),
    total: changes.length,
    breaking: changes.filter(({ isBreaking }) => isBreaking).length,
  }
}
