import { AppError } from '@qd/contract-kit'
import { isZone } from '@qd/i18n'
import { askLine, createKeptAnswers } from '@qd/server-kit'
import type { ReachPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { PropertiesTables } from '../tables.ts'

const FRESH_MS = 3_600_000
const DEADLINE_MS = 2_000

export interface LineZoneDeps {
  store: Store<PropertiesTables>
  reach: ReachPort<'time'>
  nowMs(): number
}

/** The day of a moment in a zone: `2026-11-25`. */
export function dayIn(zone: string, atMs: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(atMs)
}

/** The zone in which a line counts its days: that of its game clock, the last heard while no server answers, else UTC. */
export function createLineZone({ store, reach, nowMs }: LineZoneDeps): (lineId: string) => Promise<string> {
  const kept = createKeptAnswers<string>({ freshMs: FRESH_MS, now: nowMs })

  async function ask(lineId: string): Promise<string> {
    const { zone } = await askLine(reach, reach.serversOf(lineId), ({ time, target }) =>
      time.read(target, { signal: AbortSignal.timeout(DEADLINE_MS) }),
    )
    if (!isZone(zone)) return await known(lineId)
    await store.write((tx) =>
      tx
        .insertInto('item_line')
        .values({ line_id: lineId, zone, synced_at: 0 })
        .onConflict((conflict) => conflict.column('line_id').doUpdateSet({ zone }))
        .execute(),
    )
    return zone
  }

  async function known(lineId: string): Promise<string> {
    const row = await store.read
      .selectFrom('item_line')
      .select('zone')
      .where('line_id', '=', lineId)
      .executeTakeFirst()
    return row === undefined || row.zone === '' ? 'UTC' : row.zone
  }

  return async (lineId) => {
    try {
      return await kept.get(lineId, () => ask(lineId))
    } catch (error) {
      if (error instanceof AppError) return await known(lineId)
      throw error
    }
  }
}
