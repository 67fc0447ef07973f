import type { Grant, GrantResource } from '@qd/contract-kit'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { sessionState } from './preview.ts'
import { clearStorage } from '../storage.ts'
import { useSettings } from '../settings.ts'

/** The signed-in user as the userInfo call describes them (S3.01, S6.02). */
export interface SessionUser {
  id: string
  username: string
  name: string
  department: string
  phone: string
  sex: string
  level: number
  roles: string[]
  permissions: { routerName: string; functionList: { code: string; type: string }[] }[]
  grants?: {
    scope: string
    environment: string
    codes: string[]
    resource?: GrantResource | undefined
  }[]
  groups: { id: string; name: string }[]
  lastLoginAt: number | null
  /** Else they sign in through the identity provider only. */
  hasPassword: boolean
  hasSecondFactor: boolean
  /** How they are signed in, when that ends at the latest (ms UTC), and after how long unused (ms). */
  session: { kind: 'full' | 'pending' | 'preview' | 'token'; expiresAt: number; idleMs: number }
  /** The role shown instead of their own; reads only. */
  preview: { label: string } | null
}

export interface SessionState {
  token: string
  userInfo: SessionUser | null
  /** Milliseconds UTC (S4.03). */
  signedInAt: number
  signIn(session: { token: string; userInfo: SessionUser }): void
  setUserInfo(userInfo: SessionUser): void
  /** Forgets the session without leaving the page; see leaveSession for the whole way out. */
  signOut(): void
  reset(): void
}

const EMPTY = { token: '', userInfo: null, signedInAt: 0 }

/** Token and user; sign-in drops what an earlier session stored (S4.03). */
export const useSession = create<SessionState>()(
  persist(
    (set) => ({
      ...EMPTY,
      signIn({ token, userInfo }) {
        clearStorage()
        useSettings.getState().save()
        set({ token, userInfo, signedInAt: Date.now() })
      },
      setUserInfo: (userInfo) => set({ userInfo }),
      signOut: () => set(EMPTY),
      reset: () => set(EMPTY),
    }),
    {
      name: 'session',
      storage: sessionState(),
      partialize: ({ token, userInfo, signedInAt }) => ({ token, userInfo, signedInAt }),
    },
  ),
)

export function grantsOf(user: SessionUser | null): readonly Grant[] | null {
  return (user?.grants as readonly Grant[] | undefined) ?? null
}
