import type { GiftEntry } from '@qd/gift-content'
import { NO_PLAYERS, addAmounts, amountForEach } from './player-amounts.ts'
import type { PlayerAmounts } from './player-amounts.ts'

export type UseKind = 'mail' | 'code' | 'function' | 'edit' | 'activity'

/** `everyone`: every player of the line, about so many; `unnamed`: so many players whom nobody knows yet, as with codes. */
export type Recipients = { uIds: readonly string[] } | { everyone: number } | { unnamed: number }

export interface Gift {
  entries: readonly GiftEntry[]
  to: Recipients
}

/** What one action gives to whom. */
export interface Use {
  kind: UseKind
  gifts: readonly Gift[]
}

/** What a use gives of one item. */
export interface ItemUse {
  /** To all its players together. */
  total: bigint
  /** The most one player gets. */
  most: bigint
  /** What every player of the line gets; 0n: not everybody gets it. */
  everyone: bigint
  /** About how many those are. */
  everyoneCount: number
  /** The most a player gets whom nobody knows yet. */
  unnamed: bigint
  players: PlayerAmounts
}

function largest(amounts: BigUint64Array): bigint {
  let most = 0n
  for (const amount of amounts) if (amount > most) most = amount
  return most
}

/** Gathers by amount first: a mail to many is one group, and a list with own amounts is as many as it has amounts. */
interface Gathered extends Omit<ItemUse, 'players' | 'most'> {
  byAmount: Map<bigint, string[]>
}

const nothing = (): Gathered => ({
  total: 0n,
  everyone: 0n,
  everyoneCount: 0,
  unnamed: 0n,
  byAmount: new Map(),
})

function add(item: Gathered, amount: bigint, to: Recipients): void {
  if ('uIds' in to) {
    item.total += amount * BigInt(to.uIds.length)
    const group = item.byAmount.get(amount)
    if (group === undefined) item.byAmount.set(amount, [...to.uIds])
    else for (const uId of to.uIds) group.push(uId)
  } else if ('everyone' in to) {
    item.total += amount * BigInt(to.everyone)
    item.everyone += amount
    item.everyoneCount = Math.max(item.everyoneCount, to.everyone)
  } else {
    item.total += amount * BigInt(to.unnamed)
    item.unnamed += amount
  }
}

/** What a use gives, item by item. */
export function sumUse({ gifts }: Use): Map<string, ItemUse> {
  const items = new Map<string, Gathered>()
  for (const { entries, to } of gifts) {
    for (const { number, quantity } of entries) {
      const item = items.get(number) ?? nothing()
      items.set(number, item)
      add(item, BigInt(quantity), to)
    }
  }
  const finished = [...items].map(([number, { byAmount, ...item }]): [string, ItemUse] => {
    const groups = [...byAmount].map(([amount, uIds]) => amountForEach(uIds, amount))
    const players = groups.length === 0 ? NO_PLAYERS : addAmounts(groups)
    const named = largest(players.amounts)
    return [number, { ...item, players, most: item.everyone + (named > item.unnamed ? named : item.unnamed) }]
  })
  return new Map(finished)
}
