import type { Risk, ScopePlace } from '@qd/contract-kit'
import type { Caller } from './caller.ts'

export interface GateRequest {
  action: string
  risk: Risk
  place: ScopePlace
  caller: Caller
  /** What the operator must type in production: the exact name of the target. */
  targetName: string
  /** `reason` and `confirm` of the input, if any. */
  reason: string
  confirm: string
}

/** The one place where risk is weighed; approvals will answer here later. Throws to refuse. */
export interface GatePort {
  check(request: GateRequest): Promise<void>
}
