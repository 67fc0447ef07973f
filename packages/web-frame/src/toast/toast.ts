import { kitText } from '@qd/web-base'
import { useMessageLog } from '../messages/message-log.ts'
import { useSession } from '@qd/web-base'
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

interface ShownAs {
  /** 0: stays until closed. */
  durationMs: number
  isClosable: boolean
  title?: string
  requestId?: string | undefined
}

function show(kind: ToastKind, text: string, { requestId, ...shown }: ShownAs): void {
  useToasts.getState().show({ kind, text, ...shown })
  // Before sign-in there is no one to keep it for, and nothing may be left in the storage then.
  if (useSession.getState().token === '') return
  useMessageLog.getState().add({ kind, text, title: shown.title, requestId })
}

/** Short messages to the operator; each kind with the duration the specification gives. All but one stay in the message log. */
export const toast = {
  message: (text: string, durationMs: number = TOAST_MS.message) =>
    show('message', text, { durationMs, isClosable: false }),
  warning: (text: string, durationMs: number = TOAST_MS.error) =>
    show('warning', text, { durationMs, isClosable: false }),
  success: (text: string, durationMs: number = TOAST_MS.success) =>
    show('success', text, { durationMs, isClosable: true }),
  error: (text: string, durationMs: number = TOAST_MS.error, requestId?: string) =>
    show('error', text, { durationMs, isClosable: true, requestId }),
  transport: (text: string) => show('error', text, { durationMs: TOAST_MS.transport, isClosable: true }),
  notice: (text: string, durationMs: number = TOAST_MS.notice) =>
    show('notice', text, { durationMs, isClosable: true }),
  /** In the corner alone: what it says is kept elsewhere, among the notifications. */
  passing: (text: string) =>
    useToasts.getState().show({ kind: 'notice', text, durationMs: TOAST_MS.notice, isClosable: true }),
  /** Stays until closed, under the title 通知信息 (S8.03). */
  notification: (text: string) =>
    show('notification', text, { durationMs: 0, isClosable: true, title: kitText('call.notification') }),
}
