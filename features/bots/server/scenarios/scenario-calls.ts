import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { checkScenario } from '@qd/scenario'
import { count, isTwin } from '@qd/store'
import { gameOf, groupsOfRow, refuseForeignGroups, shareOf, uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { botsErrors, SCENARIO_VERSIONS, SCENARIOS_MAX } from '../../contract/index.ts'
import type { scenarioDelete, scenarioGet, scenarioList, scenarioSave } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import type { BotsTables } from '../bots-tables.ts'
import { refuseFault } from './fault-text.ts'
import { bodyOf, findScenario, ownScenarioAsSeen, savedView, visibleScenarios } from './saved-scenarios.ts'
import type { StoredScenario } from './saved-scenarios.ts'

export async function listScenarios(
  deps: UseCaseDeps,
  { caller, place }: CallContext,
): Promise<RouteReplyGiven<typeof scenarioList>> {
  const found = await visibleScenarios(deps, caller, gameOf(place))
  const groups = await deps.groups.knownTo(caller)
  return {
    list: found.map((each) => savedView(each, caller)),
    groups: groups.map(({ id, name }) => ({ id, name })),
  }
}

export async function getScenario(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof scenarioGet>,
  { caller, place }: CallContext,
): Promise<RouteReplyGiven<typeof scenarioGet>> {
  const found = await findScenario(deps, caller, { game: gameOf(place), scenarioId: body.scenarioId })
  const versions = await deps.store.read
    .selectFrom('bots_scenario_version')
    .select(['revision', 'at', 'by'])
    .where('scenario_id', '=', found.id)
    .orderBy('revision', 'desc')
    .execute()
  const scenario = await bodyOf(deps, found, body.revision ?? found.revision)
  return { saved: savedView(found, caller), scenario, versions }
}

function readBody(value: unknown, ctx: CallContext) {
  const checked = checkScenario(value)
  if (!checked.ok) return refuseFault(ctx, checked.faults)
  if (checked.scenario.name !== '') return checked.scenario
  return refuseFault(ctx, [{ code: 'missing', step: '', field: 'name', params: {} }])
}

/** The row the save is about: an own one that nobody changed meanwhile, or a new one. */
async function rowFor(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof scenarioSave>,
  { caller, place }: CallContext,
): Promise<StoredScenario> {
  const game = gameOf(place)
  const nowMs = deps.nowMs()
  const share = shareOf(body.groups)
  if (body.scenarioId === undefined) {
    await refuseForeignGroups(deps.groups, caller, body.groups)
    const own = await count(deps.store.read, 'bots_scenario', (rows) =>
      rows.where('owner_id', '=', caller.userId).where('game', '=', game),
    )
    if (own >= SCENARIOS_MAX)
      throw new AppError(botsErrors.bots_scenarios_full, { params: { most: SCENARIOS_MAX } })
    const { userId: owner_id, username: owner } = caller
    return { id: uuidv7(nowMs), game, name: '', owner_id, owner, share, revision: 0, updated_at: nowMs }
  }
  const { scenarioId, revision } = body
  const found = await ownScenarioAsSeen(deps, caller, { game, scenarioId, revision })
  await refuseForeignGroups(deps.groups, caller, body.groups, groupsOfRow(found))
  return { ...found, share, updated_at: nowMs }
}

const takenName = ({ name }: StoredScenario): AppError =>
  new AppError(botsErrors.bots_scenario_twice, { field: 'scenario', params: { name } })

async function refuseTaken(tx: Kysely<BotsTables>, row: StoredScenario): Promise<void> {
  const twin = await tx
    .selectFrom('bots_scenario')
    .select('id')
    .where('game', '=', row.game)
    .where('owner_id', '=', row.owner_id)
    .where('name', '=', row.name)
    .where('id', '!=', row.id)
    .executeTakeFirst()
  if (twin !== undefined) throw takenName(row)
}

async function writeVersion(tx: Kysely<BotsTables>, row: StoredScenario, body: string): Promise<void> {
  const { id, revision, updated_at: at, owner: by } = row
  if (revision === 1) await tx.insertInto('bots_scenario').values(row).execute()
  else {
    const changed = await tx
      .updateTable('bots_scenario')
      .set({ name: row.name, share: row.share, revision, updated_at: at })
      .where('id', '=', id)
      .where('revision', '=', revision - 1)
      .executeTakeFirst()
    if (Number(changed.numUpdatedRows) !== 1) throw new AppError(botsErrors.bots_scenario_changed)
  }
  await tx.insertInto('bots_scenario_version').values({ scenario_id: id, revision, body, at, by }).execute()
  await tx
    .deleteFrom('bots_scenario_version')
    .where('scenario_id', '=', id)
    .where('revision', '<=', revision - SCENARIO_VERSIONS)
    .execute()
}

/** Keeps a new version; refused when somebody has saved another one since. */
export async function saveScenario(
  deps: UseCaseDeps,
  input: RouteInput<typeof scenarioSave>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof scenarioSave>> {
  const scenario = readBody(input.body.scenario, ctx)
  const before = await rowFor(deps, input, ctx)
  const row = { ...before, name: scenario.name, revision: before.revision + 1 }
  ctx.note({ name: row.name, revision: row.revision })
  try {
    await ctx.commit<BotsTables, void>(async (tx) => {
      await refuseTaken(tx, row)
      await writeVersion(tx, row, JSON.stringify(scenario))
    })
  } catch (error) {
    throw isTwin(error) ? takenName(row) : error
  }
  return { saved: savedView(row, ctx.caller) }
}

export async function deleteScenario(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof scenarioDelete>,
  ctx: CallContext,
): Promise<null> {
  const { scenarioId, revision } = body
  const { id, name } = await ownScenarioAsSeen(deps, ctx.caller, {
    game: gameOf(ctx.place),
    scenarioId,
    revision,
  })
  ctx.note({ name })
  await ctx.commit<BotsTables, void>(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('bots_scenario')
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new AppError(botsErrors.bots_scenario_changed)
    await tx.deleteFrom('bots_scenario_version').where('scenario_id', '=', id).execute()
  })
  return null
}
