import { GAME_CODE_FACTS } from '@qd/game-contract'
import type { GameCode, RowResult } from '@qd/game-contract'
import type { ChangeFault, ChangeFaultCode } from '@qd/protocol-model'

/** Why one change is refused. */
export interface RowFault {
  code: GameCode
  msg: string
}

const TEXTS: Record<ChangeFaultCode, (detail: string) => string> = {
  unknown_diff: () => '没有这个模块',
  unknown_path: () => '没有这个字段',
  key_required: (detail) => `缺少键 ${detail}`,
  key_not_allowed: () => '这个模块没有行',
  key_mismatch: (detail) => `值里的 ${detail} 与所在的行不同`,
  key_fixed: (detail) => `${detail} 是键，不能改`,
  bad_op: (detail) => `这里不能 ${detail}`,
  old_required: () => '缺少原值',
  value_required: () => '缺少新值',
  wrong_type: (detail) => `类型应为 ${detail}`,
  out_of_int64: () => '超出 64 位整数',
  below_min: (detail) => `不能小于 ${detail}`,
  above_max: (detail) => `不能大于 ${detail}`,
  too_long: (detail) => `超过 ${detail} 字节`,
  control_character: () => '含有控制字符',
  not_a_choice: (detail) => `${detail} 不是可选的值`,
  duplicate_key: (detail) => `键 ${detail} 重复`,
  too_deep: () => '嵌套过深',
  wrong_encoding: (detail) => `不是 ${detail} 文本`,
  left_out: (detail) => `含有不支持的字段名 ${detail}，只能逐个字段修改`,
}

export function shapeFault(fault: ChangeFault): RowFault {
  return { code: 2004, msg: `${fault.field}：${TEXTS[fault.code](fault.detail)}` }
}

export function rowResult(index: number, fault: RowFault | null): RowResult {
  if (fault === null) return { index, status: 0, code: 0, msg: '' }
  return { index, status: GAME_CODE_FACTS[fault.code].httpStatus, code: fault.code, msg: fault.msg }
}
