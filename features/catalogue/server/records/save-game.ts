import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { saveGame as route } from '../../contract/index.ts'
import type { CatalogueTables } from '../tables.ts'
import type { AdministrationDeps, CatalogueDb } from '../administration-deps.ts'
import { assertEdits } from './allowed.ts'
import { changedMeanwhile, gameEntry, recordGone, taken } from './entries.ts'
import { positionAfter } from './position.ts'

const findGame = (db: CatalogueDb, game: string) =>
  db.selectFrom('game').selectAll().where('id', '=', game).executeTakeFirst()

/** Makes a game or gives it other names. */
export async function saveGame(
  { store, cache }: AdministrationDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<{ revision: number }> {
  const { game, name, code, revision } = body
  assertEdits(ctx.caller, revision === 0 ? {} : { game })
  const before = await findGame(store.read, game)
  ctx.changed(before ? { name: before.name, code: before.code } : null, { name, code })
  await ctx.commit<CatalogueTables, void>(async (tx) => {
    if (revision === 0) {
      const position = await positionAfter(tx, 'game')
      const made = await tx
        .insertInto('game')
        .values({ id: game, name, code, position, revision: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (made.numInsertedOrUpdatedRows === 0n) throw taken('game', game)
      return
    }
    const { numUpdatedRows } = await tx
      .updateTable('game')
      .set({ name, code, revision: revision + 1 })
      .where('id', '=', game)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return
    const current = await findGame(tx, game)
    throw current ? changedMeanwhile(gameEntry(current, ctx.caller)) : recordGone()
  })
  await cache.invalidate()
  return { revision: revision + 1 }
}
