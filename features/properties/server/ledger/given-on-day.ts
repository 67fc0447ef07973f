import type { RouteReplyGiven } from '@qd/contract-kit'
import type { CleanUp } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { givenOnDay } from '../../contract/index.ts'
import { dayIn } from '../line/line-zone.ts'
import type { PropertiesTables } from '../tables.ts'

const DAY_MS = 86_400_000
/** Single uses are needed on their day, and for a release some days later; sums are read long after. */
const USES_KEPT_DAYS = 35
const SUMS_KEPT_DAYS = 400

interface Deps {
  store: Store<PropertiesTables>
  zoneOf(lineId: string): Promise<string>
  nowMs(): number
}

/** What was given on a day, item by item and person by person. */
export async function showGiven(
  { store, zoneOf, nowMs }: Deps,
  lineId: string,
  asked: string | undefined,
): Promise<RouteReplyGiven<typeof givenOnDay>> {
  const zone = await zoneOf(lineId)
  const day = asked ?? dayIn(zone, nowMs())
  const rows = await store.read
    .selectFrom('item_given')
    .select(['number', 'person', 'total', 'players', 'uses'])
    .where('line_id', '=', lineId)
    .where('day', '=', day)
    .where('uses', '>', 0)
    .orderBy('number')
    .orderBy('person')
    .execute()
  return {
    day,
    zone,
    rows: rows.map((row) => ({ ...row, players: Number(row.players), uses: Number(row.uses) })),
  }
}

/** Removes days that nobody asks for any more. */
export function ledgerCleanUps({ store, nowMs }: Pick<Deps, 'store' | 'nowMs'>): CleanUp[] {
  const before = (days: number) => dayIn('UTC', nowMs() - days * DAY_MS)
  const run = async () => {
    const uses = before(USES_KEPT_DAYS)
    await store.write(async (tx) => {
      await tx.deleteFrom('item_use_player').where('day', '<', uses).execute()
      await tx.deleteFrom('item_use').where('day', '<', uses).execute()
      await tx.deleteFrom('item_request').where('day', '<', uses).execute()
      await tx.deleteFrom('item_use_day').where('day', '<', uses).execute()
      await tx.deleteFrom('item_given').where('day', '<', before(SUMS_KEPT_DAYS)).execute()
    })
  }
  return [{ name: 'items given', everyMs: DAY_MS, run }]
}
