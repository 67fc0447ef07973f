import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { catalogueErrors } from '../../contract/index.ts'
import type { saveOperator as route } from '../../contract/index.ts'
import type { CatalogueTables } from '../tables.ts'
import type { AdministrationDeps, CatalogueDb } from '../administration-deps.ts'
import { assertEdits } from './allowed.ts'
import { changedMeanwhile, operatorEntry, recordGone, taken } from './entries.ts'
import { positionAfter } from './position.ts'

type Body = RouteInput<typeof route>['body']

const findOperator = (db: CatalogueDb, { game, partnerCode }: Pick<Body, 'game' | 'partnerCode'>) =>
  db
    .selectFrom('operator')
    .selectAll()
    .where('game', '=', game)
    .where('partner_code', '=', partnerCode)
    .executeTakeFirst()

/** A platform leads one operator's uIds within a game. */
async function assertPlatformFree(db: CatalogueDb, { game, partnerCode, platform }: Body): Promise<void> {
  const other = await db
    .selectFrom('operator')
    .select('partner_code')
    .where('game', '=', game)
    .where('platform', '=', platform)
    .where('partner_code', '!=', partnerCode)
    .executeTakeFirst()
  if (other) throw taken('platform', platform)
}

async function hasServers(db: CatalogueDb, { game, partnerCode }: Body): Promise<boolean> {
  const found = await db
    .selectFrom('game_server')
    .innerJoin('line', 'line.line_id', 'game_server.line_id')
    .select('game_server.key')
    .where('line.game', '=', game)
    .where('line.partner_code', '=', partnerCode)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function insertOperator(tx: CatalogueDb, body: Body): Promise<void> {
  const { game, partnerCode, platform, name } = body
  const position = await positionAfter(tx, 'operator')
  const made = await tx
    .insertInto('operator')
    .values({ game, partner_code: partnerCode, platform, name, position, revision: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n) throw taken('partnerCode', partnerCode)
}

/** Makes an operator or changes it. */
export async function saveOperator(
  { store, cache }: AdministrationDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<{ revision: number }> {
  const { game, partnerCode, platform, name, revision } = body
  assertEdits(ctx.caller, revision === 0 ? { game } : { game, operator: partnerCode })
  const before = await findOperator(store.read, body)
  ctx.changed(before ? { platform: before.platform, name: before.name } : null, { platform, name })
  await ctx.commit<CatalogueTables, void>(async (tx) => {
    const current = await findOperator(tx, body)
    if (revision === 0 && current) throw taken('partnerCode', partnerCode)
    await assertPlatformFree(tx, body)
    if (revision === 0) return insertOperator(tx, body)
    if (!current) throw recordGone()
    if (current.platform !== platform && (await hasServers(tx, body))) {
      throw new AppError(catalogueErrors.catalogue_platform_fixed, { field: 'platform' })
    }
    const { numUpdatedRows } = await tx
      .updateTable('operator')
      .set({ platform, name, revision: revision + 1 })
      .where('game', '=', game)
      .where('partner_code', '=', partnerCode)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw changedMeanwhile(operatorEntry(current, ctx.caller))
  })
  await cache.invalidate()
  return { revision: revision + 1 }
}
