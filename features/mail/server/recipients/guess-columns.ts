import type { ColumnMap } from '../../contract/index.ts'

/** Heads that people give columns, folded. */
const HEADS: Record<'uId' | 'roleId' | 'serverId' | 'attach', readonly string[]> = {
  uId: ['uid', 'userid', 'playerid', 'id', '玩家id', '用户id', '玩家'],
  roleId: ['roleid', 'role', '角色id', '角色'],
  serverId: ['serverid', 'sid', 'server', '区服', '區服', '区服id'],
  attach: ['attach', 'gift', 'items', '附件', '礼包', '禮包', '物品'],
}
const VARIABLE = /^[A-Za-z][\w-]{0,63}$/

const folded = (head: string) => head.toLowerCase().replace(/[\s_-]/g, '')
const isId = (cell: string) => /^\d{5,19}$/.test(cell.trim())

/** Which column is probably what: by the names in the first row, else by the first column of numbers. */
export function guessColumns(first: readonly string[]): ColumnMap {
  if (first.some(isId)) return { uId: first.findIndex(isId), hasHead: false }
  const guess: ColumnMap = { hasHead: true }
  const vars: Record<string, number> = {}
  for (const [index, head] of first.entries()) {
    const name = folded(head)
    const what = (Object.keys(HEADS) as (keyof typeof HEADS)[]).find(
      (each) => guess[each] === undefined && HEADS[each].includes(name),
    )
    if (what !== undefined) guess[what] = index
    else if (VARIABLE.test(head.trim())) vars[head.trim()] = index
  }
  return Object.keys(vars).length === 0 ? guess : { ...guess, vars }
}
