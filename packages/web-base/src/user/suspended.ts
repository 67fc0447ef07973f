import { create } from 'zustand'

/** Whose session ran out while pages were open; they wait behind the login page for them. */
export interface Suspended {
  userId: string
  username: string
  /** The page they were on; kept here and not in the address, where the next person would find it. */
  from: string
}

export const useSuspended = create<{ user: Suspended | null }>()(() => ({ user: null }))

/**
 * Why the last session of this page ended, for the login page to say; null where its user left by themselves, or
 * somebody has signed in since.
 */
export const useEndReason = create<{ reason: string | null }>()(() => ({ reason: null }))
