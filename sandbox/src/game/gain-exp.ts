import type { PlayerDocument } from './document.ts'

const MAX_LEVEL = 100

/** Experience a level takes before the next one. */
function expOfLevel(level: number): bigint {
  return BigInt(level) * 1000n
}

export function gainExp(document: PlayerDocument, amount: number): void {
  const { role } = document
  let exp = BigInt(role.exp) + BigInt(amount)
  while (role.level < MAX_LEVEL && exp >= expOfLevel(role.level)) {
    exp -= expOfLevel(role.level)
    role.level += 1
  }
  role.exp = exp.toString()
}
