import { create } from 'zustand'

/** How many of the account's notifications are unread; whoever follows them says so, the bell shows it. */
export const useUnreadNotifications = create<{ unread: number }>()(() => ({ unread: 0 }))
