import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import type { PlayerRef, mailPlayers } from '../../contract/index.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { eachOf, targetServers } from '../servers.ts'
import { findPlayer } from './find-player.ts'
import { serverFinder } from './find-server.ts'
import { ListReader } from './list-reader.ts'
import type { Recipient } from './recipient.ts'

/** Names the game is asked for: a call each. */
const NAMES_ASKED = 200
const ASKED_AT_ONCE = 8

/** Players as a draft names them, found as those of a file are. */
export function readNamed(
  deps: UseCaseDeps,
  lineId: string,
  { players, servers }: { players: readonly PlayerRef[]; servers: readonly CatalogueServer[] },
) {
  const findServer = serverFinder(deps, lineId, servers)
  const columns = { uId: 0, roleId: 1, serverId: 2, hasHead: false }
  const reader = new ListReader({ columns, servers, findServer })
  return players.map((given, index) => {
    const { id = '', roleId = '', serverId } = given
    const cells = [id, roleId, serverId === undefined ? '' : String(serverId)]
    return { given, read: reader.read({ line: index + 1, cells }) }
  })
}

type Row = RouteReplyGiven<typeof mailPlayers>['list'][number]

async function lookUp(
  deps: UseCaseDeps,
  { server, recipient }: { server: CatalogueServer; recipient: Recipient },
  given: PlayerRef,
): Promise<Row> {
  const base = { given, sId: server.sId, uId: recipient.uId ?? null, roleId: recipient.roleId ?? null }
  const nobody = { name: null, level: null }
  try {
    const reached = await deps.reach.reach(server)
    const player = await findPlayer(reached, recipient)
    if (player === undefined) return { ...base, ...nobody, state: 'unknown' }
    const { uId, roleId, name, level } = player
    return { ...base, uId, roleId, name, level, state: 'asked' }
  } catch (error) {
    if (!(error instanceof GameError)) throw error
    return { ...base, ...nobody, state: 'unasked' }
  }
}

const STATES = { no_server: 'no_server', which_server: 'no_server', repeated: 'repeated' } as const

/** Who the named players are; the game is asked for the names of the first of them. */
export async function handleMailPlayers(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailPlayers>,
  { place }: CallContext,
): Promise<RouteReplyGiven<typeof mailPlayers>> {
  const lineId = place.lineId!
  const servers = targetServers(deps, lineId, { serverId: [] })
  const named = readNamed(deps, lineId, { players: body.players, servers })
  const list = await eachOf(
    [...named.entries()],
    ASKED_AT_ONCE,
    async ([index, { given, read }]): Promise<Row> => {
      const nobody = { uId: given.id ?? null, roleId: given.roleId ?? null, name: null, level: null }
      if ('code' in read) {
        const state = STATES[read.code as keyof typeof STATES] ?? 'wrong'
        return { given, sId: null, ...nobody, state }
      }
      if (index < NAMES_ASKED) return lookUp(deps, read, given)
      return { given, sId: read.server.sId, ...nobody, state: 'unasked' }
    },
  )
  return { list }
}
