import type { RouteInput } from '@qd/contract-kit'
import type { UIdBases } from '@qd/game-id'
import type { CallContext } from '@qd/server-kit'
import type { saveGame as route } from '../../contract/index.ts'
import type { CatalogueTables } from '../tables.ts'
import type { AdministrationDeps, CatalogueDb } from '../administration-deps.ts'
import { assertEdits } from './allowed.ts'
import { changedMeanwhile, gameEntry, recordGone, taken } from './entries.ts'
import { assertRoomFor, basesText, ownBases } from './game-bases.ts'
import { positionAfter } from './position.ts'

const findGame = (db: CatalogueDb, game: string) =>
  db.selectFrom('game').selectAll().where('id', '=', game).executeTakeFirst()

/** Servers of the game keep their numbers. */
async function assertFits(db: CatalogueDb, game: string, bases: UIdBases): Promise<void> {
  const rows = await db
    .selectFrom('game_server')
    .innerJoin('line', 'line.line_id', 'game_server.line_id')
    .select('game_server.s_id')
    .where('line.game', '=', game)
    .execute()
  assertRoomFor(
    rows.map(({ s_id }) => s_id),
    bases,
  )
}

/** Makes a game or gives it other names and other bases. */
export async function saveGame(
  { store, cache, bases }: AdministrationDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<{ revision: number }> {
  const { game, name, code, revision } = body
  assertEdits(ctx.caller, revision === 0 ? {} : { game })
  const before = await findGame(store.read, game)
  const kept = before ? ownBases(before) : null
  const uIdBases = body.uIdBases === undefined ? kept : body.uIdBases
  const uid_bases = basesText(uIdBases)
  const isOther = uid_bases !== basesText(kept)
  if (isOther) await assertFits(store.read, game, uIdBases ?? bases)
  const told = before ? { name: before.name, code: before.code, uIdBases: kept } : null
  ctx.changed(told, { name, code, uIdBases })
  await ctx.commit<CatalogueTables, void>(async (tx) => {
    if (revision === 0) {
      const position = await positionAfter(tx, 'game')
      const made = await tx
        .insertInto('game')
        .values({ id: game, name, code, uid_bases, position, revision: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (made.numInsertedOrUpdatedRows === 0n) throw taken('game', game)
      return
    }
    const { numUpdatedRows } = await tx
      .updateTable('game')
      .set({ name, code, uid_bases, revision: revision + 1 })
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
