import { useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { editLimits } from '../../contract/index.ts'

/** Whether limits of all lines of the operator may be set, not only those of the line. */
export function useMayForOperator({ game, partnerCode }: LineRef): boolean {
  return useMay({ permission: editLimits }, { game, operator: partnerCode })
}
