import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { catalogueErrors } from '../../contract/index.ts'
import type { orderPlaces as route } from '../../contract/index.ts'
import type { CatalogueTables } from '../tables.ts'
import type { AdministrationDeps, CatalogueDb } from '../administration-deps.ts'
import { assertEdits, assertNamed } from './allowed.ts'

type Body = RouteInput<typeof route>['body']

interface Child {
  id: string
  position: number
  put(position: number): Promise<unknown>
}

async function gamesIn(tx: CatalogueDb): Promise<Child[]> {
  const rows = await tx.selectFrom('game').select(['id', 'position']).execute()
  return rows.map(({ id, position }) => ({
    id,
    position,
    put: (next) => tx.updateTable('game').set({ position: next }).where('id', '=', id).execute(),
  }))
}

async function operatorsIn(tx: CatalogueDb, game: string): Promise<Child[]> {
  const rows = await tx
    .selectFrom('operator')
    .select(['partner_code', 'position'])
    .where('game', '=', game)
    .execute()
  return rows.map(({ partner_code: id, position }) => ({
    id,
    position,
    put: (next) =>
      tx
        .updateTable('operator')
        .set({ position: next })
        .where('game', '=', game)
        .where('partner_code', '=', id)
        .execute(),
  }))
}

async function linesIn(tx: CatalogueDb, game: string, operator: string): Promise<Child[]> {
  const rows = await tx
    .selectFrom('line')
    .select(['line_id', 'position'])
    .where('game', '=', game)
    .where('partner_code', '=', operator)
    .execute()
  return rows.map(({ line_id: id, position }) => ({
    id,
    position,
    put: (next) => tx.updateTable('line').set({ position: next }).where('line_id', '=', id).execute(),
  }))
}

async function serversIn(tx: CatalogueDb, lineId: string): Promise<Child[]> {
  const rows = await tx
    .selectFrom('game_server')
    .select(['key', 's_id', 'position'])
    .where('line_id', '=', lineId)
    .execute()
  return rows.map(({ key, s_id: sId, position }) => ({
    id: String(sId),
    position,
    put: (next) => tx.updateTable('game_server').set({ position: next }).where('key', '=', key).execute(),
  }))
}

function childrenOf(tx: CatalogueDb, { game, partnerCode, lineId }: Body): Promise<Child[]> {
  if (lineId !== undefined) return serversIn(tx, lineId)
  if (game === undefined) return gamesIn(tx)
  return partnerCode === undefined ? operatorsIn(tx, game) : linesIn(tx, game, partnerCode)
}

/** Puts siblings in the given order; all of them must be named, so that nobody's new record is lost. */
export async function orderPlaces(
  { cache }: AdministrationDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<null> {
  if (body.partnerCode !== undefined && body.game === undefined) {
    throw new AppError(coreErrors.operator_required, { field: 'game' })
  }
  assertNamed(ctx, body.lineId)
  if (body.lineId === undefined) assertEdits(ctx.caller, ctx.place)
  await ctx.commit<CatalogueTables, void>(async (tx) => {
    const children = await childrenOf(tx, body)
    const places = new Map(body.order.map((id, at) => [id, at]))
    if (places.size !== children.length || children.some(({ id }) => !places.has(id))) {
      throw new AppError(catalogueErrors.catalogue_order_differs)
    }
    for (const child of children) {
      const next = places.get(child.id) ?? 0
      if (next !== child.position) await child.put(next)
    }
  })
  await cache.invalidate()
  return null
}
