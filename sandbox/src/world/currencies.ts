import { nameText } from '../texts/say.ts'
import type { LocalText } from '@qd/i18n'

/** A currency that gifts hold like an item; it lies in the purse, not in the bag. */
export interface Currency {
  number: number
  name: string
  field: 'gold' | 'diamond' | 'bindDiamond' | 'shell' | 'honor' | 'guildCoin' | 'stardust'
  quality: number
  /** The most of it that one gift holds. */
  giftMost: number
  /** The most a player has. */
  most: bigint
}

const MOST_INT = 2_000_000_000n
const MOST_COINS = 9_999_999n

const LIST: readonly Currency[] = [
  { number: 1, name: '金币', field: 'gold', quality: 1, giftMost: 10_000_000, most: 2n ** 63n - 1n },
  { number: 2, name: '钻石', field: 'diamond', quality: 4, giftMost: 50_000, most: MOST_INT },
  { number: 3, name: '绑定钻石', field: 'bindDiamond', quality: 4, giftMost: 50_000, most: MOST_INT },
  { number: 4, name: '贝壳', field: 'shell', quality: 2, giftMost: 1_000_000, most: MOST_COINS },
  { number: 5, name: '荣誉', field: 'honor', quality: 2, giftMost: 100_000, most: MOST_COINS },
  { number: 6, name: '公会币', field: 'guildCoin', quality: 2, giftMost: 100_000, most: MOST_COINS },
  { number: 7, name: '星尘', field: 'stardust', quality: 3, giftMost: 100_000, most: MOST_COINS },
]

export const CURRENCIES: ReadonlyMap<number, Currency> = new Map(LIST.map((row) => [row.number, row]))
export const CURRENCY_TYPE = 'currency'

export function currencyText({ name }: Currency): LocalText {
  return nameText(name)
}
