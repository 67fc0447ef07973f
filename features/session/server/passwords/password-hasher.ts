import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from './bounded-queue.ts'
import type { HashCost } from '../session-deps.ts'

/** Two of the four threads of Node's pool: files and name lookups must not wait for password guesses. */
const MOST_RUNNING = 2
/** About two seconds of work; whoever comes then is told to come back. */
const MOST_WAITING = 64
const OWASP_COST: HashCost = { memoryKib: 19_456, passes: 2 }

export interface PasswordHasher {
  /** Throws `overloaded` when too many wait. */
  hash(password: string): Promise<string>
  /** Against the dummy when there is no hash (or an empty one): an unknown user costs the same time, and never passes. */
  verify(password: string, stored: string | undefined): Promise<boolean>
}

/** Argon2id in a bounded queue; equal looking spellings (NFKC) are one password. */
export function createPasswordHasher(cost: HashCost = OWASP_COST): PasswordHasher {
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  const inQueue = createBoundedQueue(MOST_RUNNING, MOST_WAITING)
  const hashed = (password: string) => inQueue(() => hash(password.normalize('NFKC'), options))
  let dummy: Promise<string> | undefined
  return {
    hash: hashed,
    async verify(password, stored) {
      dummy ??= hash(randomBytes(16), options)
      const hasOne = stored !== undefined && stored !== ''
      const against = hasOne ? stored : await dummy
      const isSame = await inQueue(() => verify(against, password.normalize('NFKC')))
      return isSame && hasOne
    },
  }
}
