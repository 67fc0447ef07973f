import type { ItemRow } from '@qd/game-contract'
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
    zone: 'UTC',
    down: () => new GameError({ kind: 'down' }),
    item,
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
      time: { read: async () => ({ real: 0, game: 0, offset: 0, zone: game.zone }) },
    }),
    serversOf: (lineId: string) => servers.filter((server) => server.lineId === lineId),
  } as unknown as ReachPort
  return { game, reach }
}
