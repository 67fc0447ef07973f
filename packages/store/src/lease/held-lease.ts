import { StoreError } from '../store-error.ts'
import type { StatementTarget, Store } from '../store.ts'
import type { LeaseStatements } from './lease-statements.ts'
import type { LeaseTables } from './lease-table.ts'

/** Work under a lease of one name. */
export interface Lease {
  readonly name: string
  /** Grows with each holder; for effects outside the database that can compare it. */
  readonly fence: number
  /** Aborted when the lease was lost, or could not be renewed for its whole time. */
  readonly signal: AbortSignal
  /** First statement of each write done under the lease: throws `store_lease_lost` once somebody else took over. */
  confirm(tx: StatementTarget): Promise<void>
}

export interface LeaseParts {
  store: Store<LeaseTables>
  statements: LeaseStatements
  name: string
  holder: string
  fence: number
  ttlMs: number
}

/** Renews a taken lease at a third of its time. A holder that was frozen finds its signal aborted and its writes refused. */
export class HeldLease implements Lease {
  readonly name: string
  readonly fence: number
  readonly #parts: LeaseParts
  readonly #aborter = new AbortController()
  readonly #renewing: NodeJS.Timeout
  /** Monotonic time up to which nobody else can have taken the lease. */
  #safeUntilMs: number
  #renewal: Promise<void> = Promise.resolve()

  constructor(parts: LeaseParts, takenAtMs: number) {
    this.name = parts.name
    this.fence = parts.fence
    this.#parts = parts
    this.#safeUntilMs = takenAtMs + parts.ttlMs
    this.#renewing = setInterval(() => {
      if (performance.now() >= this.#safeUntilMs) this.#lose()
      else this.#renewal = this.#renew()
    }, parts.ttlMs / 3)
    this.#renewing.unref()
  }

  get signal(): AbortSignal {
    return this.#aborter.signal
  }

  async confirm(tx: StatementTarget): Promise<void> {
    const { statements, name, holder, fence } = this.#parts
    if ((await statements.confirm.get(tx, [name, holder, fence])) !== undefined) return
    this.#lose()
    throw new StoreError('store_lease_lost', `Another process does "${name}" now.`)
  }

  /** Gives the work free for the next taker. */
  async release(): Promise<void> {
    clearInterval(this.#renewing)
    await this.#renewal
    const { store, statements, name, holder, fence } = this.#parts
    // Left alone it runs out by itself, so a database that is away is no fault of the work.
    await store.write((tx) => statements.release.get(tx, [name, holder, fence])).catch(() => undefined)
  }

  async #renew(): Promise<void> {
    const { store, statements, name, holder, fence, ttlMs } = this.#parts
    const askedAtMs = performance.now()
    try {
      const row = await store.write((tx) => statements.renew.get(tx, [ttlMs, name, holder, fence]))
      if (row === undefined) this.#lose()
      else this.#safeUntilMs = askedAtMs + ttlMs
    } catch {
      // Tried again until the lease's time is over.
    }
  }

  #lose(): void {
    clearInterval(this.#renewing)
    this.#aborter.abort(new StoreError('store_lease_lost', `The lease "${this.name}" was lost.`))
  }
}
