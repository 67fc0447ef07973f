import { AppError, coreErrors } from '@qd/contract-kit'
import { checkScenario } from '@qd/scenario'
import type { Scenario } from '@qd/scenario'
import { groupsOfRow, rowsSeenBy } from '@qd/server-kit'
import type { Caller, CataloguePlace } from '@qd/server-kit'
import { botsErrors } from '../../contract/index.ts'
import type { SavedScenario } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import type { BotsTables } from '../bots-tables.ts'

export type StoredScenario = BotsTables['bots_scenario']

export function gameOf({ game }: CataloguePlace): string {
  if (game === undefined) throw new AppError(coreErrors.line_required, { field: 'lineId' })
  return game
}

export function savedView(stored: StoredScenario, { userId }: Pick<Caller, 'userId'>): SavedScenario {
  return {
    scenarioId: stored.id,
    name: stored.name,
    groups: groupsOfRow(stored),
    owner: stored.owner,
    isMine: stored.owner_id === userId,
    revision: stored.revision,
    updatedAt: stored.updated_at,
  }
}

/** Own scenarios of a game and those shared with a group of the caller, the caller's first, then by name. */
export async function visibleScenarios(
  { store, groups }: Pick<UseCaseDeps, 'store' | 'groups'>,
  caller: Caller,
  game: string,
): Promise<StoredScenario[]> {
  const all = await store.read
    .selectFrom('bots_scenario')
    .selectAll()
    .where('game', '=', game)
    .orderBy('name')
    .execute()
  return rowsSeenBy(groups, caller, all)
}

/** One the caller may see; another is as missing as one that never was. */
export async function findScenario(
  deps: Pick<UseCaseDeps, 'store' | 'groups'>,
  caller: Caller,
  { game, scenarioId }: { game: string; scenarioId: string },
): Promise<StoredScenario> {
  const found = (await visibleScenarios(deps, caller, game)).find(({ id }) => id === scenarioId)
  if (found === undefined) throw new AppError(botsErrors.bots_scenario_not_found, { field: 'scenarioId' })
  return found
}

export async function bodyOf(
  { store }: Pick<UseCaseDeps, 'store'>,
  { id }: Pick<StoredScenario, 'id'>,
  revision: number,
): Promise<Scenario> {
  const version = await store.read
    .selectFrom('bots_scenario_version')
    .select('body')
    .where('scenario_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  const checked = version === undefined ? null : checkScenario(JSON.parse(version.body))
  if (checked?.ok !== true) throw new AppError(botsErrors.bots_scenario_not_found, { field: 'revision' })
  return checked.scenario
}

/** Finds what a `call` step names: an own scenario before one that is shared. */
export function finderFor(deps: UseCaseDeps, caller: Caller, place: CataloguePlace) {
  return async (name: string): Promise<Scenario | null> => {
    const found = (await visibleScenarios(deps, caller, gameOf(place))).find((each) => each.name === name)
    return found === undefined ? null : bodyOf(deps, found, found.revision)
  }
}
