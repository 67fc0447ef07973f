import type { Excess, ItemLimit } from './item-limit.ts'
import { NO_PLAYERS, addAmounts, inBoth } from './player-amounts.ts'
import type { PlayerAmounts } from './player-amounts.ts'
import { sumUse } from './sum-use.ts'
import type { ItemUse, Use, UseKind } from './sum-use.ts'

/** What a ledger has for this day, by number of item; what is missing counts as nothing. */
export interface UsedToday {
  /** What the person who acts has given. */
  person: ReadonlyMap<string, bigint>
  /** What other parts of the same request have given; absent: there are none. */
  request?: ReadonlyMap<string, bigint>
  /** What every player of the line got. */
  everyone: ReadonlyMap<string, bigint>
  /** What each player got besides. A use that reaches everyone needs all of them, another one only its own. */
  players: ReadonlyMap<string, PlayerAmounts>
}

/** As many as a person reads. */
const SAMPLE = 5

type Beyond = Pick<Excess, 'used' | 'asked' | 'over' | 'players'> | null

function beyond(limit: bigint, used: bigint, asked: bigint): Beyond {
  const over = used + asked - limit
  return over <= 0n ? null : { used: String(used), asked: String(asked), over: String(over) }
}

function beyondForPlayers(limit: bigint, use: ItemUse, before: PlayerAmounts, everyone: bigint): Beyond {
  const sample: string[] = []
  // Of somebody who got nothing else today, where the use reaches such players.
  let worst = { used: everyone, asked: use.everyone + use.unnamed }
  let named = 0
  for (const { uId, left, right } of inBoth(use.players, before)) {
    if (left === 0n && use.everyone === 0n) continue
    const each = { used: everyone + right, asked: use.everyone + left }
    if (each.used + each.asked <= limit) continue
    named++
    if (sample.length < SAMPLE) sample.push(String(uId))
    if (each.used + each.asked > worst.used + worst.asked || worst.asked === 0n) worst = each
  }
  if (worst.asked === 0n) return null
  const found = beyond(limit, worst.used, worst.asked)
  if (found === null) return null
  const all = use.everyone > 0n && everyone + use.everyone > limit ? use.everyoneCount : 0
  return { ...found, players: { count: Math.max(named, all), sample } }
}

/** The lower of two limits that count the same; the first of two that are equal. */
function lower(left: ItemLimit | undefined, right: ItemLimit): ItemLimit {
  return left !== undefined && BigInt(left.quantity) <= BigInt(right.quantity) ? left : right
}

/** For each item and each thing that is counted the limit that binds. */
function binding(limits: readonly ItemLimit[], kind: UseKind): ItemLimit[] {
  const lowest = new Map<string, ItemLimit>()
  for (const limit of limits) {
    if (limit.kind === 'mail' && kind !== 'mail') continue
    // A mail is one action: both kinds count what one player gets by it.
    const key = `${limit.number}/${limit.kind === 'mail' ? 'action' : limit.kind}`
    lowest.set(key, lower(lowest.get(key), limit))
  }
  return [...lowest.values()]
}

/**
 * Which limits a use goes beyond, and by how much. Pages show it, and whatever gives items to players asks it: mail,
 * codes, functions, edits, activities.
 */
export function checkLimits(limits: readonly ItemLimit[], use: Use, used: UsedToday): Excess[] {
  const items = sumUse(use)
  return binding(limits, use.kind).flatMap((limit) => {
    const { number, kind, source } = limit
    const item = items.get(number)
    if (item === undefined) return []
    const most = BigInt(limit.quantity)
    const found = {
      action: () => beyond(most, 0n, item.most),
      mail: () => beyond(most, 0n, item.most),
      request: () => beyond(most, used.request?.get(number) ?? 0n, item.total),
      person_day: () => beyond(most, used.person.get(number) ?? 0n, item.total),
      player_day: () =>
        beyondForPlayers(most, item, used.players.get(number) ?? NO_PLAYERS, used.everyone.get(number) ?? 0n),
    }[kind]()
    return found === null ? [] : [{ number, kind, source, limit: limit.quantity, ...found }]
  })
}

/** What the ledger has once a use is counted too, of the items it was asked for; a request stays one. */
export function withUse(used: UsedToday, items: ReadonlyMap<string, ItemUse>): UsedToday {
  const person = new Map(used.person)
  const request = used.request && new Map(used.request)
  const everyone = new Map(used.everyone)
  const players = new Map(used.players)
  for (const [number, item] of items) {
    person.set(number, (person.get(number) ?? 0n) + item.total)
    request?.set(number, (request.get(number) ?? 0n) + item.total)
    everyone.set(number, (everyone.get(number) ?? 0n) + item.everyone)
    const before = players.get(number)
    if (before !== undefined) players.set(number, addAmounts([before, item.players]))
  }
  return { person, everyone, players, ...(request === undefined ? {} : { request }) }
}
