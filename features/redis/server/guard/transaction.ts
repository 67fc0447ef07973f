import type { Arg, Reply } from '../link/redis-link.ts'
import { refusal } from '../link/link-errors.ts'
import { isScript } from './judge-command.ts'

const nameOf = (args: readonly Arg[]): string => String(args[0] ?? '').toLowerCase()

/**
 * What MULTI began on one socket. A command that was refused here never reached the server, so the server would run the
 * others without it: the transaction is given up in its place.
 */
export class Transaction {
  #isOpen = false
  #isSpoiled = false
  #hasScript = false

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** A script stands in it, and runs with EXEC. */
  get hasScript(): boolean {
    return this.#hasScript
  }

  /** Something meant for it was refused. */
  spoil(): void {
    this.#isSpoiled ||= this.#isOpen
  }

  /** Whether this would run what is left of it. */
  isAbortedBy(args: readonly Arg[]): boolean {
    return this.#isSpoiled && nameOf(args) === 'exec'
  }

  sent(args: readonly Arg[], reply: Reply | Error): void {
    const name = nameOf(args)
    if (name === 'exec' || name === 'discard') this.end()
    else if (name === 'multi' && !(reply instanceof Error)) this.#isOpen = true
    else if (this.#isOpen && isScript(name)) this.#hasScript = true
  }

  end(): void {
    this.#isOpen = false
    this.#isSpoiled = false
    this.#hasScript = false
  }
}

/** In the words of Redis, which says so of what it refused itself. */
export const execAborted = () => refusal('EXECABORT Transaction discarded because of previous errors.')
