import type { DataCheckReply } from '@qd/game-contract'
import type { IndexedChange } from '../rules/rule-types.ts'

const SINGLE_DIAMONDS = 1000n
const SINGLE_LEVELS = 10

function warningOf(change: IndexedChange['change']): string | null {
  if (change.path.length !== 1 || change.op !== 'set') return null
  if (change.diff === 'CurrencyInfo' && change.path[0] === 'diamond') {
    const gain = BigInt(String(change.value)) - BigInt(String(change.old ?? 0))
    return gain > SINGLE_DIAMONDS
      ? `增加 钻石 ×${gain.toLocaleString('en-US')}，超过单次 ${SINGLE_DIAMONDS.toLocaleString('en-US')}`
      : null
  }
  if (change.diff === 'RoleInfo' && change.path[0] === 'level') {
    const levels = Number(change.value) - Number(change.old)
    return levels > SINGLE_LEVELS ? `一次提升 ${levels} 级，任务与英雄不会随之补上` : null
  }
  return null
}

/** What an operator should think about twice; nothing here stops a commit. */
export function editWarnings(accepted: readonly IndexedChange[]): DataCheckReply['warnings'] {
  return accepted.flatMap(({ index, change }) => {
    const msg = warningOf(change)
    return msg === null ? [] : [{ index, code: 2005, msg }]
  })
}
