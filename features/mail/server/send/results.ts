import { GAME_CODES } from '@qd/game-contract'
import type { RowResult } from '@qd/game-contract'
import { playerKey } from '../recipients/recipient.ts'
import type { Recipient } from '../recipients/recipient.ts'

export interface FailedPlayer {
  player: string
  code: number
  msg: string
}

export interface ReadResults {
  delivered: string[]
  already: string[]
  failed: FailedPlayer[]
}

/** What became of each recipient; null for an answer that does not tell of every one exactly once. */
export function readResults(
  recipients: readonly Recipient[],
  results: readonly RowResult[],
): ReadResults | null {
  const read: ReadResults = { delivered: [], already: [], failed: [] }
  const seen = new Uint8Array(recipients.length)
  let told = 0
  for (const { index, status, code, msg } of results) {
    const recipient = recipients[index]
    if (recipient === undefined || seen[index] === 1) return null
    seen[index] = 1
    told += 1
    const player = playerKey(recipient)
    if (status !== 0) read.failed.push({ player, code, msg })
    else if (code === GAME_CODES.duplicate) read.already.push(player)
    else read.delivered.push(player)
  }
  return told === recipients.length ? read : null
}
