import { AppError, coreErrors } from '@qd/contract-kit'

const KIB = 1_024
const MIB = 1_024 * KIB

/** So much of a body weighs no more than the headers before it: it is not counted, and a sign-in always fits. */
const FREE_BYTES = 4 * KIB
/** What is larger counts with the large ones, so that those never keep forms waiting. */
const SMALL_BYTES = 64 * KIB

interface Part {
  /** Of all together. */
  readonly all: number
  /** Of one caller or address. */
  readonly each: number
}

/** Together 32 MiB; `each` of the large ones holds one body of the largest kind. */
export const BODY_SHARES = {
  stranger: { all: 4 * MIB, each: 512 * KIB },
  small: { all: 4 * MIB, each: MIB },
  large: { all: 24 * MIB, each: 12 * MIB },
} as const satisfies Record<string, Part>
export type BodyShares = Readonly<Record<keyof typeof BODY_SHARES, Part>>

class Pool {
  #all = 0
  readonly #byHolder = new Map<string, number>()
  readonly #part: Part

  constructor(part: Part) {
    this.#part = part
  }

  get held(): number {
    return this.#all
  }

  take(holder: string, bytes: number): boolean {
    const own = (this.#byHolder.get(holder) ?? 0) + bytes
    if (own > this.#part.each || this.#all + bytes > this.#part.all) return false
    this.#byHolder.set(holder, own)
    this.#all += bytes
    return true
  }

  giveBack(holder: string, bytes: number): void {
    const own = (this.#byHolder.get(holder) ?? 0) - bytes
    if (own > 0) this.#byHolder.set(holder, own)
    else this.#byHolder.delete(holder)
    this.#all -= bytes
  }
}

/** Who a body comes from: a signed-in user, or an address for a caller without a session. */
export interface BodyHolder {
  readonly key: string
  readonly isStranger: boolean
}

/**
 * Memory for bodies of one process. What is counted: bytes that have arrived and are kept, from the first until the call
 * has its parsed input (JSON) or has been given the piece (text). What a handler keeps of its input is not counted.
 */
export class BodyShare {
  readonly #pools: Record<keyof BodyShares, Pool>

  constructor(shares: BodyShares = BODY_SHARES) {
    this.#pools = {
      stranger: new Pool(shares.stranger),
      small: new Pool(shares.small),
      large: new Pool(shares.large),
    }
  }

  /** Bytes held by all bodies. */
  get held(): number {
    return Object.values(this.#pools).reduce((sum, { held }) => sum + held, 0)
  }

  hold(holder: BodyHolder): BodyHold {
    return new BodyHold(this.#pools, holder)
  }
}

/** What one body holds. */
export class BodyHold {
  #bytes = 0
  #pool: Pool | null = null
  readonly #pools: Record<keyof BodyShares, Pool>
  readonly #holder: BodyHolder

  constructor(pools: Record<keyof BodyShares, Pool>, holder: BodyHolder) {
    this.#pools = pools
    this.#holder = holder
  }

  /** The body holds so much now; throws `overloaded` where it does not fit, and holds nothing then. */
  resize(bytes: number): void {
    const pool = this.#poolFor(bytes)
    const grown = pool === this.#pool ? bytes - this.#bytes : bytes
    if (pool !== this.#pool) this.release()
    if (grown > 0 && pool?.take(this.#holder.key, grown) === false) {
      this.release()
      throw new AppError(coreErrors.overloaded)
    }
    if (grown < 0) pool?.giveBack(this.#holder.key, -grown)
    this.#pool = pool
    this.#bytes = pool === null ? 0 : bytes
  }

  release(): void {
    this.#pool?.giveBack(this.#holder.key, this.#bytes)
    this.#pool = null
    this.#bytes = 0
  }

  #poolFor(bytes: number): Pool | null {
    if (bytes <= FREE_BYTES) return null
    if (this.#holder.isStranger) return this.#pools.stranger
    return bytes <= SMALL_BYTES ? this.#pools.small : this.#pools.large
  }
}
