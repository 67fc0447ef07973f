import { Badge } from 'antd'
import { useTexts, lazyPart } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { unreadCount, useMessageLog, useUnreadNotifications } from '@qd/web-frame'
import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'

const MessageDrawer = lazyPart(() => import('./message-drawer.tsx'))

/** The bell of the top bar: how many notifications, failures and notices were not read, and the way to all of them. */
export function MessageButton(): ReactNode {
  const t = useTexts('shell')
  const messages = useMessageLog((state) => unreadCount(state.messages))
  const notifications = useUnreadNotifications((state) => state.unread)
  const count = messages + notifications
  const [isOpen, setOpen] = useState(false)
  const label = count === 0 ? t('messages.open') : t('messages.openUnread', { count })
  return (
    <>
      <IconButton label={label} onClick={() => setOpen(true)}>
        <Badge count={count} size="small" overflowCount={99} offset={[2, -1]}>
          <Bell size={15} aria-hidden />
        </Badge>
      </IconButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <MessageDrawer onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
