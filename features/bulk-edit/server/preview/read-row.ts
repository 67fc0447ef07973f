import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { RowOutcome } from '@qd/server-kit'
import type { WantedModule } from '@qd/player-edit'
import type { Edits, ReadPlayer } from '../bulk-edit-deps.ts'
import { askPatiently, awayWhy, waitFor } from './ask-patiently.ts'
import type { BulkRun, ChunkRow } from '../list/chunk.ts'

export type ReadRow = { read: ReadPlayer } | { outcome: RowOutcome }

/** A player's modules, or how their row ends without them: waiting when the server is away. */
export async function readRow(
  edits: Edits,
  item: ChunkRow,
  run: BulkRun,
  modules: readonly WantedModule[],
): Promise<ReadRow> {
  const { uId } = item.player
  const { reached } = item.server
  try {
    const read = await askPatiently(() => edits.read(reached, { uId, modules }, run.signal), run.signal)
    return { read }
  } catch (error) {
    run.signal.throwIfAborted()
    const away = awayWhy(error)
    if (away !== null) return { outcome: waitFor(away, item.player.server, run.text) }
    if (!(error instanceof GameError)) throw error
    if (error.kind === 'refused' && error.code === GAME_CODES.unknownPlayer) {
      const msg = run.text('bulk.stop.player_not_found')
      return { outcome: { status: 'skipped', code: 'player_not_found', msg } }
    }
    const msg = error.kind === 'refused' && error.msg !== '' ? error.msg : run.text('bulk.stop.unreadable')
    return { outcome: { status: 'failed', code: 'player_unreadable', msg } }
  }
}
