import type { ItemRow } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { CatalogueServer, ReachPort } from '@qd/server-kit'
import { aServer } from '@qd/server-kit/testing'

export const item = (number: number, more: Partial<ItemRow> = {}): ItemRow => ({
  number,
  name: { cn: `物品${number}`, en: `Item ${number}` },
  type: { code: 'tool', name: { cn: '道具', en: 'Tool' } },
  ...more,
})

/** Game servers of one line as the feature reaches them, without any wire. */
export function lineWorld() {
  const world = {
    servers: [aServer({ sId: 123 }), aServer({ sId: 124 })],
    /** Null: the server is down. */
    items: new Map<number, ItemRow[] | null>([
      [123, [item(7)]],
      [124, [item(7)]],
    ]),
    limits: [{ number: 7, quantity: 100 }],
    zone: 'Asia/Shanghai',
    isDown: false,
    /** Numbers of the servers asked for their items, one after the other. */
    asked: [] as number[],
  }
  const down = () => new GameError({ kind: 'down' })
  const reach = {
    reach: async ({ sId }: CatalogueServer) => ({
      target: {},
      items: {
        list: async () => {
          world.asked.push(sId)
          const rows = world.items.get(sId)
          if (world.isDown || rows === null || rows === undefined) throw down()
          return rows
        },
      },
      limits: {
        list: async () => {
          if (world.isDown) throw down()
          return world.limits
        },
      },
      time: {
        read: async () => {
          if (world.isDown) throw down()
          return { real: 0, game: 0, offset: 0, zone: world.zone }
        },
      },
    }),
    serversOf: (lineId: string) => world.servers.filter((server) => server.lineId === lineId),
  } as unknown as ReachPort<'items' | 'limits' | 'time'>
  return { world, reach }
}
