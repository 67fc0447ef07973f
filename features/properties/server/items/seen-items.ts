import { canonicalJson, parseJsonText } from '@qd/canonical-json'
import type { ItemRow } from '@qd/game-contract'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { PropertiesTables, SeenItemRow } from '../tables.ts'
import { usual } from './read-line-items.ts'
import type { LineItems } from './read-line-items.ts'

/** Rows of one statement, and of one transaction. */
const ROWS_AT_ONCE = 500

export interface SeenItem {
  row: ItemRow
  firstSeen: number
  /** Null while a server has it. */
  lastSeen: number | null
}

/** Items that no server has any more, as they were told last. */
export type TellGone = (tx: Kysely<PropertiesTables>, gone: readonly ItemRow[]) => Promise<void>

type Tables = Store<PropertiesTables>

const read = (db: Tables['read'], lineId: string): Promise<SeenItemRow[]> =>
  db.selectFrom('item_seen').selectAll().where('line_id', '=', lineId).execute()

/** What changes when the servers of a line say this: items that are new, told otherwise or back, and those that are gone. */
function changesOf(known: readonly SeenItemRow[], given: LineItems, now: number) {
  const byNumber = new Map(known.map((row) => [row.number, row]))
  const changed: Omit<SeenItemRow, 'line_id'>[] = []
  for (const [number, variants] of given.items) {
    const row = usual(variants)?.row
    if (row === undefined) continue
    const before = byNumber.get(String(number))
    byNumber.delete(String(number))
    const facts = canonicalJson(row)
    if (before?.facts === facts && before.last_seen === null) continue
    const firstSeen = before === undefined ? now : Number(before.first_seen)
    changed.push({ number: String(number), facts, first_seen: firstSeen, last_seen: null })
  }
  // A server that kept silent may have it.
  const isWhole = given.servers.length > 0 && given.servers.every(({ hasAnswered }) => hasAnswered)
  const gone = isWhole ? [...byNumber.values()].filter(({ last_seen }) => last_seen === null) : []
  return { changed, gone: gone.map(({ number }) => number) }
}

/** Marks them as gone; those that another node has marked already are left out. */
async function markGone(
  tx: Kysely<PropertiesTables>,
  { lineId, numbers, lastSeen }: { lineId: string; numbers: readonly string[]; lastSeen: number },
): Promise<ItemRow[]> {
  const marked: ItemRow[] = []
  for (let at = 0; at < numbers.length; at += ROWS_AT_ONCE) {
    const rows = await tx
      .updateTable('item_seen')
      .set({ last_seen: lastSeen })
      .where('line_id', '=', lineId)
      .where('number', 'in', numbers.slice(at, at + ROWS_AT_ONCE))
      .where('last_seen', 'is', null)
      .returning('facts')
      .execute()
    marked.push(...rows.map(({ facts }) => parseJsonText(facts) as ItemRow))
  }
  return marked
}

interface Noting {
  lineId: string
  given: LineItems
  now: number
  /** Finds out who has to know of items that are gone; asked before they are marked. */
  prepareTelling?: () => Promise<TellGone>
}

/** Remembers which items a line has, so that logs which speak of one that is gone still have its name. */
export async function noteItems(
  store: Tables,
  { lineId, given, now, prepareTelling }: Noting,
): Promise<void> {
  const known = await read(store.read, lineId)
  const line = await store.read
    .selectFrom('item_line')
    .select('synced_at')
    .where('line_id', '=', lineId)
    .executeTakeFirst()
  const { changed, gone } = changesOf(known, given, now)
  for (let at = 0; at < changed.length; at += ROWS_AT_ONCE) {
    const rows = changed.slice(at, at + ROWS_AT_ONCE).map((row) => ({ line_id: lineId, ...row }))
    await store.write((tx) =>
      tx
        .insertInto('item_seen')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['line_id', 'number']).doUpdateSet((eb) => ({
            facts: eb.ref('excluded.facts'),
            last_seen: eb.ref('excluded.last_seen'),
          })),
        )
        .execute(),
    )
  }
  const lastSeen = Number(line?.synced_at ?? 0) || now
  const tell = gone.length === 0 ? undefined : await prepareTelling?.()
  await store.write(async (tx) => {
    const marked = await markGone(tx, { lineId, numbers: gone, lastSeen })
    if (marked.length > 0) await tell?.(tx, marked)
    await tx
      .insertInto('item_line')
      .values({ line_id: lineId, zone: '', synced_at: now })
      .onConflict((conflict) => conflict.column('line_id').doUpdateSet({ synced_at: now }))
      .execute()
  })
}

/** Every item a line has or had, as it was told last, by number. */
export async function seenItems(store: Tables, lineId: string): Promise<Map<string, SeenItem>> {
  const rows = await read(store.read, lineId)
  return new Map(
    rows.map(({ number, facts, first_seen, last_seen }) => [
      number,
      {
        row: parseJsonText(facts) as ItemRow,
        firstSeen: Number(first_seen),
        lastSeen: last_seen === null ? null : Number(last_seen),
      },
    ]),
  )
}
