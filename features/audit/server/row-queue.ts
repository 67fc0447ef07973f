import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Store, WriteOptions } from '@qd/store'
import type { AppendRow } from './append-row.ts'
import type { AuditTables } from './audit-tables.ts'
import type { UnlinkedRow } from './chain-row.ts'
import type { WritePatience } from './write-patience.ts'

const MOST_PER_WRITE = 64

interface Job {
  row: UnlinkedRow
  inReserve: boolean
  isAbandoned: boolean
  endWaiting(): void
  resolve(seq: number): void
  reject(error: unknown): void
}

interface QueueDeps {
  store: Store<AuditTables>
  appendRow: AppendRow
  /** How long a row may wait until its commit begins. */
  patience: WritePatience
}

/**
 * Rows that stand alone share transactions: the chain lets only one append at a time, so on PostgreSQL
 * everybody else would wait for that one's commit. A refused row is never written later.
 */
export class RowQueue {
  readonly #deps: QueueDeps
  readonly #waiting = new Set<Job>()
  /** The context of whoever comes first must not be that of all who follow. */
  readonly #inOwnContext = AsyncLocalStorage.snapshot()
  #isDraining = false

  constructor(deps: QueueDeps) {
    this.#deps = deps
  }

  /** Gives the row's `seq` once it is durable; rejects with `audit_unavailable` when it takes too long. */
  add(row: UnlinkedRow, { inReserve = false }: WriteOptions = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        row,
        inReserve,
        resolve,
        reject,
        isAbandoned: false,
        endWaiting: this.#deps.patience.wait(() => this.#abandon(job)),
      }
      this.#waiting.add(job)
      if (!this.#isDraining) void this.#inOwnContext(() => this.#drain())
    })
  }

  #abandon(job: Job): void {
    job.isAbandoned = true
    this.#waiting.delete(job)
    job.reject(new AppError(coreErrors.audit_unavailable))
  }

  async #drain(): Promise<void> {
    this.#isDraining = true
    while (this.#waiting.size > 0) {
      const [first] = this.#waiting
      // Those that may use the reserve share no write with those that may not.
      const alike = Array.from(this.#waiting).filter(({ inReserve }) => inReserve === first?.inReserve)
      const jobs = alike.slice(0, MOST_PER_WRITE)
      for (const job of jobs) this.#waiting.delete(job)
      await this.#write(jobs)
    }
    this.#isDraining = false
  }

  async #write(jobs: readonly Job[]): Promise<void> {
    const wanted = jobs.filter(({ isAbandoned }) => !isAbandoned)
    if (wanted.length === 0) return
    let isCommitting = false
    try {
      const seqs = await this.#deps.store.write(
        async (tx) => {
          const appended: number[] = []
          for (const { row } of wanted) appended.push(await this.#deps.appendRow(tx, row))
          if (wanted.some(({ isAbandoned }) => isAbandoned)) throw new AppError(coreErrors.audit_unavailable)
          // From here on a refusal could deny what happened: the commit's answer counts, however late.
          isCommitting = true
          for (const job of wanted) job.endWaiting()
          return appended
        },
        { inReserve: wanted[0]!.inReserve },
      )
      this.#deps.patience.noteProgress()
      wanted.forEach((job, index) => job.resolve(seqs[index]!))
    } catch (error) {
      // One bad row must not take its neighbours along; after a failed commit nothing is known to be safe to repeat.
      if (!isCommitting && wanted.length > 1) for (const job of wanted) await this.#write([job])
      else this.#refuse(wanted, error)
    }
  }

  #refuse(jobs: readonly Job[], error: unknown): void {
    for (const job of jobs) {
      job.endWaiting()
      job.reject(error)
    }
  }
}
