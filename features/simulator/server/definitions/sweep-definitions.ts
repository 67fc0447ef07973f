import type { CleanUp } from '@qd/server-kit'
import { VERSIONS_PER_GAME } from '../../contract/index.ts'
import type { KeptTables } from '../gateway/kept/kept-tables.ts'
import type { DefinitionsDeps } from './definitions-deps.ts'
import type { DefinitionTables } from './tables.ts'

const HOUR_MS = 3_600_000

async function endOldVersions({ store }: DefinitionsDeps, game: string): Promise<void> {
  const versions = await store.read
    .selectFrom('simulator_definition_seen')
    .select((eb) => ['hash', eb.fn.max('last_at').as('last_at')])
    .where('game', '=', game)
    .groupBy('hash')
    .orderBy('last_at', 'desc')
    .execute()
  for (const { hash, last_at: lastAt } of versions.slice(VERSIONS_PER_GAME)) {
    await store.write((tx) =>
      tx
        .deleteFrom('simulator_definition_seen')
        .where('game', '=', game)
        .where('hash', '=', hash)
        // One that a server has again by now stays.
        .where('last_at', '<=', Number(lastAt))
        .execute(),
    )
  }
}

/** Forgets the versions of each game that were seen longest ago, and contents that no server had and no kept time line needs. */
export async function sweepDefinitions(deps: DefinitionsDeps): Promise<void> {
  const games = await deps.store.read
    .selectFrom('simulator_definition_seen')
    .select('game')
    .distinct()
    .execute()
  for (const { game } of games) await endOldVersions(deps, game)
  const before = deps.nowMs() - HOUR_MS
  await deps.store.as<DefinitionTables & KeptTables>().write((tx) =>
    tx
      .deleteFrom('simulator_definition')
      .where('kept_at', '<', before)
      .where('hash', 'not in', (eb) => eb.selectFrom('simulator_definition_seen').select('hash'))
      .where('hash', 'not in', (eb) => eb.selectFrom('simulator_kept').select('definition_hash'))
      .execute(),
  )
  deps.noted.clear()
}

export function definitionCleanUps(deps: DefinitionsDeps): CleanUp[] {
  return [{ name: 'simulator-definitions', everyMs: HOUR_MS, run: () => sweepDefinitions(deps) }]
}
