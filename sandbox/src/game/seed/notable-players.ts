import type { ItemStack } from '../document.ts'

/** A player the guides and pictures speak of, with the values they show. */
export interface NotablePlayer {
  summary: { name: string; level: number; channel: string }
  vip: number
  diamond: number
  /** Seconds since the epoch, UTC. */
  createdAt: number
  /** They are online when the pictures are taken. */
  sinceLoginSeconds: number
  bag: readonly ItemStack[]
}

export const NOTABLE_U_ID = '30123000045'

export const NOTABLE_PLAYERS: ReadonlyMap<string, NotablePlayer> = new Map([
  [
    NOTABLE_U_ID,
    {
      summary: { name: '岚夜听潮', level: 72, channel: 'taptap' },
      vip: 6,
      diamond: 18_920,
      createdAt: Date.UTC(2026, 2, 2, 4) / 1000,
      sinceLoginSeconds: 720,
      bag: [
        { itemId: 10001, count: 12 },
        { itemId: 10007, count: 480 },
        { itemId: 10012, count: 1 },
        { itemId: 10020, count: 1250 },
        { itemId: 10033, count: 1 },
        { itemId: 10041, count: 99 },
        { itemId: 10055, count: 64 },
        { itemId: 10060, count: 17 },
        { itemId: 10072, count: 3 },
        { itemId: 10090, count: 1 },
        { itemId: 10101, count: 1 },
        { itemId: 10120, count: 2 },
        { itemId: 10133, count: 340 },
        { itemId: 10150, count: 76 },
      ],
    },
  ],
])
