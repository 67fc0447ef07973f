import type { PlayerCondition } from '@qd/game-contract'
import type { RoleData } from '../document.ts'

const isIn = (value: number, { min = 0, max = Infinity }: { min?: number; max?: number } = {}): boolean =>
  value >= min && value <= max

const isWithin = (ms: number, { from = 0, to = Infinity }: { from?: number; to?: number } = {}): boolean =>
  ms >= from && ms < to

/** Whether a player is one of those a condition names. */
export function playerFits(role: RoleData, where: PlayerCondition): boolean {
  const { channels, level, vip, registered, lastLogin } = where
  return (
    (channels === undefined || channels.includes(role.channel)) &&
    isIn(role.level, level) &&
    isIn(role.vip, vip) &&
    isWithin(role.createdAt * 1000, registered) &&
    isWithin(role.lastLoginAt * 1000, lastLogin)
  )
}
