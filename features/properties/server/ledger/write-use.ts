import { parseJsonText } from '@qd/canonical-json'
import { packAmounts } from '@qd/item-limits'
import type { ItemUse } from '@qd/item-limits'
import type { LimitedUse } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { GivenRow, PropertiesTables, UsePlayerRow, UseRow } from '../tables.ts'
import { uIdKey } from './used-today.ts'
import type { Counted } from './used-today.ts'

type Tx = Store<PropertiesTables>['read']

/** What a use gives of one item, as its row keeps it to take it back. */
export interface KeptItem {
  number: string
  total: string
  everyone: string
  players: number
}

/** A row is some 30 kB of text. */
const ROWS_AT_ONCE = 20

const playersOf = (item: ItemUse): number => Math.max(item.players.uIds.length, item.everyoneCount)

export const keptItems = (items: ReadonlyMap<string, ItemUse>): KeptItem[] =>
  [...items].map(([number, item]) => ({
    number,
    total: String(item.total),
    everyone: String(item.everyone),
    players: playersOf(item),
  }))

/** The packed players of a use: made before its transaction, because packing a million takes a while. */
export function playerRows(
  key: string,
  { lineId, day }: Counted,
  items: ReadonlyMap<string, ItemUse>,
): UsePlayerRow[] {
  return [...items].flatMap(([number, { players }]) =>
    packAmounts(players).map((piece, at) => ({
      use_key: key,
      number,
      piece: at,
      line_id: lineId,
      day,
      is_many: Number(piece.players > 1),
      first: uIdKey(piece.first),
      last: uIdKey(piece.last),
      players: piece.players,
      packed: Buffer.from(piece.bytes).toString('base64'),
    })),
  )
}

/** Raises the version of the day, which all other uses of the day wait for; what it is now. */
export async function nextVersion(tx: Tx, { lineId, day }: Counted): Promise<number> {
  const row = await tx
    .insertInto('item_use_day')
    .values({ line_id: lineId, day, version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['line_id', 'day']).doUpdateSet((eb) => ({
        version: eb('item_use_day.version', '+', 1),
      })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return Number(row.version)
}

export async function versionOf(db: Tx, { lineId, day }: Counted): Promise<number> {
  const row = await db
    .selectFrom('item_use_day')
    .select('version')
    .where('line_id', '=', lineId)
    .where('day', '=', day)
    .executeTakeFirst()
  return Number(row?.version ?? 0)
}

/** Adds to what the parts of a request have given, or takes from it. */
async function addToRequest(
  tx: Tx,
  { request, line_id, day }: Pick<UseRow, 'request' | 'line_id' | 'day'>,
  items: readonly KeptItem[],
  sign: 1 | -1,
): Promise<void> {
  if (request === null) return
  for (const { number, total } of items) {
    // Takes the row: another part may be counted for another day.
    const before = await tx
      .insertInto('item_request')
      .values({ request, line_id, number, total: '0', day })
      .onConflict((conflict) => conflict.columns(['request', 'line_id', 'number']).doUpdateSet({ day }))
      .returning('total')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('item_request')
      .set({ total: String(BigInt(before.total) + BigInt(sign) * BigInt(total)) })
      .where('request', '=', request)
      .where('line_id', '=', line_id)
      .where('number', '=', number)
      .execute()
  }
}

/** Adds to the sums of the day, or takes from them; nobody else of the day is at it. */
async function addToSums(
  tx: Tx,
  use: Pick<UseRow, 'line_id' | 'day' | 'person_id' | 'person' | 'request'>,
  items: readonly KeptItem[],
  sign: 1 | -1,
): Promise<void> {
  await addToRequest(tx, use, items, sign)
  for (const item of items) {
    const before = await tx
      .selectFrom('item_given')
      .selectAll()
      .where('line_id', '=', use.line_id)
      .where('day', '=', use.day)
      .where('number', '=', item.number)
      .where('person_id', '=', use.person_id)
      .executeTakeFirst()
    const by = BigInt(sign)
    const row: GivenRow = {
      line_id: use.line_id,
      day: use.day,
      number: item.number,
      person_id: use.person_id,
      person: use.person,
      total: String(BigInt(before?.total ?? '0') + by * BigInt(item.total)),
      everyone: String(BigInt(before?.everyone ?? '0') + by * BigInt(item.everyone)),
      players: Number(before?.players ?? 0) + sign * item.players,
      uses: Number(before?.uses ?? 0) + sign,
    }
    await tx
      .insertInto('item_given')
      .values(row)
      .onConflict((conflict) => conflict.columns(['line_id', 'day', 'number', 'person_id']).doUpdateSet(row))
      .execute()
  }
}

async function insertPlayers(tx: Tx, players: readonly UsePlayerRow[]): Promise<void> {
  for (let at = 0; at < players.length; at += ROWS_AT_ONCE) {
    await tx
      .insertInto('item_use_player')
      .values(players.slice(at, at + ROWS_AT_ONCE))
      .execute()
  }
}

/** Lets a use count something else than it was read to count; the version of its day is raised already. */
export async function overwriteUse(
  tx: Tx,
  before: UseRow,
  { items, players }: Pick<NewUse, 'items' | 'players'>,
): Promise<void> {
  const { key } = before
  await tx
    .updateTable('item_use')
    .set({ items: JSON.stringify(items) })
    .where('key', '=', key)
    .execute()
  await tx.deleteFrom('item_use_player').where('use_key', '=', key).execute()
  await insertPlayers(tx, players)
  await addToSums(tx, before, parseJsonText(before.items) as KeptItem[], -1)
  await addToSums(tx, before, items, 1)
}

/** Lets a use count something else; one that was taken out meanwhile stays out. */
export async function replaceUse(
  tx: Tx,
  key: string,
  { items, players }: Pick<NewUse, 'items' | 'players'>,
): Promise<void> {
  const row = await findUse(tx, key)
  if (row === undefined) return
  await nextVersion(tx, { lineId: row.line_id, day: row.day, personId: row.person_id })
  // Only now does nobody else of the day write: what it counts is read again.
  const before = await findUse(tx, key)
  if (before !== undefined) await overwriteUse(tx, before, { items, players })
}

export interface NewUse {
  key: string
  use: Omit<LimitedUse, 'gifts'>
  counted: Counted
  items: readonly KeptItem[]
  players: readonly UsePlayerRow[]
  nowMs: number
}

/** Writes a use into the ledger; the version of its day is raised already. */
export async function insertUse(tx: Tx, { key, use, counted, items, players, nowMs }: NewUse): Promise<void> {
  const row: UseRow = {
    key,
    line_id: counted.lineId,
    day: counted.day,
    person_id: counted.personId,
    person: use.person.name,
    kind: use.kind,
    about: use.about,
    items: JSON.stringify(items),
    at: nowMs,
    request: use.request ?? null,
  }
  await tx.insertInto('item_use').values(row).execute()
  await insertPlayers(tx, players)
  await addToSums(tx, row, items, 1)
}

/** Takes a use out of the ledger. */
export async function deleteUse(tx: Tx, key: string): Promise<void> {
  const row = await findUse(tx, key)
  if (row === undefined) return
  await nextVersion(tx, { lineId: row.line_id, day: row.day, personId: row.person_id })
  const { numDeletedRows } = await tx.deleteFrom('item_use').where('key', '=', key).executeTakeFirst()
  // Somebody else has taken it out while this waited.
  if (numDeletedRows !== 1n) return
  await tx.deleteFrom('item_use_player').where('use_key', '=', key).execute()
  await addToSums(tx, row, parseJsonText(row.items) as KeptItem[], -1)
}

export const findUse = (db: Tx, key: string): Promise<UseRow | undefined> =>
  db.selectFrom('item_use').selectAll().where('key', '=', key).executeTakeFirst()
