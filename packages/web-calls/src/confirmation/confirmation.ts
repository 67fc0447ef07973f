import type { ReactNode } from 'react'

/** What the operator reads before they confirm; what is left out has a general wording. */
export interface Question {
  title?: string
  /** What would be changed, and where. */
  text?: ReactNode
  /** The button that goes ahead. */
  action?: string
  /** The name to type, where the page knows it before the server asks for it. */
  expected?: string | null
}

/** What the gate wants in production; `reason` only where the call does not carry one yet. A proof is kept by the server. */
export interface GivenConfirmation {
  reason?: string
  confirm?: string
}

/** One decision of an operator: asked for once, carried by every call that is made for it. */
export interface Confirmation {
  readonly question: Question
  given: GivenConfirmation | null
  /** Code of the second factor that the page itself asked for; used once, instead of the question for it. */
  code?: string | undefined
  /** Runs after the operator confirmed and before the call is sent. */
  readonly onGiven?: () => Promise<unknown>
}

export function newConfirmation(question: Question = {}, onGiven?: () => Promise<unknown>): Confirmation {
  return { question, given: null, ...(onGiven === undefined ? {} : { onGiven }) }
}
