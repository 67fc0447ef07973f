import { isPreviewing, useSession } from '@qd/web-base'
import { useLive, whenUserLeaves } from '@qd/web-calls'
import { useUnreadNotifications } from '@qd/web-frame'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { notificationList, notificationsChannel } from '../contract/index.ts'

/** Shows nothing: keeps the bell's count and the open lists as they are on the server. */
export function UnreadFollower(): ReactNode {
  const isOwn = useSession((state) => state.token !== '') && !isPreviewing()
  const queryClient = useQueryClient()
  useLive(notificationsChannel, isOwn ? {} : null, ({ unread }) => {
    useUnreadNotifications.setState({ unread })
    void queryClient.invalidateQueries({ queryKey: [notificationList.path] })
  })
  useEffect(() => whenUserLeaves(() => useUnreadNotifications.setState({ unread: 0 })), [])
  return null
}
