import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { storedState } from '@qd/web-base'
import type { ToastKind } from '../toast/toast-store.ts'

/** A message that was shown, kept so that it can be read after it is gone. */
export interface LoggedMessage {
  id: number
  /** Milliseconds UTC of the last time it came. */
  at: number
  kind: ToastKind
  text: string
  title?: string
  /** Of the call that failed. */
  requestId?: string
  /** How often it came in a row. */
  count: number
  isRead: boolean
}

export type NewMessage = Pick<LoggedMessage, 'kind' | 'text' | 'title' | 'requestId'>

export interface MessageLogState {
  /** Newest first. */
  messages: readonly LoggedMessage[]
  add(message: NewMessage): void
  readAll(): void
  clear(): void
}

/** S9.02. */
export const MESSAGES_KEPT = 10

function withMessage(messages: readonly LoggedMessage[], message: NewMessage): LoggedMessage[] {
  const [last, ...rest] = messages
  const isRepeated = last !== undefined && last.kind === message.kind && last.text === message.text
  const id = (last?.id ?? 0) + (isRepeated ? 0 : 1)
  const count = isRepeated ? last.count + 1 : 1
  const before = isRepeated ? rest : messages
  return [{ ...message, id, count, at: Date.now(), isRead: false }, ...before].slice(0, MESSAGES_KEPT)
}

/** The last messages of this session; survive a reload, not a sign-out. */
export const useMessageLog = create<MessageLogState>()(
  persist(
    (set) => ({
      messages: [],
      add: (message) => set(({ messages }) => ({ messages: withMessage(messages, message) })),
      readAll: () =>
        set(({ messages }) => ({ messages: messages.map((each) => ({ ...each, isRead: true })) })),
      clear: () => set({ messages: [] }),
    }),
    { name: 'messages', storage: storedState(), partialize: ({ messages }) => ({ messages }) },
  ),
)

/** Failures and notices nobody has looked at yet; results of one's own clicks need no mark. */
export function unreadCount(messages: readonly LoggedMessage[]): number {
  return messages.filter(({ isRead, kind }) => !isRead && kind !== 'message' && kind !== 'success').length
}
