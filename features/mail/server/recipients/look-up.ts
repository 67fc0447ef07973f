import { GameError } from '@qd/game-contract/adapter'
import type { CatalogueServer } from '@qd/server-kit'
import type { SetInfo } from '../drafts/mail-record.ts'
import type { MailServer, UseCaseDeps } from '../mail-deps.ts'
import { inLanes } from '../send/server-lanes.ts'
import { findPlayer } from './find-player.ts'
import type { Placed } from './list-reader.ts'

/** A player of a list, and where they stand in it. */
export interface ListedPlayer extends Placed {
  file: string
  line: number
}

/** Lists of so many are looked up as a whole, of longer ones a part: the game is asked for each player. */
export const LOOKED_UP_WHOLE = 2_000
export const LOOKED_UP_PART = 200
/** What is not looked up by then stays so: somebody waits for the import. */
const MOST_MS = 30_000
/** A server that failed so often is left alone. */
const FAILURES = 3

type Opened = { reached: MailServer; gapMs: number } | null

async function openServer(
  { reach }: UseCaseDeps,
  server: CatalogueServer,
  signal: AbortSignal,
): Promise<Opened> {
  try {
    const reached = await reach.reach(server)
    const { limits } = await reached.meta(reached.target, { signal })
    return { reached, gapMs: 1_000 / limits.rps }
  } catch (error) {
    if (error instanceof GameError) return null
    throw error
  }
}

/** Asks the games which of the players nobody has; `of`: how many the list has. */
export async function lookUpPlayers(
  deps: UseCaseDeps,
  { players, of }: { players: readonly ListedPlayer[]; of: number },
  signal: AbortSignal,
): Promise<{ lookup: NonNullable<SetInfo['lookup']>; unknown: ListedPlayer[] }> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)])
  const opened = new Map<string, Promise<Opened>>()
  const gaps = new Map<string, number>()
  const failures = new Map<string, number>()
  const unknown: ListedPlayer[] = []
  let asked = 0
  await inLanes(players, ({ server }) => server.key, {
    gapMs: (key) => gaps.get(key) ?? 0,
    work: async (player) => {
      const { server, recipient } = player
      const { key } = server
      if (ends.aborted || (failures.get(key) ?? 0) >= FAILURES) return
      const opening = opened.get(key) ?? openServer(deps, server, ends)
      opened.set(key, opening)
      const open = await opening
      if (open === null) {
        failures.set(key, FAILURES)
        return
      }
      gaps.set(key, open.gapMs)
      try {
        if ((await findPlayer(open.reached, recipient, ends)) === undefined) unknown.push(player)
        asked += 1
      } catch (error) {
        if (!(error instanceof GameError)) throw error
        // Others of the server have failed meanwhile, too.
        failures.set(key, (failures.get(key) ?? 0) + 1)
      }
    },
  })
  signal.throwIfAborted()
  const order = new Map(players.map((player, at) => [player, at]))
  unknown.sort((left, right) => order.get(left)! - order.get(right)!)
  return { lookup: { of, asked, unknown: unknown.length, unasked: players.length - asked }, unknown }
}
