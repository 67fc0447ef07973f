import { Bell, CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import styles from './toast-host.module.css'
import { useToasts } from './toast-store.ts'
import type { Toast, ToastKind } from './toast-store.ts'

/** One icon per kind, on the toast and in the message log. */
export const TOAST_ICONS: Record<ToastKind, typeof Info> = {
  message: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
  notice: Info,
  notification: Bell,
}

function useAutoClose(toast: Toast, isHeld: boolean): void {
  const close = useToasts((state) => state.close)
  useEffect(() => {
    if (toast.durationMs === 0 || isHeld) return
    const timer = setTimeout(() => close(toast.id), toast.durationMs)
    return () => clearTimeout(timer)
  }, [toast.id, toast.durationMs, isHeld, close])
}

function ToastCard({ toast }: { toast: Toast }): ReactNode {
  const [isHeld, setHeld] = useState(false)
  const close = useToasts((state) => state.close)
  const t = useKitText()
  useAutoClose(toast, isHeld)
  const Icon = TOAST_ICONS[toast.kind]
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return (
    <div className={styles.toast} data-kind={toast.kind} {...hold}>
      <Icon size={16} aria-hidden />
      <div className={styles.text}>
        {toast.title === undefined ? null : <strong>{toast.title}</strong>}
        <span>{toast.text}</span>
      </div>
      {toast.count > 1 ? <span className={styles.count}>×{toast.count}</span> : null}
      {toast.isClosable ? (
        <button
          type="button"
          className={styles.close}
          aria-label={t('close')}
          onClick={() => close(toast.id)}
        >
          <X size={14} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

const CORNER_KINDS: readonly ToastKind[] = ['notice', 'notification']

/** Where messages appear: results top centre, notices bottom right (S8.06). */
export function ToastHost(): ReactNode {
  const toasts = useToasts((state) => state.toasts)
  const corner = toasts.filter((toast) => CORNER_KINDS.includes(toast.kind))
  const errors = toasts.filter((toast) => toast.kind === 'error')
  const others = toasts.filter((toast) => toast.kind !== 'error' && !CORNER_KINDS.includes(toast.kind))
  return (
    <>
      <div className={styles.top}>
        <div role="alert" className={styles.stack}>
          {errors.map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
        </div>
        <div role="status" className={styles.stack}>
          {others.map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
        </div>
      </div>
      <div className={styles.corner} role="log" aria-live="polite">
        {corner.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </>
  )
}
