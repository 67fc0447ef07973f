import { isPreviewing, useTexts } from '@qd/web-base'
import { SegmentedControl, Time } from '@qd/web-controls'
import {
  CopyButton,
  EmptyState,
  Slot,
  MessageCard,
  MessageList,
  useFeatures,
  useMessageLog,
  useUnreadNotifications,
} from '@qd/web-frame'
import type { LoggedMessage } from '@qd/web-frame'
import { Button, Drawer } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import styles from './message-drawer.module.css'

type Show = 'all' | 'failures' | 'notices'

const KINDS: Record<Show, readonly LoggedMessage['kind'][] | null> = {
  all: null,
  failures: ['error', 'warning'],
  notices: ['notice', 'notification'],
}

/** Everything a colleague needs to look into it. */
function detailsOf({ at, text, requestId }: LoggedMessage): string {
  return [new Date(at).toISOString(), text, requestId].filter((part) => part !== undefined).join('\n')
}

function LastMessage({ message }: { message: LoggedMessage }): ReactNode {
  const t = useTexts('shell')
  const { kind, title, text, at, count, requestId } = message
  return (
    <MessageCard
      kind={kind}
      title={title === undefined ? null : <strong>{title}</strong>}
      text={text}
      facts={
        <>
          <Time at={at} />
          {count > 1 ? <span>×{count}</span> : null}
          {requestId === undefined ? null : <code>{requestId}</code>}
        </>
      }
      action={<CopyButton text={detailsOf(message)} label={t('messages.copy')} />}
    />
  )
}

/** The messages of this session, newest first: what stood on the screen for 600 ms can still be read. */
function LastMessages(): ReactNode {
  const t = useTexts('shell')
  const messages = useMessageLog((state) => state.messages)
  const [show, setShow] = useState<Show>('all')
  useEffect(() => useMessageLog.getState().readAll(), [])
  const kinds = KINDS[show]
  const shown = messages.filter(({ kind }) => kinds === null || kinds.includes(kind))
  const segments = (['all', 'failures', 'notices'] as const).map((value) => ({
    value,
    label: t(`messages.show.${value}`),
  }))
  return (
    <>
      <div className={styles.head}>
        <SegmentedControl label={t('messages.filter')} segments={segments} value={show} onChange={setShow} />
        <Button
          size="small"
          type="text"
          disabled={messages.length === 0}
          onClick={() => useMessageLog.getState().clear()}
        >
          {t('messages.clear')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t('messages.none')} hint={t('messages.noneHint')} />
      ) : (
        <MessageList>
          {shown.map((message) => (
            <LastMessage key={message.id} message={message} />
          ))}
        </MessageList>
      )}
    </>
  )
}

type Part = 'notifications' | 'last'

/** What waits to be read comes first; where nothing does, what was just done. */
function usePart(hasNotifications: boolean) {
  const unread = useUnreadNotifications((state) => state.unread)
  const hasMessages = useMessageLog((state) => state.messages.length > 0)
  const [part, setPart] = useState<Part>(
    hasNotifications && (unread > 0 || !hasMessages) ? 'notifications' : 'last',
  )
  return { part, setPart, unread }
}

/** What the account was told of, and beside it what was said in this session. */
export default function MessageDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('shell')
  const hasNotifications = useFeatures().some(({ slots }) => slots?.notificationList !== undefined)
  const { part, setPart, unread } = usePart(hasNotifications && !isPreviewing())
  const segments = [
    {
      value: 'notifications' as const,
      label: unread === 0 ? t('messages.notifications') : t('messages.notificationsUnread', { unread }),
    },
    { value: 'last' as const, label: t('messages.last') },
  ]
  const choice = (
    <SegmentedControl
      label={t('messages.part')}
      segments={segments}
      value={part}
      onChange={setPart}
      isBlock
    />
  )
  return (
    <Drawer open placement="right" size="min(420px, 100vw)" title={t('messages.title')} onClose={onClose}>
      {hasNotifications && !isPreviewing() ? <div className={styles.parts}>{choice}</div> : null}
      {part === 'last' ? <LastMessages /> : <Slot name="notificationList" values={{ onLeave: onClose }} />}
    </Drawer>
  )
}
