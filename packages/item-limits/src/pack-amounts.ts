import type { PlayerAmounts } from './player-amounts.ts'

/** Some thousand players of one ledger row, in about two bytes for each. */
export interface PackedAmounts {
  first: bigint
  last: bigint
  players: number
  bytes: Uint8Array
}

/** A row of this size is read in a moment, and a million players are a hundred of them. */
const PLAYERS_A_PIECE = 10_000
/** A varint of 64 bits and one more. */
const MOST_BYTES = 10

function pushVarint(bytes: Uint8Array, at: number, value: bigint): number {
  let rest = value
  let next = at
  while (rest > 0x7fn) {
    bytes[next++] = Number(rest & 0x7fn) | 0x80
    rest >>= 7n
  }
  bytes[next++] = Number(rest)
  return next
}

/** Each player is the distance from the one before, and the amount where it is another one than before. */
function packPiece({ uIds, amounts }: PlayerAmounts): PackedAmounts {
  const bytes = new Uint8Array(uIds.length * 2 * MOST_BYTES)
  let length = 0
  let before = 0n
  let amountBefore = 0n
  for (const [at, uId] of uIds.entries()) {
    const amount = amounts[at] ?? 0n
    const isSame = amount === amountBefore
    length = pushVarint(bytes, length, ((uId - before) << 1n) | (isSame ? 1n : 0n))
    if (!isSame) length = pushVarint(bytes, length, amount)
    before = uId
    amountBefore = amount
  }
  return { first: uIds[0] ?? 0n, last: before, players: uIds.length, bytes: bytes.slice(0, length) }
}

/** Amounts by player in pieces for the rows of a ledger; `unpackAmounts` gives back each piece. */
export function packAmounts({ uIds, amounts }: PlayerAmounts): PackedAmounts[] {
  return Array.from({ length: Math.ceil(uIds.length / PLAYERS_A_PIECE) }, (_, piece) => {
    const from = piece * PLAYERS_A_PIECE
    const to = from + PLAYERS_A_PIECE
    return packPiece({ uIds: uIds.subarray(from, to), amounts: amounts.subarray(from, to) })
  })
}

export function unpackAmounts({ players, bytes }: Pick<PackedAmounts, 'players' | 'bytes'>): PlayerAmounts {
  const uIds = new BigUint64Array(players)
  const amounts = new BigUint64Array(players)
  let next = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[next++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  let uId = 0n
  let amount = 0n
  for (let at = 0; at < players; at++) {
    const step = varint()
    uId += step >> 1n
    if ((step & 1n) === 0n) amount = varint()
    uIds[at] = uId
    amounts[at] = amount
  }
  return { uIds, amounts }
}
