import { parseJsonText } from '@qd/canonical-json'
import { NO_PLAYERS, addAmounts, sumUse, takeAmounts } from '@qd/item-limits'
import type { ItemUse, PlayerAmounts } from '@qd/item-limits'
import type { GivenBack } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { PropertiesTables, UseRow } from '../tables.ts'
import { unpacked } from './used-today.ts'
import { deleteUse, findUse, keptItems, nextVersion, overwriteUse, playerRows } from './write-use.ts'
import type { KeptItem } from './write-use.ts'

type Tx = Store<PropertiesTables>['read']

async function playersOf(tx: Tx, key: string): Promise<Map<string, PlayerAmounts>> {
  const rows = await tx
    .selectFrom('item_use_player')
    .select(['number', 'players', 'packed'])
    .where('use_key', '=', key)
    .execute()
  const byNumber = Map.groupBy(rows, ({ number }) => number)
  return new Map([...byNumber].map(([number, pieces]) => [number, addAmounts(pieces.map(unpacked))]))
}

/** What is left of an item of the use; null: nothing. */
function leftOf(item: KeptItem, before: PlayerAmounts, back: ItemUse | undefined): ItemUse | null {
  const { left, taken } = takeAmounts(before, back?.players ?? NO_PLAYERS)
  const total = BigInt(item.total) - taken
  if (total <= 0n) return null
  const everyone = BigInt(item.everyone)
  const everyoneCount = everyone > 0n ? item.players : 0
  return { total, most: 0n, everyone, everyoneCount, unnamed: 0n, players: left }
}

async function takeFrom(tx: Tx, key: string, gifts: GivenBack['gifts']): Promise<void> {
  // Only now does nobody else of the day write: what it counts is read here.
  const use = await findUse(tx, key)
  if (use === undefined) return
  const back = sumUse({ kind: 'edit', gifts })
  const before = await playersOf(tx, key)
  const left = new Map<string, ItemUse>()
  for (const item of parseJsonText(use.items) as KeptItem[]) {
    const rest = leftOf(item, before.get(item.number) ?? NO_PLAYERS, back.get(item.number))
    if (rest !== null) left.set(item.number, rest)
  }
  if (left.size === 0) {
    await deleteUse(tx, key)
    return
  }
  const counted = { lineId: use.line_id, day: use.day, personId: use.person_id }
  await overwriteUse(tx, use, { items: keptItems(left), players: playerRows(key, counted, left) })
}

const dayOf = ({ line_id, day }: UseRow) => `${line_id} ${day}`

/** Takes gifts out of uses, of each player no more than is counted there. */
export async function giveBack(tx: Tx, backs: readonly GivenBack[]): Promise<void> {
  const byKey = Map.groupBy(backs, ({ key }) => key)
  if (byKey.size === 0) return
  const uses = await tx
    .selectFrom('item_use')
    .selectAll()
    .where('key', 'in', [...byKey.keys()])
    .execute()
  const days = new Map(uses.map((use) => [dayOf(use), use]))
  // In one order everywhere, so that no two writes wait for each other.
  for (const [, { line_id, day, person_id }] of [...days].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  ))
    await nextVersion(tx, { lineId: line_id, day, personId: person_id })
  for (const { key } of uses) {
    const gifts = byKey.get(key)?.flatMap((back) => back.gifts) ?? []
    await takeFrom(tx, key, gifts)
  }
}
