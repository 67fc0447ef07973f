import type { Risk, ScopePlace } from '@qd/contract-kit'
import type { Caller } from './caller.ts'
import type { StepUpGiven } from './step-up-port.ts'

/** What a call would change, as the gate weighs it. */
export interface GateTarget {
  risk: Risk
  place: ScopePlace
  /** What the operator must type in production: the exact name of the target. */
  targetName: string
}

export interface GateRequest extends GateTarget {
  /** Title of the call. */
  action: string
  caller: Caller
  /** Parameters, query and body as their schemas read them; of a call with text, what stands before the text. */
  input: unknown
  /** `reason` and `confirm` of the input, if any. */
  reason: string
  confirm: string
  /** Hash of the action where the caller has to prove for it that it is them; null: nothing to prove, or no more. */
  stepUp: string | null
}

/** The one place where risk is weighed; approvals will answer here later. Throws to refuse. */
export interface GatePort {
  /** Gives the step-up proof that the call used up, if it was asked for one. */
  check(request: GateRequest): Promise<StepUpGiven | null>
}
