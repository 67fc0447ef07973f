import { queryClient } from './api/query-client.ts'
import { closeAllDialogs } from './dialog/dialog-store.ts'
import { currentPath, goTo, isOnLoginPage } from './navigation.ts'
import { useScope } from './stores/scope.ts'
import { useSession } from './stores/session.ts'
import { clearStorage } from './stores/storage.ts'
import { toast } from './toast/toast.ts'

function forgetEverything(): void {
  useSession.getState().reset()
  useScope.getState().reset()
  queryClient.clear()
  closeAllDialogs()
  clearStorage()
}

/** After a sign-out by choice: nothing of the session stays, the page starts fresh (S4.04). */
export function leaveSession(): void {
  forgetEverything()
  goTo('/login')
}

/** After a timeout or a revoked session: the same, and back to where the operator was (S4.04, S4.05). */
export function endSession(message?: string): void {
  if (isOnLoginPage()) return
  const from = currentPath()
  forgetEverything()
  goTo(from === '/' ? '/login' : `/login?redirect=${encodeURIComponent(from)}`)
  if (message !== undefined && message !== '') toast.error(message)
}
