/**
 * The networks that one way out may lead into beside the public internet. Only `recordNetworks` and `settingsNetworks` open
 * more; both are doors of their own, and `npm run check` knows who may use them. So flags of a request cannot stand for this.
 */
export class Networks {
  // A private field: no other object has this type, not even a changed copy of one.
  readonly #isMade: boolean = true
  readonly allowLoopback: boolean
  readonly allowPrivate: boolean

  constructor(allowLoopback: boolean, allowPrivate: boolean) {
    this.allowLoopback = allowLoopback
    this.allowPrivate = allowPrivate
    Object.freeze(this)
  }

  static isMade(value: unknown): value is Networks {
    return typeof value === 'object' && value !== null && #isMade in value && value.#isMade
  }
}

/** The public internet: for an address that comes from anywhere else than a guarded record or the environment. */
export const PUBLIC_NETWORKS = new Networks(false, false)

export const areNetworks = Networks.isMade
