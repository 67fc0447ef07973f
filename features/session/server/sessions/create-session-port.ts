import type { SessionPort } from '@qd/server-kit'
import type { LiveTickets } from './live-tickets.ts'
import type { SessionCache } from './session-cache.ts'
import type { AccessPort } from '../session-deps.ts'
import type { SessionEndings } from './session-endings.ts'
import type { Store } from '@qd/store'
import type { SessionTables } from '../session-tables.ts'

const EXPIRY_CHECK_MS = 30_000

interface PortParts {
  store: Store<SessionTables>
  cache: SessionCache
  endings: SessionEndings
  tickets: LiveTickets
  access: AccessPort
}

/** Sessions as the kit needs them; `stop` ends timers and subscriptions. */
export function createSessionPort({ store, cache, endings, tickets, access }: PortParts): SessionPort & {
  stop(): Promise<void>
} {
  const rights = new Map<string, Set<() => void>>()
  const stopRights = access.onChange((userId) => {
    cache.forgetUser(userId)
    for (const listener of Array.from(rights.get(userId) ?? [])) listener()
  })
  const stopLost = store.broadcast.onLost(() => {
    cache.clear()
    for (const listener of Array.from(rights.values(), (each) => Array.from(each)).flat()) listener()
    void endings.checkListened().catch(warn)
  })
  const timer = setInterval(() => void endings.checkListened().catch(warn), EXPIRY_CHECK_MS)
  timer.unref()
  return {
    authenticate: (token, connection) => cache.authenticate(token, connection),
    async redeemTicket(ticket) {
      const sessionId = await tickets.redeem(ticket)
      return sessionId === null ? null : cache.current(sessionId)
    },
    endReason: (token) => endings.reasonOf(token),
    onEnded: (sessionId, listener) => endings.onEnded(sessionId, listener),
    onRightsChanged(userId, listener) {
      const entry = () => listener()
      const entries = rights.get(userId) ?? new Set()
      rights.set(userId, entries.add(entry))
      return () => {
        entries.delete(entry)
        if (entries.size === 0 && rights.get(userId) === entries) rights.delete(userId)
      }
    },
    current: (sessionId) => cache.current(sessionId),
    async stop() {
      clearInterval(timer)
      stopRights()
      stopLost()
      await endings.stop()
    },
  }
}

/** A check that could not be made is made again by the next message or timer. */
function warn(error: unknown): void {
  process.emitWarning(`Sessions with listeners were not checked: ${String(error)}`)
}
