import type { Action } from './action.ts'
import { ARENA_ACTIONS } from './arena-actions.ts'
import { BAG_ACTIONS } from './bag-actions.ts'
import { CURRENCY_ACTIONS } from './currency-actions.ts'
import { FRIEND_ACTIONS } from './friend-actions.ts'
import { GUILD_ACTIONS } from './guild-actions.ts'
import { HERO_ACTIONS } from './hero-actions.ts'
import { MAIL_ACTIONS } from './mail-actions.ts'
import { QUEST_ACTIONS } from './quest-actions.ts'
import { ROLE_ACTIONS } from './role-actions.ts'
import { SESSION_ACTIONS } from './session-actions.ts'
import { SETTINGS_ACTIONS } from './settings-actions.ts'
import { SHIP_ACTIONS } from './ship-actions.ts'
import { SHOP_ACTIONS } from './shop-actions.ts'

/** Every command but Enter, by its number. */
export const ACTIONS: ReadonlyMap<number, Action> = new Map([
  ...SESSION_ACTIONS,
  ...ROLE_ACTIONS,
  ...CURRENCY_ACTIONS,
  ...BAG_ACTIONS,
  ...HERO_ACTIONS,
  ...QUEST_ACTIONS,
  ...MAIL_ACTIONS,
  ...GUILD_ACTIONS,
  ...SHOP_ACTIONS,
  ...ARENA_ACTIONS,
  ...FRIEND_ACTIONS,
  ...SHIP_ACTIONS,
  ...SETTINGS_ACTIONS,
])
