import { call, leaveSession } from '@qd/web-kit'
import { logout } from '../contract/login.ts'

/** Ends the session on the server and here; an unreachable server keeps nobody signed in here (S4.04). */
export async function signOut(): Promise<void> {
  try {
    await call(
      logout,
      { body: {} },
      {
        tag: 'session:user.signOut',
        told: { quiet: 'the session ends here all the same, and on the server by itself' },
      },
    )
  } catch {
    // The server will let the session run out by itself; here it ends now.
  }
  leaveSession()
}
