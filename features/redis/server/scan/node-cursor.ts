/** What one SCAN shall take on the server, ms beyond the way there and back. */
const AIM_MS = 5
/** Calls of which the quickest counts: what holds up single ones is other work, here or there. */
const CALLS = 4
const COUNT_FIRST = 250
const COUNT_MIN = 100
/** A call shall not hold up the server: so many take it about 5 ms, ten thousand over 10. */
const COUNT_MAX = 5_000
/** A call examines at most what its connection has for this part of a second. */
const BUDGET_SHARE = 20

/** Keys that one call may examine, so that scans of a connection take turns within a second. */
export const mostAtOnce = (scanBudget: number): number =>
  Math.max(COUNT_MIN, Math.floor(scanBudget / BUDGET_SHARE))

/** How far a scan has come on one master. */
export class NodeCursor {
  readonly node: string
  /** Keys it had at the beginning; null: it does not tell. */
  readonly keys: number | null
  cursor = '0'
  isDrained = false
  /** Times it began anew because its cursor was worth nothing any more. */
  restarts = 0
  /** Its process, to know it again after a loss; empty: it does not tell. */
  readonly runId: string
  #count = COUNT_FIRST
  #examined = 0
  #whole = 0
  #floorMs: number
  /** Of the last calls with this count. */
  #costs: number[] = []

  constructor(node: string, of: { keys: number | null; runId: string; ms: number }) {
    this.node = node
    this.keys = of.keys
    this.runId = of.runId
    this.#floorMs = of.ms
  }

  /** Redis does not say how many keys it looked at: about COUNT a call, and all of them in the end. */
  get examined(): number {
    const now = this.keys === null ? this.#examined : Math.min(this.#examined, this.keys)
    return this.#whole + now
  }

  count(scanBudget: number, wanted: number): number {
    return Math.max(COUNT_MIN, Math.min(this.#count, mostAtOnce(scanBudget), wanted))
  }

  /** So many keys were looked at, to the last question about them. */
  looked(keys: number): void {
    this.#examined += keys
  }

  /** Notes a call: it becomes larger while it is quick, smaller when it is slow. */
  took(ms: number, asked: number): void {
    this.#floorMs = Math.min(this.#floorMs, ms)
    if (asked !== this.#count) return
    this.#costs.push(ms - this.#floorMs)
    const cost = Math.min(...this.#costs)
    if (cost < AIM_MS / 2) this.#resize(Math.min(COUNT_MAX, asked * 2))
    else if (cost <= AIM_MS) this.#costs = []
    else if (this.#costs.length === CALLS) this.#resize(Math.max(COUNT_MIN, Math.floor(asked / 2)))
  }

  #resize(count: number): void {
    this.#count = count
    this.#costs = []
  }

  /** The keys were gone through once; another pass may follow. */
  drained(): void {
    this.isDrained = true
    this.#whole += this.keys ?? this.#examined
    this.#examined = 0
    this.cursor = '0'
  }

  restart(): void {
    this.isDrained = false
    this.cursor = '0'
    this.#examined = 0
  }
}
