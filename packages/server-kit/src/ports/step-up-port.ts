import type { Caller } from './caller.ts'

/** How somebody can prove that it is them: a code of the second factor, their password, or a new sign-in with their company. */
export type StepUpWay = 'code' | 'password' | 'provider'

/** What a caller is told who still has to prove it. */
export interface StepUpWanted {
  /** Hash of the action; the proof is good for nothing else. */
  action: string
  ways: readonly StepUpWay[]
  /** Name of the identity provider, where that is a way. */
  provider: string
}

/** The proof as the audit tells it. */
export interface StepUpGiven {
  way: StepUpWay | 'recovery code' | 'token'
  /** ms UTC. */
  givenAt: number
}

/** Proofs for single actions, kept where every node finds them. */
export interface StepUpPort {
  /** What is still wanted for the action; null: a proof for it lies ready. */
  wanted(caller: Caller, action: string): Promise<StepUpWanted | null>
  /** Uses the proof of this session for the action up; of several calls at once one gets it, the others null. */
  take(caller: Caller, action: string): Promise<StepUpGiven | null>
}
