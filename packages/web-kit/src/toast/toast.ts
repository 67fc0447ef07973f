import { kitText } from '../i18n/kit-text.ts'
import { useToasts } from './toast-store.ts'
import type { ToastKind } from './toast-store.ts'

/** How long each kind stays, in milliseconds (S8.04, S8.06, S9.01). */
export const TOAST_MS = {
  message: 600,
  success: 5_000,
  error: 5_000,
  transport: 10_000,
  notice: 3_000,
} as const

function show(kind: ToastKind, text: string, durationMs: number, isClosable: boolean): void {
  useToasts.getState().show({ kind, text, durationMs, isClosable })
}

/** Short messages to the operator; each kind with the duration the specification gives. */
export const toast = {
  message: (text: string, durationMs: number = TOAST_MS.message) => show('message', text, durationMs, false),
  warning: (text: string, durationMs: number = TOAST_MS.error) => show('warning', text, durationMs, false),
  success: (text: string, durationMs: number = TOAST_MS.success) => show('success', text, durationMs, true),
  error: (text: string, durationMs: number = TOAST_MS.error) => show('error', text, durationMs, true),
  transport: (text: string) => show('error', text, TOAST_MS.transport, true),
  notice: (text: string, durationMs: number = TOAST_MS.notice) => show('notice', text, durationMs, true),
  /** Stays until closed, under the title 通知信息 (S8.03). */
  notification(text: string): void {
    const title = kitText('call.notification')
    useToasts.getState().show({ kind: 'notification', text, title, durationMs: 0, isClosable: true })
  },
}
