import type { CatalogueDb } from '../administration-deps.ts'

/** The place behind everything of a table; order is only compared among siblings. */
export async function positionAfter(
  db: CatalogueDb,
  table: 'game' | 'operator' | 'line' | 'game_server',
): Promise<number> {
  const last = await db
    .selectFrom(table)
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.position ?? -1) + 1
}
