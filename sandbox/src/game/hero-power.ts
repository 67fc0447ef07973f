import type { HeroRow, PlayerDocument } from './document.ts'
import { sumOf } from './int64.ts'

export function heroPower(hero: Pick<HeroRow, 'level' | 'star' | 'equips'>): number {
  const enhance = hero.equips.reduce((sum, equip) => sum + equip.enhance, 0)
  return hero.level * 360 + hero.star * 2000 + enhance * 150
}

/** Brings the role's power in line with its heroes; every action that changes a hero ends with this. */
export function refreshPower(document: PlayerDocument): void {
  document.role.power = sumOf(Object.values(document.hero).map((hero) => hero.power))
}
