import { create } from 'zustand'

export type ToastKind = 'message' | 'success' | 'warning' | 'error' | 'notice' | 'notification'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  title?: string
  isClosable: boolean
  /** 0: stays until closed. */
  durationMs: number
  /** How often the same message came while it was shown. */
  count: number
}

export interface ToastState {
  toasts: readonly Toast[]
  show(toast: Omit<Toast, 'id' | 'count'>): void
  close(id: number): void
}

const MAX_SHOWN = 6
let lastId = 0

/** Messages on screen; the same one again only counts up. */
export const useToasts = create<ToastState>()((set) => ({
  toasts: [],
  show: (toast) =>
    set(({ toasts }) => {
      const same = toasts.find((other) => other.kind === toast.kind && other.text === toast.text)
      lastId += 1
      const next = { ...toast, id: lastId, count: (same?.count ?? 0) + 1 }
      return { toasts: [...toasts.filter((other) => other !== same), next].slice(-MAX_SHOWN) }
    }),
  close: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}))
