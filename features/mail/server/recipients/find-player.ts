import type { PlayerRow } from '@qd/game-contract'
import type { MailServer } from '../mail-deps.ts'
import type { Recipient } from './recipient.ts'

const DEADLINE_MS = 5_000

/** The player of a server as the game knows them; undefined: it knows none. */
export async function findPlayer(
  { players, target }: MailServer,
  { uId, roleId }: Recipient,
  signal?: AbortSignal,
): Promise<PlayerRow | undefined> {
  const by = uId === undefined ? 'roleId' : 'uId'
  const value = uId ?? roleId ?? ''
  const timeout = AbortSignal.timeout(DEADLINE_MS)
  const [player] = await players.lookup(
    target,
    { by, value, exact: true, limit: 1 },
    { signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) },
  )
  return player
}
