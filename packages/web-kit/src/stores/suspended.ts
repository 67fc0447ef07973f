import { create } from 'zustand'

/** Whose session ran out while pages were open; they wait behind the login page for him. */
export interface Suspended {
  userId: string
  username: string
}

export const useSuspended = create<{ user: Suspended | null }>()(() => ({ user: null }))
