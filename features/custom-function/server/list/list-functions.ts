import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { manageFunctions, runFunctionOnMany } from '../../contract/index.ts'
import type { functionList } from '../../contract/index.ts'
import { commandEntry, composedEntry } from '../entries.ts'
import type { UseCaseDeps } from '../function-deps.ts'
import { loadFunctions } from '../function-store.ts'
import { serverOf } from '../place.ts'
import { offeredCommands } from '../server-commands.ts'
import type { OfferedCommand } from '../server-commands.ts'
import { seesCommand, seesComposed } from '../visible.ts'
import type { Viewer } from '../visible.ts'

type Reply = RouteReplyGiven<typeof functionList>
type ServerPart = Pick<Reply, 'serverState' | 'serverMsg' | 'refused'> & { commands: OfferedCommand[] }

/** The functions of the game server; that it has none, or does not answer, leaves those of the console usable. */
async function serverPart(deps: UseCaseDeps, ctx: CallContext): Promise<ServerPart> {
  try {
    const { commands, refused } = await offeredCommands(deps, serverOf(ctx))
    return { serverState: 'ok', serverMsg: '', refused, commands }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const nothing = { refused: [], commands: [] }
    if (error.def === coreErrors.capability_missing) return { serverState: 'none', serverMsg: '', ...nothing }
    const reason = error.params['reason']
    return { serverState: 'offline', serverMsg: typeof reason === 'string' ? reason : '', ...nothing }
  }
}

export async function viewerOf(deps: Pick<UseCaseDeps, 'groups'>, ctx: Viewer['ctx']): Promise<Viewer> {
  return { ctx, groups: new Set(await deps.groups.idsOf(ctx.caller.userId)) }
}

/** What the caller may see on this server, of the game and of the console. */
export async function listFunctions(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof functionList>,
  ctx: CallContext,
): Promise<Reply> {
  const viewer = await viewerOf(deps, ctx)
  const { commands, ...state } = await serverPart(deps, ctx)
  const composed = await loadFunctions(deps, serverOf(ctx).game)
  const mayManage = ctx.holds(manageFunctions)
  return {
    ...state,
    // What is wrong with declarations is for those who can have it corrected.
    refused: mayManage ? state.refused : [],
    list: [
      ...commands.filter((each) => seesCommand(viewer, each)).map((each) => commandEntry(ctx, each)),
      ...composed
        .filter(({ row }) => row.is_archived === 0 || body.withArchived === true)
        .filter((each) => seesComposed(viewer, each))
        .map((each) => composedEntry(ctx, each)),
    ],
    mayManage,
    mayRunMany: ctx.holds(runFunctionOnMany),
  }
}
