import { AppError, coreErrors } from '@qd/contract-kit'

/** How slow a body may come. */
export interface PaceRules {
  /** For the whole body of a public call, and before the pace of others is looked at. */
  readonly bodyTimeout: number
  /** On the average since it began; below that a body ends. */
  readonly bodyBytesPerSecond: number
}

/** Looks so often within `bodyTimeout`. */
const LOOKS = 10

/** Bodies on their way, and the clock that ends those that are too slow. */
export class BodyPace {
  readonly #rules: PaceRules
  readonly #coming = new Set<ComingBody>()
  readonly #clock: NodeJS.Timeout

  constructor(rules: PaceRules) {
    this.#rules = rules
    this.#clock = setInterval(() => this.#look(), Math.ceil(rules.bodyTimeout / LOOKS))
    this.#clock.unref()
  }

  /** Watches a body until `end`; `onSlow` is called once at most. */
  watch(isPublic: boolean, onSlow: (error: AppError) => void): ComingBody {
    const body = new ComingBody(isPublic, onSlow, () => this.#coming.delete(body))
    this.#coming.add(body)
    return body
  }

  stop(): void {
    clearInterval(this.#clock)
  }

  #look(): void {
    const nowMs = performance.now()
    for (const body of this.#coming) if (body.isSlow(nowMs, this.#rules)) body.refuse()
  }
}

/** One body on its way. Only the time in which somebody waits for its next piece counts. */
export class ComingBody {
  received = 0
  readonly end: () => void
  readonly #isPublic: boolean
  readonly #onSlow: (error: AppError) => void
  #waitedMs = 0
  #sinceMs: number | null = performance.now()

  constructor(isPublic: boolean, onSlow: (error: AppError) => void, end: () => void) {
    this.#isPublic = isPublic
    this.#onSlow = onSlow
    this.end = end
  }

  /** Nobody waits: what does not come now is not the sender's fault. */
  pause(): void {
    if (this.#sinceMs !== null) this.#waitedMs += performance.now() - this.#sinceMs
    this.#sinceMs = null
  }

  resume(): void {
    this.#sinceMs ??= performance.now()
  }

  isSlow(nowMs: number, { bodyTimeout, bodyBytesPerSecond }: PaceRules): boolean {
    if (this.#sinceMs === null) return false
    const waitedMs = this.#waitedMs + nowMs - this.#sinceMs
    if (waitedMs <= bodyTimeout) return false
    return this.#isPublic || this.received < (waitedMs / 1_000) * bodyBytesPerSecond
  }

  refuse(): void {
    this.end()
    this.#onSlow(new AppError(coreErrors.body_too_slow))
  }
}
