import type { CatalogueServer } from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import type { Store } from '@qd/store'
import { countsOf, differencesOf } from './compare-definitions.ts'
import type { DefinitionsDeps } from './definitions-deps.ts'
import { hashOf, packDefinition, unpackDefinition } from './packed-definition.ts'
import type { AnyDefinition, Definition } from './packed-definition.ts'
import { NOT_COMPARED } from './tables.ts'
import type { DefinitionTables } from './tables.ts'

/** A server that says the same again is written down so often only. */
const NOTED_MS = 600_000

interface Kept {
  server: CatalogueServer
  hash: string
  definition: Definition
  by: string
}

/** The version the server had before, with its content; null for the first, and for one whose content is gone. */
async function versionBefore({ store }: DefinitionsDeps, serverKey: string, hash: string) {
  const row = await store.read
    .selectFrom('simulator_definition_seen as seen')
    .innerJoin('simulator_definition as definition', 'definition.hash', 'seen.hash')
    .select(['seen.hash', 'definition.content'])
    .where('seen.server_key', '=', serverKey)
    .where('seen.hash', '!=', hash)
    .orderBy('seen.last_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

async function isKnown({ store, nowMs }: DefinitionsDeps, { server, hash }: Kept): Promise<boolean> {
  const at = nowMs()
  return store.write(async (tx) => {
    const seen = await tx
      .updateTable('simulator_definition_seen')
      .set({ last_at: at })
      .where('server_key', '=', server.key)
      .where('hash', '=', hash)
      .returning('hash')
      .executeTakeFirst()
    return seen !== undefined
  })
}

/** Writes the content of a version; whoever needs it says so in the same transaction. */
export async function putDefinition(
  tx: Store<DefinitionTables>['read'],
  { hash, definition }: { hash: string; definition: AnyDefinition },
  packed: Awaited<ReturnType<typeof packDefinition>>,
  at: number,
): Promise<void> {
  await tx
    .insertInto('simulator_definition')
    .values({ hash, ...packed, ...countsOf(definition), kept_at: at })
    // Writing the row keeps it from a clean-up that runs at the same time.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ kept_at: at }))
    .execute()
}

async function keepNew(deps: DefinitionsDeps, { server, hash, definition, by }: Kept): Promise<void> {
  const at = deps.nowMs()
  const before = await versionBefore(deps, server.key, hash)
  const changes = before === null ? [] : differencesOf(await unpackDefinition(before.content), definition)
  const packed = await packDefinition(definition)
  const seen: DefinitionTables['simulator_definition_seen'] = {
    server_key: server.key,
    hash,
    game: server.game,
    first_at: at,
    first_by: by,
    last_at: at,
    previous: before?.hash ?? '',
    changes: changes === null ? NOT_COMPARED : changes.length,
    breaking: (changes ?? []).filter(({ isBreaking }) => isBreaking).length,
  }
  await deps.store.write(async (tx) => {
    await putDefinition(tx, { hash, definition }, packed, at)
    await tx
      .insertInto('simulator_definition_seen')
      .values(seen)
      .onConflict((conflict) => conflict.columns(['server_key', 'hash']).doUpdateSet({ last_at: at }))
      .execute()
  })
}

/** Keeps what a server says of its messages as one more version when it says something new; gives its hash. */
export async function keepDefinition(
  deps: DefinitionsDeps,
  server: CatalogueServer,
  definition: Definition,
  by: string,
): Promise<string> {
  const hash = hashOf(definition)
  const noted = deps.noted.get(server.key)
  if (noted?.hash === hash && deps.nowMs() - noted.at < NOTED_MS) return hash
  const kept = { server, hash, definition, by }
  try {
    if (!(await isKnown(deps, kept))) await keepNew(deps, kept)
    deps.noted.set(server.key, { hash, at: deps.nowMs() })
  } catch (error) {
    // Reading goes on without the history; the next read tries again.
    if (isStoreError(error)) deps.onFault(error)
    else throw error
  }
  return hash
}
