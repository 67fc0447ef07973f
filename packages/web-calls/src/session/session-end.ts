import { queryClient } from '../api/query-client.ts'
import { closeAllDialogs } from '@qd/web-frame'
import { leavePages, returnToPages } from './left-pages.ts'
import { currentPath, goTo, isOnLoginPage } from '@qd/web-base'
import { useMessageLog } from '@qd/web-frame'
import { isPreviewing, leavePreview } from '@qd/web-base'
import { parameterSets } from '../remembered/parameter-store.ts'
import { useScope } from '../scope/scope.ts'
import { useSession } from '@qd/web-base'
import { useSettings } from '@qd/web-base'
import { clearStorage } from '@qd/web-base'
import { useEndReason, useSuspended } from '@qd/web-base'
import { toast } from '@qd/web-frame'

const resets: (() => void)[] = []
const keeps: (() => void)[] = []
const leaves: ((userId: string) => void)[] = []

/** How long pages wait for their user behind the login page. */
const SUSPENDED_FOR_MS = 30 * 60_000
let giveUp: ReturnType<typeof setTimeout> | undefined

/** Stores outside this kit name here what to forget when a session ends. */
export function whenSessionEnds(reset: () => void): void {
  resets.push(reset)
}

/** Stores whose contents outlive a timeout name here how to forget a user who leaves, or is made to (S4.04). */
export function whenUserLeaves(forget: (userId: string) => void): void {
  leaves.push(forget)
}

/** Stores that the browser keeps name here how to write themselves again when a session goes on. */
export function whenSessionGoesOn(keep: () => void): void {
  keeps.push(keep)
}

function endSuspension(): void {
  clearTimeout(giveUp)
  useSuspended.setState({ user: null })
}

function forgetPages(): void {
  endSuspension()
  useScope.getState().reset()
  queryClient.clear()
  closeAllDialogs()
  useMessageLog.getState().clear()
  for (const reset of resets) reset()
}

function emptyStorage(): void {
  clearStorage()
  void parameterSets.clear()
  useSettings.getState().keepLook()
}

/** The session ended on purpose: nothing of its user stays in this browser. */
function forgetUser(): void {
  const { userInfo } = useSession.getState()
  if (userInfo !== null) for (const forget of leaves) forget(userInfo.id)
  forgetEverything()
}

function forgetEverything(): void {
  useSession.getState().reset()
  forgetPages()
  // Last: the resets above write their empty states.
  emptyStorage()
}

/** The token and all that is stored go; the pages stay in memory, hidden, until their user is back or time is up. */
function suspendPages(from: string): void {
  const { userInfo } = useSession.getState()
  if (userInfo === null) return forgetEverything()
  // First, so that the pages are never without both.
  useSuspended.setState({ user: { userId: userInfo.id, username: userInfo.username, from } })
  useSession.setState({ token: '' })
  clearTimeout(giveUp)
  giveUp = setTimeout(forgetEverything, SUSPENDED_FOR_MS)
  emptyStorage()
}

/** Whoever signs in after a session ran out: its user goes on where they were, nobody else sees any of it. */
useSession.subscribe(({ token, userInfo }, before) => {
  if (token === '' || before.token !== '') return
  useEndReason.setState({ reason: null })
  const { user } = useSuspended.getState()
  if (user === null) return
  if (userInfo?.id !== user.userId) return forgetPages()
  endSuspension()
  returnToPages()
  useScope.setState({})
  useMessageLog.setState({})
  for (const keep of keeps) keep()
  void queryClient.invalidateQueries()
})

/** After a sign-out by choice: nothing of the session stays, the page starts fresh (S4.04). */
export function leaveSession(): void {
  if (isPreviewing()) return leavePreview()
  // First: without a session the page in view would lead to sign-in with itself as the way back.
  leavePages()
  forgetUser()
  goTo('/login')
}

export interface SessionEnd {
  message?: string
  /** Why it ended, as the server says it; undefined: the server knows of none. */
  reason?: string | undefined
}

/** Ends after which nobody comes back to what they typed: they left, or may not sign in any more. */
const FINAL: ReadonlySet<string> = new Set(['logout', 'disabled'])

/**
 * After a timeout or a revoked session: token and storage are emptied, and the login page says why (S4.04, S4.05). Its
 * user may go on: pages wait in memory for them, drafts stay, and they are led back; the address names none of it.
 */
export function endSession({ message = '', reason }: SessionEnd = {}): void {
  // A preview that ran out leads back to the own session.
  if (isPreviewing()) return leavePreview()
  if (isOnLoginPage()) return
  leavePages()
  if (reason === undefined || FINAL.has(reason)) forgetUser()
  else suspendPages(currentPath())
  useEndReason.setState({ reason: reason === undefined || reason === 'logout' ? null : reason })
  goTo('/login')
  if (reason === undefined && message !== '') toast.error(message)
}
