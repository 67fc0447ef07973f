/** How much of one item each player gets; sorted by uId, each once. */
export interface PlayerAmounts {
  uIds: BigUint64Array
  amounts: BigUint64Array
}

export const NO_PLAYERS: PlayerAmounts = { uIds: new BigUint64Array(), amounts: new BigUint64Array() }

/** Where a sum of amounts stays; far above any limit. */
const MOST = 2n ** 64n - 1n

function collect(most: number) {
  const uIds = new BigUint64Array(most)
  const amounts = new BigUint64Array(most)
  let length = 0
  return {
    push(uId: bigint, amount: bigint): void {
      const isSame = length > 0 && uIds[length - 1] === uId
      if (!isSame) length++
      uIds[length - 1] = uId
      const sum = (isSame ? (amounts[length - 1] ?? 0n) : 0n) + amount
      amounts[length - 1] = sum > MOST ? MOST : sum
    },
    done: (): PlayerAmounts => ({ uIds: uIds.slice(0, length), amounts: amounts.slice(0, length) }),
  }
}

/** The same amount for each; who stands there twice gets it twice. */
export function amountForEach(uIds: readonly string[], amount: bigint): PlayerAmounts {
  const sorted = BigUint64Array.from(uIds, BigInt).sort()
  const all = collect(sorted.length)
  for (const uId of sorted) all.push(uId, amount)
  return all.done()
}

/** Every player of either side, with what each side has for them. */
export function* inBoth(
  left: PlayerAmounts,
  right: PlayerAmounts,
): Generator<{ uId: bigint; left: bigint; right: bigint }> {
  let at = 0
  let other = 0
  while (at < left.uIds.length || other < right.uIds.length) {
    const mine = left.uIds[at]
    const theirs = right.uIds[other]
    const uId = mine === undefined || (theirs !== undefined && theirs < mine) ? (theirs ?? 0n) : mine
    const has = { uId, left: 0n, right: 0n }
    if (mine === uId) has.left = left.amounts[at++] ?? 0n
    if (theirs === uId) has.right = right.amounts[other++] ?? 0n
    yield has
  }
}

function addTwo(left: PlayerAmounts, right: PlayerAmounts): PlayerAmounts {
  if (left.uIds.length === 0) return right
  const all = collect(left.uIds.length + right.uIds.length)
  for (const each of inBoth(left, right)) all.push(each.uId, each.left + each.right)
  return all.done()
}

/** Takes amounts away, of each player no more than they have; who has nothing left is gone. */
export function takeAmounts(
  from: PlayerAmounts,
  back: PlayerAmounts,
): { left: PlayerAmounts; taken: bigint } {
  const left = collect(from.uIds.length)
  let taken = 0n
  for (const each of inBoth(from, back)) {
    const less = each.right < each.left ? each.right : each.left
    taken += less
    if (each.left > less) left.push(each.uId, each.left - less)
  }
  return { left: left.done(), taken }
}

/** All together, two by two, so that many small ones take no longer than a few large ones. */
export function addAmounts(parts: readonly PlayerAmounts[]): PlayerAmounts {
  let level = [...parts]
  while (level.length > 1) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, at) =>
      addTwo(level[2 * at] ?? NO_PLAYERS, level[2 * at + 1] ?? NO_PLAYERS),
    )
  }
  return level[0] ?? NO_PLAYERS
}
