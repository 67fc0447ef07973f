import type { Change } from '@qd/protocol-model'
import { say } from '../../texts/say.ts'
import type { SetRule } from './rule-types.ts'
import { violation } from './rule-types.ts'

function touches(change: Change): boolean {
  const field = change.path[0]
  return (
    (change.diff === 'GuildInfo' && field === 'guildId') ||
    (change.diff === 'ShopState' && field === 'discount')
  )
}

/** A shop discount comes from a guild: without a guild it is 0. */
export const guildDiscountRule: SetRule = ({ after, accepted }) =>
  after.guild.guildId === '0' && after.shop.discount > 0
    ? violation(
        accepted,
        say('没有公会时商店折扣必须为 0，现在是 {discount}%', { discount: after.shop.discount }),
        touches,
      )
    : []
