import { Button } from 'antd'
import { CircleAlert, Inbox, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallError } from '@qd/web-base'
import { useKitText } from '@qd/web-base'
import { usePanelIcon } from '@qd/web-controls'
import { currentPath } from '@qd/web-base'
import { usePermissionTitle } from '@qd/web-base'
import { Slot } from '../feature/slots.tsx'
import { CopyButton } from '../toast/copy-button.tsx'
import styles from './page-states.module.css'

interface FaceProps {
  icon: ReactNode
  title: string
  hint?: ReactNode
  action?: ReactNode
  tone?: 'error'
}

function Face({ icon, title, hint, action, tone }: FaceProps): ReactNode {
  return (
    <div className={styles.state} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  )
}

interface EmptyProps {
  title?: string
  hint?: ReactNode
  action?: ReactNode
  /** Instead of the icon of the panel it stands in. */
  icon?: ReactNode
}

/** Says why there is nothing and, with `action`, what to do next. */
export function EmptyState(props: EmptyProps): ReactNode {
  const t = useKitText()
  const around = usePanelIcon()
  return (
    <Face
      icon={props.icon ?? around ?? <Inbox />}
      title={props.title ?? t('state.empty')}
      hint={props.hint}
      action={props.action}
    />
  )
}

export interface ErrorStateProps {
  error: CallError | Error
  onRetry?: () => void
  title?: string
}

/** What a developer asks for first: the failure, the request and the page it happened on. */
function detailsOf(error: CallError | Error, requestId: string): string {
  const code = 'code' in error ? ` (${error.code})` : ''
  return [`${error.message}${code}`, `requestId ${requestId}`, currentPath(), new Date().toISOString()].join(
    '\n',
  )
}

export function ErrorState({ error, onRetry, title }: ErrorStateProps): ReactNode {
  const t = useKitText()
  const requestId = 'requestId' in error ? error.requestId : undefined
  const lead = 'lead' in error ? error.lead : ''
  return (
    <Face
      tone="error"
      icon={<CircleAlert />}
      title={title ?? (lead === '' ? t('state.error') : lead.trim())}
      hint={
        <>
          {error.message}
          {requestId === undefined ? null : (
            <span className={styles.request}>
              {t('call.requestId', { id: requestId })}
              <CopyButton text={detailsOf(error, requestId)} label={t('copyDetails')} />
            </span>
          )}
        </>
      }
      action={onRetry === undefined ? undefined : <Button onClick={onRetry}>{t('retry')}</Button>}
    />
  )
}

type NoPermissionProps = { action?: ReactNode } & (
  | { permission: string; reason?: string }
  /** `scope`: the place that may not be seen, as far as it is known; then rights there can be asked for. */
  | { reason: string; scope?: string }
)

/** The way to ask for what is missing; nothing where no feature takes it. */
function AskForIt(props: NoPermissionProps): ReactNode {
  const permission = 'permission' in props ? props.permission : ''
  const scope = 'scope' in props ? props.scope : undefined
  // What only a session of one's own opens is no right that somebody could give.
  if ((permission === '' || permission === 'session') && scope === undefined) return null
  return (
    <Slot
      name="askForRights"
      values={{ ...(permission === '' ? {} : { permission }), ...(scope === undefined ? {} : { scope }) }}
    />
  )
}

/** Says which permission is missing, by its title, or, where no one permission is it, why there is none. */
export function NoPermission(props: NoPermissionProps): ReactNode {
  const t = useKitText()
  const titleOf = usePermissionTitle()
  const permission = 'permission' in props ? titleOf(props.permission) : ''
  return (
    <Face
      icon={<Lock />}
      title={t('state.noPermission')}
      hint={props.reason ?? t('state.noPermissionHint', { permission })}
      action={
        <>
          {props.action}
          <AskForIt {...props} />
        </>
      }
    />
  )
}
