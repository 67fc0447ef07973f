import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { serverBack } from '../../contract/index.ts'
import type { heartbeat as route } from '../../contract/open-calls.ts'
import type { UseCaseDeps } from '../game-servers-deps.ts'
import { tellSilence } from '../live/tell-silence.ts'
import { unheardRow } from '../live/unheard-row.ts'
import { keepOnline } from '../online/keep-online.ts'
import type { GameServerTables } from '../tables.ts'
import { noteHeard, wasHeard } from './heard-beats.ts'

type Tx = Kysely<GameServerTables>
type Body = RouteInput<typeof route>['body']

/** A heartbeat that arrives so soon after a change of the state may have been on its way since before it. */
const ON_ITS_WAY_MS = 1_000

/** Writes what the heartbeat says, unless a newer one was here. */
async function writeLive(
  tx: Tx,
  key: string,
  body: Body,
  at: { sent: number; taken: number },
): Promise<boolean> {
  const said = {
    sent_at: at.sent,
    taken_at: at.taken,
    online: body.online,
    versions: JSON.stringify(body.versions ?? {}),
    clock: JSON.stringify(body.clock),
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('game_server_live')
    .values({ ...unheardRow(key), ...said, state: body.state })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          ...said,
          state: eb
            .case()
            .when('game_server_live.state_set_at', '>', at.taken - ON_ITS_WAY_MS)
            .then(eb.ref('game_server_live.state'))
            .else(body.state)
            .end(),
        }))
        .where((eb) =>
          eb.or([eb('game_server_live.sent_at', 'is', null), eb('game_server_live.sent_at', '<', at.sent)]),
        ),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Ends a silence; the row is ours by then. Null: there was none. */
async function endSilence(tx: Tx, key: string): Promise<number | null> {
  const row = await tx
    .selectFrom('game_server_live')
    .select('silent_since')
    .where('key', '=', key)
    .executeTakeFirst()
  const since = row?.silent_since ?? null
  if (since !== null) {
    await tx.updateTable('game_server_live').set({ silent_since: null }).where('key', '=', key).execute()
  }
  return since
}

/** Ends a silence, and tells so. */
async function comeBack(deps: UseCaseDeps, tx: Tx, server: CatalogueServer, now: number): Promise<void> {
  const since = await endSilence(tx, server.key)
  if (since === null) return
  const seconds = Math.round((now - since + deps.times.silentAfterMs) / 1000)
  await tellSilence(deps, tx, serverBack, { server, since, seconds })
}

/**
 * Keeps how a server is. The order is that of signing: one that is not newer than the last taken says nothing of how
 * the server is. Where it was never here before it shows that the server lives: its clock was set back.
 */
export async function takeHeartbeat(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof route>> {
  const { server, sentAtMs } = ctx.game
  const now = deps.nowMs()
  const beat = { key: server.key, sentAtMs }
  if (await wasHeard(deps, beat)) return { taken: false, now }
  const taken = await deps.store.write(async (tx) => {
    if (!(await noteHeard(tx, beat))) return false
    const isNewest = await writeLive(tx, server.key, body, { sent: sentAtMs, taken: now })
    if (isNewest) await keepOnline(tx, { key: server.key, atMs: now, online: body.online })
    else
      await tx.updateTable('game_server_live').set({ taken_at: now }).where('key', '=', server.key).execute()
    await comeBack(deps, tx, server, now)
    return isNewest
  })
  return { taken, now }
}
