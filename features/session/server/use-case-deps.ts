import { createRecentNews } from '@qd/server-kit'
import type { RecentNews } from '@qd/server-kit'
import { createBoundedQueue } from './passwords/bounded-queue.ts'
import type { BoundedQueue } from './passwords/bounded-queue.ts'
import { createLoginThrottle } from './sign-in/login-throttle.ts'
import type { LoginThrottle } from './sign-in/login-throttle.ts'
import { createLiveTickets } from './sessions/live-tickets.ts'
import type { LiveTickets } from './sessions/live-tickets.ts'
import { createPasswordHasher } from './passwords/password-hasher.ts'
import type { PasswordHasher } from './passwords/password-hasher.ts'
import { createPasswordPolicy } from './passwords/password-policy.ts'
import type { PasswordPolicy } from './passwords/password-policy.ts'
import { SessionCache } from './sessions/session-cache.ts'
import type { SessionDeps } from './session-deps.ts'
import type { SignInLinks } from './links/sign-in-links.ts'
import { SessionEndings } from './sessions/session-endings.ts'

/** As many as are hashed at once. */
const MOST_LOGINS = 2
const MOST_LOGINS_WAITING = 200

/** What the use cases share: the dependencies and the parts made of them once. */
export interface UseCaseDeps extends Omit<SessionDeps, 'hashCost' | 'passwordMin'> {
  nowMs: () => number
  requiresSecondFactor: boolean
  hasher: PasswordHasher
  policy: PasswordPolicy
  throttle: LoginThrottle
  /** Logins take their place in the throttle in here: the right password of many at once must not look like guessing. */
  loginQueue: BoundedQueue
  tickets: LiveTickets
  cache: SessionCache
  endings: SessionEndings
  signInLinks: SignInLinks
  /** Which refused guessers the audit has heard of already. */
  throttledNews: RecentNews
}

export function makeUseCaseDeps(deps: SessionDeps): UseCaseDeps {
  const { store, access } = deps
  const nowMs = deps.nowMs ?? Date.now
  const requiresSecondFactor = deps.requiresSecondFactor ?? false
  const cache = new SessionCache({ store, access, requiresSecondFactor, nowMs })
  return {
    ...deps,
    nowMs,
    requiresSecondFactor,
    hasher: createPasswordHasher(deps.hashCost),
    policy: createPasswordPolicy(deps.passwordMin),
    throttle: createLoginThrottle(store, nowMs),
    loginQueue: createBoundedQueue(MOST_LOGINS, MOST_LOGINS_WAITING),
    tickets: createLiveTickets(store, nowMs),
    cache,
    endings: new SessionEndings(store, cache),
    signInLinks: new Map(),
    throttledNews: createRecentNews(),
  }
}
