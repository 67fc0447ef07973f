import { GAME_CODE_FACTS } from '@qd/game-contract'
import type { GameCode, RowResult } from '@qd/game-contract'
import type { ChangeFault, ChangeFaultCode } from '@qd/protocol-model'
import type { Language } from '@qd/i18n'
import { say, saidIn } from '../../texts/say.ts'
import type { Said } from '../../texts/say.ts'

/** Why one change is refused. */
export interface RowFault {
  code: GameCode
  msg: Said
}

const TEXTS: Record<ChangeFaultCode, (detail: string) => Said> = {
  unknown_diff: () => say('没有这个模块'),
  unknown_path: () => say('没有这个字段'),
  key_required: (detail) => say('缺少键 {detail}', { detail }),
  key_not_allowed: () => say('这个模块没有行'),
  key_mismatch: (detail) => say('值里的 {detail} 与所在的行不同', { detail }),
  key_fixed: (detail) => say('{detail} 是键，不能改', { detail }),
  bad_op: (detail) => say('这里不能 {detail}', { detail }),
  old_required: () => say('缺少原值'),
  value_required: () => say('缺少新值'),
  wrong_type: (detail) => say('类型应为 {detail}', { detail }),
  out_of_int64: () => say('超出 64 位整数'),
  below_min: (detail) => say('不能小于 {detail}', { detail }),
  above_max: (detail) => say('不能大于 {detail}', { detail }),
  too_long: (detail) => say('超过 {detail} 字节', { detail }),
  control_character: () => say('含有控制字符'),
  not_a_choice: (detail) => say('{detail} 不是可选的值', { detail }),
  duplicate_key: (detail) => say('键 {detail} 重复', { detail }),
  too_deep: () => say('嵌套过深'),
  wrong_encoding: (detail) => say('不是 {detail} 文本', { detail }),
  left_out: (detail) => say('含有不支持的字段名 {detail}，只能逐个字段修改', { detail }),
}

/** Why a value is not accepted. */
export function faultText(fault: ChangeFault): Said {
  return TEXTS[fault.code](fault.detail)
}

export function shapeFault(fault: ChangeFault): RowFault {
  return { code: 2004, msg: say('{place}：{fault}', { place: fault.field, fault: faultText(fault) }) }
}

export function rowResult(index: number, fault: RowFault | null, language: Language): RowResult {
  if (fault === null) return { index, status: 0, code: 0, msg: '' }
  return {
    index,
    status: GAME_CODE_FACTS[fault.code].httpStatus,
    code: fault.code,
    msg: saidIn(language, fault.msg),
  }
}
