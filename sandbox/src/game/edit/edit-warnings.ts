import type { GameCode } from '@qd/game-contract'
import { localText } from '../../texts/dictionaries.ts'
import { say } from '../../texts/say.ts'
import type { Said } from '../../texts/say.ts'
import type { IndexedChange } from '../rules/rule-types.ts'

/** A warning about the change at an index. */
export interface EditWarning {
  index: number
  code: GameCode
  msg: Said
}

const SINGLE_DIAMONDS = 1000n
const SINGLE_LEVELS = 10

function warningOf(change: IndexedChange['change']): Said | null {
  if (change.path.length !== 1 || change.op !== 'set') return null
  if (change.diff === 'CurrencyInfo' && change.path[0] === 'diamond') {
    const gain = BigInt(String(change.value)) - BigInt(String(change.old ?? 0))
    return gain > SINGLE_DIAMONDS
      ? say('增加 {what} ×{count}，超过单次 {limit}', {
          what: localText('names', '钻石'),
          count: gain.toLocaleString('en-US'),
          limit: SINGLE_DIAMONDS.toLocaleString('en-US'),
        })
      : null
  }
  if (change.diff === 'RoleInfo' && change.path[0] === 'level') {
    const levels = Number(change.value) - Number(change.old)
    return levels > SINGLE_LEVELS ? say('一次提升 {levels} 级，任务与英雄不会随之补上', { levels }) : null
  }
  return null
}

/** What an operator should think about twice; nothing here stops a commit. */
export function editWarnings(accepted: readonly IndexedChange[]): EditWarning[] {
  return accepted.flatMap(({ index, change }) => {
    const msg = warningOf(change)
    return msg === null ? [] : [{ index, code: 2005 as const, msg }]
  })
}
