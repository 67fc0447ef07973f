import { call, leaveSession } from '@qd/web-calls'
import { logout } from '../contract/login.ts'

/**
 * Ends the session here and on the server; an unreachable server keeps nobody signed in here (S4.04). The call has the
 * token already when it is forgotten here; the other way round, what the page still asks would be refused.
 */
export function signOut(): void {
  const ended = call(
    logout,
    { body: {} },
    {
      tag: 'session:user.signOut',
      told: { quiet: 'the session ends here all the same, and on the server by itself' },
      keepsSession: true,
      outlivesPage: true,
    },
  )
  leaveSession()
  // The server lets a session it was not told of run out by itself.
  ended.catch(() => undefined)
}
