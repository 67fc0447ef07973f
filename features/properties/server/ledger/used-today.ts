import { NO_PLAYERS, addAmounts, unpackAmounts } from '@qd/item-limits'
import type { ItemLimit, ItemUse, PlayerAmounts, UsedToday } from '@qd/item-limits'
import type { Store } from '@qd/store'
import type { PropertiesTables, UsePlayerRow } from '../tables.ts'

type Tables = Store<PropertiesTables>['read']

/** Where the use is counted, and in whose name. */
export interface Counted {
  lineId: string
  day: string
  personId: string
  /** The request it is a part of. */
  request?: string | undefined
}

/** Players of a use that are looked for together. */
const WINDOW = 10_000
/** Rows of one player each that are looked for by their uId rather than by a range. */
const FEW = 200
const UID_DIGITS = 19

export const uIdKey = (uId: bigint): string => String(uId).padStart(UID_DIGITS, '0')

const piecesOf = (db: Tables, { lineId, day }: Counted, number: string) =>
  db
    .selectFrom('item_use_player')
    .select(['players', 'packed'])
    .where('line_id', '=', lineId)
    .where('day', '=', day)
    .where('number', '=', number)

export const unpacked = ({ players, packed }: Pick<UsePlayerRow, 'players' | 'packed'>): PlayerAmounts =>
  unpackAmounts({ players: Number(players), bytes: Buffer.from(packed, 'base64') })

/** Adds what a piece of the ledger has for players of the use; both are sorted. */
function addPiece(sums: PlayerAmounts, piece: PlayerAmounts): void {
  let at = 0
  for (const [other, uId] of piece.uIds.entries()) {
    while (at < sums.uIds.length && (sums.uIds[at] ?? 0n) < uId) at++
    if (sums.uIds[at] === uId) sums.amounts[at] = (sums.amounts[at] ?? 0n) + (piece.amounts[other] ?? 0n)
  }
}

/** What these players have got of an item on the day, without what everyone got. */
async function usedByPlayers(
  db: Tables,
  counted: Counted,
  number: string,
  players: PlayerAmounts,
): Promise<PlayerAmounts> {
  const sums = { uIds: players.uIds, amounts: new BigUint64Array(players.uIds.length) }
  for (let from = 0; from < players.uIds.length; from += WINDOW) {
    const uIds = sums.uIds.subarray(from, from + WINDOW)
    const window = { uIds, amounts: sums.amounts.subarray(from, from + WINDOW) }
    const first = uIdKey(uIds[0] ?? 0n)
    const last = uIdKey(uIds.at(-1) ?? 0n)
    const many = piecesOf(db, counted, number)
      .where('is_many', '=', 1)
      .where('first', '<=', last)
      .where('last', '>=', first)
    const single = piecesOf(db, counted, number).where('is_many', '=', 0)
    const ones =
      uIds.length > FEW
        ? single.where('first', '>=', first).where('first', '<=', last)
        : single.where('first', 'in', [...uIds].map(uIdKey))
    for (const row of [...(await many.execute()), ...(await ones.execute())]) addPiece(window, unpacked(row))
  }
  return sums
}

/** What every player has got of an item on the day: one that everyone gets meets all of them. */
async function usedByAll(db: Tables, counted: Counted, number: string): Promise<PlayerAmounts> {
  return addAmounts((await piecesOf(db, counted, number).execute()).map(unpacked))
}

/** What other parts of its request have given on the line. */
async function usedByRequest(
  db: Tables,
  { lineId, request }: Counted,
  numbers: readonly string[],
): Promise<Pick<UsedToday, 'request'>> {
  if (request === undefined) return {}
  const rows = await db
    .selectFrom('item_request')
    .select(['number', 'total'])
    .where('request', '=', request)
    .where('line_id', '=', lineId)
    .where('number', 'in', numbers)
    .execute()
  return { request: new Map(rows.map(({ number, total }) => [number, BigInt(total)])) }
}

const OF_LEDGER: ReadonlySet<string> = new Set(['player_day', 'person_day', 'request'])

/** What the ledger has for a use, as far as its limits ask for it. */
export async function usedToday(
  db: Tables,
  counted: Counted,
  use: { items: ReadonlyMap<string, ItemUse>; limits: readonly ItemLimit[] },
): Promise<UsedToday> {
  const asked = use.limits.filter(({ kind }) => OF_LEDGER.has(kind))
  const numbers = [...new Set(asked.map(({ number }) => number))].filter((number) => use.items.has(number))
  const person = new Map<string, bigint>()
  const everyone = new Map<string, bigint>()
  const players = new Map<string, PlayerAmounts>()
  if (numbers.length === 0) return { person, everyone, players }
  const parts = await usedByRequest(db, counted, numbers)
  const rows = await db
    .selectFrom('item_given')
    .select(['number', 'person_id', 'total', 'everyone'])
    .where('line_id', '=', counted.lineId)
    .where('day', '=', counted.day)
    .where('number', 'in', numbers)
    .execute()
  for (const row of rows) {
    everyone.set(row.number, (everyone.get(row.number) ?? 0n) + BigInt(row.everyone))
    if (row.person_id === counted.personId) person.set(row.number, BigInt(row.total))
  }
  for (const { number, kind } of asked) {
    const item = use.items.get(number)
    if (kind !== 'player_day' || item === undefined) continue
    const found =
      item.everyone > 0n
        ? await usedByAll(db, counted, number)
        : item.players.uIds.length === 0
          ? NO_PLAYERS
          : await usedByPlayers(db, counted, number, item.players)
    players.set(number, found)
  }
  return { person, everyone, players, ...parts }
}
