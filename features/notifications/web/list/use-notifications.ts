import type { RouteReply } from '@qd/contract-kit'
import { call, usePages, useSend } from '@qd/web-calls'
import type { Pages } from '@qd/web-calls'
import { useUnreadNotifications } from '@qd/web-frame'
import { notificationList, notificationRead, notificationReadAll } from '../../contract/index.ts'

const PAGE = 30

export interface Notifications extends Omit<Pages<RouteReply<typeof notificationList>>, 'first'> {
  unread: number
  read: (id: string) => void
  readAll: (() => void) | undefined
}

/** Own notifications, newest first; they are read anew when the live channel tells of a change. */
export function useNotifications(isUnread: boolean): Notifications {
  const { first, ...pages } = usePages({
    queryKey: [notificationList.path, isUnread],
    ask: (before, signal) =>
      call(
        notificationList,
        { body: { isUnread, limit: PAGE, ...before } },
        { tag: 'notifications:title', told: 'inline', signal },
      ),
  })
  const read = useSend(notificationRead, { tag: 'notifications:read', told: 'toast' })
  const readAll = useSend(notificationReadAll, { tag: 'notifications:readAll', told: 'toast' })
  const counted = useUnreadNotifications((state) => state.unread)
  const refresh = pages.reload
  const newest = first?.newest
  return {
    ...pages,
    unread: Math.max(counted, first?.unread ?? 0),
    read: (id) => read.mutate({ body: { ids: [id] } }, { onSuccess: refresh }),
    readAll:
      newest === undefined
        ? undefined
        : () => readAll.mutate({ body: { upTo: newest } }, { onSuccess: refresh }),
  }
}
