import type { GrantResource } from '@qd/contract-kit'
import { createJSONStorage } from 'zustand/middleware'
import type { PersistStorage } from 'zustand/middleware'
import { readStored, dropStored, writeStored } from '../storage.ts'

const SESSION = 'qd.session'
const ABOUT = 'qd.preview'

/** What the preview shows: a role below a scope path, in one environment or all, for all there or a few things. */
export interface PreviewAbout {
  role: string
  scope: string
  environment: string
  resource?: GrantResource | undefined
}

function tabStorage(): Storage | null {
  try {
    return window.sessionStorage
  } catch {
    // Blocked by the browser's privacy settings: then there are no previews.
    return null
  }
}

/** From here on the page in view is about to go: what it still learns must reach neither session. */
let isGoing = false

/** Whether this browser tab shows the console as a role sees it; the own session waits in the other storage. */
export function isPreviewing(): boolean {
  return isGoing || (tabStorage()?.getItem(SESSION) ?? null) !== null
}

/** What is previewed in this browser tab; null: nothing, or not known any more. */
export function previewAbout(): PreviewAbout | null {
  const text = tabStorage()?.getItem(ABOUT) ?? null
  if (text === null) return null
  try {
    return JSON.parse(text) as PreviewAbout
  } catch {
    return null
  }
}

/** Loads the page anew at a path; nothing of what was in memory is written any more. */
export function openAnew(path: string): void {
  isGoing = true
  window.location.hash = path
  window.location.reload()
}

/** Puts another session into this browser tab alone and starts the page anew; false where storage is closed. */
export function startPreview(session: { token: string; userInfo: unknown }, about: PreviewAbout): boolean {
  const storage = tabStorage()
  if (storage === null) return false
  storage.setItem(SESSION, JSON.stringify({ state: { ...session, signedInAt: Date.now() }, version: 0 }))
  storage.setItem(ABOUT, JSON.stringify(about))
  openAnew('/index')
  return true
}

/** Back to the own session, which nothing of the preview has touched. */
export function leavePreview(path = '/roles'): void {
  tabStorage()?.removeItem(SESSION)
  tabStorage()?.removeItem(ABOUT)
  openAnew(path)
}

/** The session is this browser's, but a preview is this tab's. */
export function sessionState<T>(): PersistStorage<T> | undefined {
  return createJSONStorage<T>(() => ({
    getItem: (name) => (isPreviewing() ? (tabStorage()?.getItem(SESSION) ?? null) : readStored(name)),
    setItem: (name, value) => {
      if (isGoing) return
      if (isPreviewing()) tabStorage()?.setItem(SESSION, value)
      else writeStored(name, value)
    },
    removeItem: (name) => {
      if (!isPreviewing()) dropStored(name)
    },
  }))
}
