import { GameError } from '@qd/game-contract/adapter'

/** answered: the server spoke, whatever it said. silent: it did not. nothing: the call ended without its doing. */
export type Verdict = 'answered' | 'silent' | 'nothing'

/** One call let through. */
export interface Pass {
  isProbe: boolean
  /** Answers of the server before the call began. */
  answersBefore: number
}

/** What a failed call says about the server. An answer nobody can use is still a sign of life. */
export function verdictOf(error: unknown): Verdict {
  if (!(error instanceof GameError) || error.kind === 'given_up' || error.isOurs) return 'nothing'
  return error.kind === 'down' || error.kind === 'timeout' ? 'silent' : 'answered'
}

/** Refuses calls to a server that has kept silent so often in a row, and lets one try again after a while. */
export class CircuitBreaker {
  readonly #limits: { failuresToOpen: number; openMs: number }
  readonly #now: () => number
  #silences = 0
  #openUntil = 0
  #isProbing = false
  #answers = 0

  constructor(limits: { failuresToOpen: number; openMs: number }, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Throws `down` while a call would be refused. */
  refuseWhenOpen(): void {
    if (this.#silences < this.#limits.failuresToOpen) return
    if (!this.#isProbing && this.#now() >= this.#openUntil) return
    throw new GameError({ kind: 'down', msg: 'the server did not answer the last calls', isOurs: true })
  }

  /** Lets one call begin, or throws `down`; every pass must be settled. */
  admit(): Pass {
    this.refuseWhenOpen()
    const isProbe = this.#silences >= this.#limits.failuresToOpen
    if (isProbe) this.#isProbing = true
    return { isProbe, answersBefore: this.#answers }
  }

  settle({ isProbe, answersBefore }: Pass, verdict: Verdict): void {
    if (isProbe) this.#isProbing = false
    if (verdict === 'answered') {
      this.#answers += 1
      this.#silences = 0
    }
    // A server that answered somebody meanwhile is not silent: one slow request must not close it for all.
    if (verdict !== 'silent' || this.#answers !== answersBefore) return
    this.#silences += 1
    if (this.#silences >= this.#limits.failuresToOpen) this.#openUntil = this.#now() + this.#limits.openMs
  }
}
