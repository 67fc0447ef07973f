import type { ItemRow, QueriedPlayer } from '@qd/game-contract'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { CatalogueServer, ReachPort } from '@qd/server-kit'

const item = (number: number, value: number): ItemRow => ({
  number,
  name: { cn: `物品${number}`, en: `Item ${number}` },
  type: { code: 'tool', name: { cn: '道具', en: 'Tool' } },
  value,
})

/** Game servers as codes reach them, without any wire; a test changes what they say. */
export function codesGame(servers: readonly CatalogueServer[]) {
  const game = {
    items: [item(1001, 3), item(1002, 0)] as readonly ItemRow[],
    /** By number; without one the server has the items of all. */
    itemsOf: new Map<number, readonly ItemRow[] | GameError>(),
    /** Items that are a currency by the definition of a server. */
    currenciesOf: (_server: CatalogueServer): ReadonlySet<string> => new Set(),
    zone: 'UTC',
    /** What its clock shows. */
    clock: 0,
    /** Its clock minus real time. */
    offset: 0,
    players: [] as readonly QueriedPlayer[],
    /** What it does not offer. */
    lacks: new Set<'lookup' | 'query'>(),
    isDown: false,
    down: () => new GameError({ kind: 'down' }),
    item,
  }
  const answer = <T>(what: 'lookup' | 'query' | 'time', said: T): T => {
    if (game.isDown) throw game.down()
    if (what !== 'time' && game.lacks.has(what))
      throw new GameError({ kind: 'refused', code: GAME_CODES.capabilityMissing })
    return said
  }
  const reach = {
    reach: async ({ sId }: CatalogueServer) => ({
      target: {},
      items: {
        list: async () => {
          const said = game.itemsOf.get(sId) ?? game.items
          if (said instanceof GameError) throw said
          return said
        },
      },
      limits: { list: async () => [] },
      time: {
        read: async () => answer('time', { real: 0, game: game.clock, offset: game.offset, zone: game.zone }),
      },
      players: {
        lookup: async (_target: unknown, { value }: { value: string }) =>
          answer(
            'lookup',
            // The look-up tells less than the list.
            game.players
              .filter(({ uId }) => uId === value)
              .map(({ vip: _vip, registeredAt: _registered, lastLoginAt: _login, ...row }) => row),
          ),
      },
      playersQuery: {
        find: async (_target: unknown, { where }: { where: { channels: string[] } }) => {
          const rows = game.players.filter(({ channel }) => where.channels.includes(channel))
          return answer('query', { count: rows.length, isEstimate: false, rows, cursor: '' })
        },
      },
    }),
    serversOf: (lineId: string) => servers.filter((server) => server.lineId === lineId),
  } as unknown as ReachPort
  return { game, reach }
}
