import { isStoreError } from '@qd/store'
import type { Lease, Store } from '@qd/store'
import type { JobTables } from '../job-tables.ts'
import { OUTPUT_LIMITS } from './output-limits.ts'
import type { OutputLimits } from './output-limits.ts'
import { writeOutput } from './write-output.ts'
import type { NewOutput } from './write-output.ts'

interface StreamParts {
  store: Store<JobTables>
  lease: Lease
  jobId: string
  nowMs(): number
  onFault(error: unknown): void
  limits?: Partial<OutputLimits> | undefined
}

function cutTo(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  // Not in the middle of a character: what is left of one becomes a replacement character, which is taken off.
  const cut = Buffer.from(text)
    .subarray(0, bytes - 3)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
  return `${cut}…`
}

/** Lines and events a job gives while it works on this node; written together some times a second. */
export class OutputStream {
  readonly #parts: StreamParts
  readonly #limits: OutputLimits
  #held: NewOutput[] = []
  #heldBytes = 0
  #skipped = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #isOpen = false
  #isLost = false

  constructor(parts: StreamParts) {
    this.#parts = parts
    this.#limits = { ...OUTPUT_LIMITS, ...parts.limits }
  }

  /** Takes a line, or an event as JSON. Throws for an event that is too long, which a cut would break. */
  add(entry: string | object): void {
    if (this.#isLost) return
    const isLine = typeof entry === 'string'
    const body = isLine ? cutTo(entry, this.#limits.lineBytes) : JSON.stringify(entry)
    if (!isLine && Buffer.byteLength(body) > this.#limits.lineBytes)
      throw new RangeError(`an event of output has at most ${this.#limits.lineBytes} bytes`)
    this.#hold({ kind: isLine ? 'line' : 'event', at: this.#parts.nowMs(), body })
    this.#timer ??= setTimeout(() => void this.flush(), this.#limits.flushMs).unref()
  }

  #hold(row: NewOutput): void {
    this.#held.push(row)
    this.#heldBytes += Buffer.byteLength(row.body)
    while (this.#held.length > this.#limits.heldRows || this.#heldBytes > this.#limits.heldBytes) {
      this.#heldBytes -= Buffer.byteLength(this.#held.shift()!.body)
      this.#skipped += 1
    }
  }

  /** A node before this one ended in the middle: said where its output ends. */
  async noteGap(): Promise<void> {
    const { store, jobId } = this.#parts
    const head = await store.read
      .selectFrom('job_output_head')
      .select('is_open')
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    if (head?.is_open !== 1) return
    this.#hold({ kind: 'gap', at: this.#parts.nowMs(), body: '' })
    this.#isOpen = true
    await this.flush()
  }

  /** Writes what is held. Never rejects: what could not be written is tried again with the next line. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write(true))
    return this.#writing
  }

  /** Writes the rest; from then on nothing is missing. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#writing
    if (this.#isOpen || this.#held.length > 0) await this.#write(false)
  }

  async #write(isOpen: boolean): Promise<void> {
    const [rows, skipped, heldBytes] = [this.#held, this.#skipped, this.#heldBytes]
    if (this.#isLost || (isOpen && rows.length === 0)) return
    this.#held = []
    this.#skipped = 0
    this.#heldBytes = 0
    const { store, lease, jobId } = this.#parts
    try {
      await writeOutput(store, lease, { jobId, rows, skipped, limits: this.#limits, isOpen })
      this.#isOpen = isOpen
    } catch (error) {
      this.#isLost = isStoreError(error) && error.code === 'store_lease_lost'
      if (this.#isLost) return
      this.#parts.onFault(error)
      // Before what came meanwhile, in their order.
      const later = this.#held
      this.#held = []
      this.#heldBytes = heldBytes - rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
      this.#skipped = skipped
      for (const row of [...rows, ...later]) this.#hold(row)
    }
  }
}
