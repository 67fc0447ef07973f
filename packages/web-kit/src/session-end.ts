import { queryClient } from './api/query-client.ts'
import { closeAllDialogs } from './dialog/dialog-store.ts'
import { currentPath, goTo, isOnLoginPage } from './navigation.ts'
import { useMessageLog } from './messages/message-log.ts'
import { isPreviewing, leavePreview } from './stores/preview.ts'
import { useScope } from './stores/scope.ts'
import { useSession } from './stores/session.ts'
import { useSettings } from './stores/settings.ts'
import { clearStorage } from './stores/storage.ts'
import { toast } from './toast/toast.ts'

const resets: (() => void)[] = []

/** Stores outside this kit name here what to forget when a session ends. */
export function whenSessionEnds(reset: () => void): void {
  resets.push(reset)
}

function forgetEverything(): void {
  useSession.getState().reset()
  useScope.getState().reset()
  queryClient.clear()
  closeAllDialogs()
  useMessageLog.getState().clear()
  for (const reset of resets) reset()
  // Last: the resets above write their empty states.
  clearStorage()
  useSettings.getState().keepLook()
}

/** After a sign-out by choice: nothing of the session stays, the page starts fresh (S4.04). */
export function leaveSession(): void {
  if (isPreviewing()) return leavePreview()
  forgetEverything()
  goTo('/login')
}

/** After a timeout or a revoked session: the same, and back to where the operator was (S4.04, S4.05). */
export function endSession(message?: string): void {
  // A preview that ran out leads back to the own session.
  if (isPreviewing()) return leavePreview()
  if (isOnLoginPage()) return
  const from = currentPath()
  forgetEverything()
  goTo(from === '/' ? '/login' : `/login?redirect=${encodeURIComponent(from)}`)
  if (message !== undefined && message !== '') toast.error(message)
}
