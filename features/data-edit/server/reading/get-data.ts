import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { diffInfoOf } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { CallContext } from '@qd/server-kit'
import { dataEditErrors } from '../../contract/index.ts'
import type { getData } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { askGame } from './game-failure.ts'
import { onlinePoliciesOf } from './online-policies.ts'
import { playerOf } from '../player-of.ts'
import { readModules } from './read-modules.ts'

/** Names of the modules to read; all when none are asked for. */
function wantedDiffs(protocol: ProtocolDefinition, diffs: readonly string[] | undefined): string[] {
  const all = Object.values(protocol.diffInfos).filter((info) => info.netKey !== '')
  if (diffs === undefined || diffs.length === 0) return all.map(({ name }) => name)
  for (const [index, name] of diffs.entries()) {
    const info = diffInfoOf(protocol, name)
    if (info === null || info.netKey === '') {
      throw new AppError(dataEditErrors.module_unknown, { field: `diffs.${index}`, params: { name } })
    }
  }
  return [...diffs]
}

/** Reads a player's data and remembers them as opened by the caller (S7.13). */
export async function handleGetData(
  deps: UseCaseDeps,
  input: RouteInput<typeof getData>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof getData>> {
  const player = playerOf(ctx)
  const { protocol, md5 } = await deps.protocols.known(player.server)
  const diffs = wantedDiffs(protocol, input.body.diffs)
  const reached = await deps.reach.reach(player.server)
  const modules = [...new Set(diffs)].map((diff) => ({ diff }))
  const [read, policies] = await Promise.all([
    askGame(readModules(reached, { uId: player.uId, modules }, ctx.signal), player.uId),
    onlinePoliciesOf(reached),
  ])
  await deps.onPlayerOpened?.(ctx.caller.userId, player)
  return { ...read, onlinePolicies: [...policies], md5 }
}
