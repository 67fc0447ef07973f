import { SIGN_WINDOW_MS } from '@qd/game-contract/signing'
import type { CleanUp } from '@qd/server-kit'
import type { UseCaseDeps } from './game-servers-deps.ts'
import { minuteOf } from './online/keep-online.ts'
import { VERIFIABLE_MS } from './open/verify-write.ts'

const HOUR_MS = 3_600_000
/** How long numbers of players online are kept. */
export const KEPT_DAYS = 30
/** A heartbeat signed longer ago is refused for its time, on nodes too whose clock is behind. */
const HEARD_MS = 2 * SIGN_WINDOW_MS
/** Minutes deleted in one write, so that nobody waits long for it. */
const SLICE_MINUTES = 360

async function endOldNumbers({ store, nowMs }: UseCaseDeps): Promise<void> {
  const end = minuteOf(nowMs()) - KEPT_DAYS * 1_440
  const oldest = await store.read
    .selectFrom('game_server_online')
    .select((eb) => eb.fn.min('minute').as('minute'))
    .executeTakeFirst()
  for (let from = Number(oldest?.minute ?? end); from < end; from += SLICE_MINUTES) {
    const until = Math.min(end, from + SLICE_MINUTES)
    await store.write((tx) => tx.deleteFrom('game_server_online').where('minute', '<', until).execute())
  }
}

/** What belongs to servers that are not in the catalogue any more; one that is switched off is not here either, for an hour. */
async function endUnknown({ store, catalogue, nowMs }: UseCaseDeps): Promise<void> {
  const { serverByKey } = catalogue.current()
  const rows = await store.read.selectFrom('game_server_live').select(['key', 'taken_at']).execute()
  const gone = rows.filter(({ key, taken_at: at }) => !serverByKey.has(key) && (at ?? 0) < nowMs() - HOUR_MS)
  for (const { key } of gone) {
    await store.write((tx) => tx.deleteFrom('game_server_live').where('key', '=', key).execute())
  }
}

export function gameServerCleanUps(deps: UseCaseDeps): CleanUp[] {
  const { store, nowMs } = deps
  return [
    {
      name: 'game-server-heard',
      everyMs: 60_000,
      run: async () => {
        const end = nowMs() - HEARD_MS
        await store.write((tx) => tx.deleteFrom('game_server_heard').where('sent_at', '<', end).execute())
      },
    },
    {
      name: 'game-server-online',
      everyMs: HOUR_MS,
      async run() {
        await endOldNumbers(deps)
        await endUnknown(deps)
        const lately = minuteOf(nowMs()) - 60
        await store.write((tx) => tx.deleteFrom('game_server_calls').where('minute', '<', lately).execute())
      },
    },
    {
      name: 'game-server-writes',
      everyMs: 60_000,
      run: async () => {
        const end = nowMs() - VERIFIABLE_MS
        await store.write((tx) => tx.deleteFrom('game_server_write').where('sent_at', '<=', end).execute())
      },
    },
  ]
}
