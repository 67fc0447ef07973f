/** Work that may be done ahead of its time, so that a short pause does not lower the rate. */
const AHEAD_MS = 50

interface Waiting {
  keys: number
  go: () => void
}

/** Keys a second that all scans of one connection examine together; they take turns. */
class ConnectionBudget {
  readonly #queues = new Map<object, Waiting[]>()
  #freeAtMs = 0
  #timer: NodeJS.Timeout | null = null
  perSecond = 0

  get isIdle(): boolean {
    return this.#queues.size === 0 && performance.now() > this.#freeAtMs
  }

  /** Resolves when this scan may examine so many more. */
  take(scan: object, keys: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        keys,
        go() {
          signal.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      const giveUp = () => {
        this.#drop(scan, waiting)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#queues.set(scan, [...(this.#queues.get(scan) ?? []), waiting])
      this.#next()
    })
  }

  #drop(scan: object, waiting: Waiting): void {
    const queue = (this.#queues.get(scan) ?? []).filter((other) => other !== waiting)
    if (queue.length === 0) this.#queues.delete(scan)
    else this.#queues.set(scan, queue)
  }

  #next(): void {
    if (this.#timer !== null) return
    for (const [scan, queue] of this.#queues) {
      const now = performance.now()
      if (this.#freeAtMs > now) {
        this.#timer = setTimeout(() => {
          this.#timer = null
          this.#next()
        }, this.#freeAtMs - now)
        return
      }
      const [first, ...rest] = queue
      this.#freeAtMs = Math.max(this.#freeAtMs, now - AHEAD_MS) + (first!.keys * 1_000) / this.perSecond
      // Behind all others now: each scan has its turn.
      this.#queues.delete(scan)
      if (rest.length > 0) this.#queues.set(scan, rest)
      first!.go()
    }
  }
}

/** The budgets of this node by connection. */
export class ScanBudgets {
  readonly #byConnection = new Map<string, ConnectionBudget>()

  /** Waits until this scan may examine `keys` more; rejects with the reason of the signal. */
  async take(
    connection: { id: string; scanBudget: number },
    scan: object,
    { keys, signal }: { keys: number; signal: AbortSignal },
  ): Promise<void> {
    signal.throwIfAborted()
    let budget = this.#byConnection.get(connection.id)
    if (budget === undefined) {
      for (const [id, other] of this.#byConnection) if (other.isIdle) this.#byConnection.delete(id)
      budget = new ConnectionBudget()
      this.#byConnection.set(connection.id, budget)
    }
    budget.perSecond = connection.scanBudget
    await budget.take(scan, keys, signal)
  }
}
