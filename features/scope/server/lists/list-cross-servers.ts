import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { askLine, callerReaches, serverKey } from '@qd/server-kit'
import { textIn } from '@qd/i18n'
import type { CallContext, Catalogue, LineRecord, ReachPort } from '@qd/server-kit'
import type { CrossGroup } from '@qd/game-contract'
import type { crossServerList } from '../../contract/index.ts'
import { serverPlace } from '../target/places.ts'

interface CrossServerDeps {
  catalogue: Catalogue
  reach: ReachPort<'cross'>
}

/** For one server; the line has others. */
const DEADLINE_MS = 5_000

async function groupsOf(reach: ReachPort<'cross'>, lineId: string): Promise<CrossGroup[]> {
  try {
    return await askLine(reach, reach.serversOf(lineId), ({ cross, target }) =>
      cross.groups(target, { signal: AbortSignal.timeout(DEADLINE_MS) }),
    )
  } catch (error) {
    // A game without cross-server play has no groups; that is an answer, not a fault.
    if (error instanceof AppError && error.def === coreErrors.capability_missing) return []
    throw error
  }
}

/** Groups of servers that play together, with the members the caller may see (S7.16). */
export async function listCrossServers(
  { catalogue, reach }: CrossServerDeps,
  { caller, lang }: Pick<CallContext, 'caller' | 'lang'>,
  line: LineRecord,
): Promise<RouteReplyGiven<typeof crossServerList>> {
  const groups = await groupsOf(reach, line.lineId)
  const platform = catalogue.operators.find(
    (each) => each.game === line.game && each.partnerCode === line.operator,
  )?.platform
  const isVisible = (sId: number) => {
    const server = catalogue.serverByKey.get(serverKey(line.game, platform ?? 0, sId))
    return server !== undefined && callerReaches(caller, serverPlace(server))
  }
  return groups
    .map((group) => ({
      name: textIn(group.name, lang),
      value: group.value,
      hub: isVisible(group.hub) ? String(group.hub) : '',
      members: group.members.filter(isVisible).map(String),
    }))
    .filter((group) => group.members.length > 0)
}
