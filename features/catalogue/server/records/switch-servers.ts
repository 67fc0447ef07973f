import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { catalogueErrors } from '../../contract/index.ts'
import type { switchServers as route } from '../../contract/index.ts'
import type { CatalogueTables } from '../tables.ts'
import type { AdministrationDeps } from '../administration-deps.ts'
import { placeFacts } from './approval-facts.ts'
import { recordGone } from './entries.ts'

/** Switches servers of a line on or off, all or none. */
export async function switchServers(
  { cache }: AdministrationDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<{ changed: number }> {
  const { lineId, enabled } = body
  const sIds = [...new Set(body.sIds)]
  await ctx.approve(
    placeFacts({
      does: 'switch',
      name: lineId,
      path: lineId,
      version: 0,
      before: null,
      after: { enabled, sIds },
      risk: 'R3',
      places: [ctx.place],
      rows: sIds.length,
    }),
  )
  const changed = await ctx.commit<CatalogueTables, number>(async (tx) => {
    const rows = await tx
      .selectFrom('game_server')
      .select(['s_id', 'hash_key'])
      .where('line_id', '=', lineId)
      .where('s_id', 'in', sIds)
      .execute()
    if (rows.length !== sIds.length) throw recordGone()
    if (enabled && rows.some((row) => row.hash_key === '')) {
      throw new AppError(catalogueErrors.catalogue_key_missing, { field: 'sIds' })
    }
    const { numUpdatedRows } = await tx
      .updateTable('game_server')
      .set((eb) => ({ enabled: enabled ? 1 : 0, revision: eb('revision', '+', 1) }))
      .where('line_id', '=', lineId)
      .where('s_id', 'in', sIds)
      .where('enabled', '=', enabled ? 0 : 1)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
  await cache.invalidate()
  return { changed }
}
