import { goTo } from '@qd/web-base'
import { IconButton, LoadingRows, SegmentedControl, Time } from '@qd/web-controls'
import { EmptyState, ErrorState, MessageCard, MessageList } from '@qd/web-frame'
import { Button } from 'antd'
import { Bell, Check, Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { NotificationView } from '../../contract/index.ts'
import { useNotificationsTexts } from '../texts.ts'
import styles from './notification-list.module.css'
import { useNotifications } from './use-notifications.ts'

interface CardProps {
  notification: NotificationView
  onRead: () => void
  onOpen: () => void
}

function Card({ notification, onRead, onOpen }: CardProps): ReactNode {
  const t = useNotificationsTexts()
  const { level, title, text, place, at, page, isRead } = notification
  return (
    <MessageCard
      kind={level === 'info' ? 'notice' : level}
      title={
        page === null ? (
          <strong className={styles.title} data-read={isRead}>
            {title}
          </strong>
        ) : (
          <button
            type="button"
            className={`${styles.title} ${styles.link}`}
            data-read={isRead}
            onClick={onOpen}
          >
            {title}
          </button>
        )
      }
      text={text}
      facts={
        <>
          {isRead ? null : <span className={styles.unread}>{t('unread')}</span>}
          <Time at={at} />
          {place.length === 0 ? null : <span>{place.join(' / ')}</span>}
        </>
      }
      action={
        isRead ? null : (
          <IconButton label={t('readOne', { title })} onClick={onRead}>
            <Check size={15} aria-hidden />
          </IconButton>
        )
      }
    />
  )
}

/** What the account was told of, newest first, in the message centre. */
export default function NotificationList({ onLeave }: { onLeave: () => void }): ReactNode {
  const t = useNotificationsTexts()
  const [show, setShow] = useState<'all' | 'unread'>('all')
  const { rows, unread, error, loadMore, isLoadingMore, reload, read, readAll } = useNotifications(
    show === 'unread',
  )
  const leaveTo = (page: string) => {
    onLeave()
    goTo(page)
  }
  const open = ({ id, page, isRead }: NotificationView) => {
    if (!isRead) read(id)
    if (page !== null) leaveTo(page)
  }
  return (
    <>
      <div className={styles.head}>
        <SegmentedControl
          label={t('filter')}
          segments={(['all', 'unread'] as const).map((value) => ({ value, label: t(`show.${value}`) }))}
          value={show}
          onChange={setShow}
        />
        <span className={styles.actions}>
          <Button size="small" type="text" disabled={unread === 0 || readAll === undefined} onClick={readAll}>
            {t('readAll')}
          </Button>
          <IconButton label={t('settings.open')} onClick={() => leaveTo('/account')}>
            <Settings2 size={15} aria-hidden />
          </IconButton>
        </span>
      </div>
      {rows === undefined ? (
        error === null ? (
          <LoadingRows rows={4} />
        ) : (
          <ErrorState error={error} onRetry={reload} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<Bell />}
          title={t(show === 'unread' ? 'noneUnread' : 'none')}
          hint={t('noneHint')}
        />
      ) : (
        <MessageList label={t('title')}>
          {rows.map((each) => (
            <Card key={each.id} notification={each} onRead={() => read(each.id)} onOpen={() => open(each)} />
          ))}
        </MessageList>
      )}
      {loadMore === undefined ? null : (
        <Button block type="text" loading={isLoadingMore} onClick={loadMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
