import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { checkScenario } from '@qd/scenario'
import type { Scenario } from '@qd/scenario'
import { assertOwnAsSeen, gameOf, ownRowView, rowsSeenBy } from '@qd/server-kit'
import type { Caller, CataloguePlace } from '@qd/server-kit'
import { botsErrors } from '../../contract/index.ts'
import type { SavedScenario } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import type { BotsTables } from '../bots-tables.ts'

export type StoredScenario = BotsTables['bots_scenario']

export function savedView(stored: StoredScenario, caller: Pick<Caller, 'userId'>): SavedScenario {
  return { ...ownRowView(stored, caller), scenarioId: stored.id }
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

/** One of the caller's own as they saw it; refused when another version was saved since. */
export async function ownScenarioAsSeen(
  deps: Pick<UseCaseDeps, 'store' | 'groups'>,
  caller: Caller,
  seen: { game: string; scenarioId: string; revision: number | undefined },
): Promise<StoredScenario> {
  const found = await findScenario(deps, caller, seen)
  const { bots_scenario_changed: changed } = botsErrors
  assertOwnAsSeen(found, caller, { field: 'scenarioId', revision: seen.revision, changed })
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
  const checked = version === undefined ? null : checkScenario(parseJsonText(version.body))
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
