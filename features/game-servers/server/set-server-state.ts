import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { fromGame, uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { gameServerErrors } from '../contract/index.ts'
import type { setServerState as route } from '../contract/index.ts'
import type { UseCaseDeps } from './game-servers-deps.ts'
import { unheardRow } from './live/unheard-row.ts'

/** Shows at once what the server said. The server has done it, so a store that keeps nothing now does not undo that. */
async function noteState(
  { store, log, nowMs }: UseCaseDeps,
  key: string,
  { state, online }: RouteReplyGiven<typeof route>,
): Promise<void> {
  const said = { state, state_set_at: nowMs(), online }
  const noted = store.write((tx) =>
    tx
      .insertInto('game_server_live')
      .values({ ...unheardRow(key), ...said })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(said))
      .execute(),
  )
  await noted.catch((error: unknown) => log.error(error, 'the new state of a game server was not kept'))
}

/** Asks the server to take players in another way; what holds now is shown at once. */
export async function changeServerState(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof route>> {
  const at = ctx.place.server
  if (at === undefined) throw new AppError(coreErrors.server_required, { field: 'sId' })
  const { state, from, to, message, allow = [], reason } = body
  if (to !== undefined && to <= Math.max(from ?? 0, deps.nowMs())) {
    throw new AppError(gameServerErrors.server_state_times, { field: 'to' })
  }
  const { server, meta, target } = await deps.reach.reach(at)
  const { capabilities } = await fromGame(meta(target, { signal: ctx.signal }))
  // A call of a later contract is made only where the server says that it has it.
  if (!capabilities.includes('server.state')) throw new AppError(coreErrors.capability_missing)
  const { userId: opId, username: user } = ctx.caller
  const reply = await fromGame(
    server.setState(
      target,
      {
        state,
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        ...(message === undefined || message === '' ? {} : { message }),
        allow,
        operator: { opId, user, reason, requestId: ctx.requestId },
        // Setting a state twice is setting it once, so each try may have a key of its own.
        idempotencyKey: uuidv7(),
      },
      { signal: ctx.signal },
    ),
  )
  await noteState(deps, at.key, reply)
  return reply
}
