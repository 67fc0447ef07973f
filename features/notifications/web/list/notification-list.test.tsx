import { setNavigator } from '@qd/web-base'
import { startLive } from '@qd/web-calls'
import { useUnreadNotifications } from '@qd/web-frame'
import { FakeFailure, fake, fakeApi, liveServer, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { notificationList, notificationRead, notificationReadAll } from '../../contract/index.ts'
import type { NotificationView } from '../../contract/index.ts'
import { UnreadFollower } from '../unread-follower.tsx'
import NotificationList from './notification-list.tsx'

/** Somebody without any right: their own notifications are theirs. */
const reader = testUser({ roles: [], grants: [] })

const aNotification = (part: Partial<NotificationView> = {}): NotificationView => ({
  id: 'n1',
  kind: 'session.newDevice',
  level: 'warning',
  title: '你的账号在新设备上登录',
  text: '如非本人操作，请修改密码。',
  at: 1_800_000_000_000,
  place: [],
  page: '/account',
  isRead: false,
  ...part,
})
const pageOf = (list: NotificationView[], next: string | null = null) => ({
  list,
  next,
  newest: 7,
  unread: list.filter(({ isRead }) => !isRead).length,
})

beforeEach(() => useUnreadNotifications.setState({ unread: 0 }))

async function show(answer: () => ReturnType<typeof pageOf> | FakeFailure) {
  const left: string[] = []
  const gone: string[] = []
  setNavigator((path) => void gone.push(path))
  const api = fakeApi(
    [
      fake(notificationList, answer),
      fake(notificationRead, () => null),
      fake(notificationReadAll, () => null),
    ],
    { isGuarded: true },
  )
  const app = await renderWithApp(
    <>
      <UnreadFollower />
      <NotificationList onLeave={() => left.push('left')} />
    </>,
    { user: reader },
  )
  return { ...app, api, left, gone }
}

describe('notifications in the message centre', () => {
  it('shows each with its place, marks what is new, and opens the page it is about', async () => {
    const { api, user, gone, left } = await show(() =>
      pageOf([
        aNotification(),
        aNotification({ id: 'n2', title: '作业结束', place: ['灯海', '正式线'], page: null, isRead: true }),
      ]),
    )
    const list = await screen.findByRole('list', { name: '通知' })
    const [first, second] = within(list).getAllByRole('listitem')
    within(first!).getByText('新')
    within(second!).getByText('灯海 / 正式线')
    expect(within(second!).queryByRole('button')).toBeNull()
    await user.click(within(first!).getByRole('button', { name: '你的账号在新设备上登录' }))
    expect(gone).toEqual(['/account'])
    expect(left).toEqual(['left'])
    await waitFor(() =>
      expect(api.callsOf(notificationRead).map(({ body }) => body)).toEqual([{ ids: ['n1'] }]),
    )
  })

  it('marks one as read, and all that had come when the list was read', async () => {
    let list = [aNotification(), aNotification({ id: 'n0', title: '较早' })]
    const { api, user } = await show(() => pageOf(list))
    await user.click(await screen.findByRole('button', { name: '标记为已读：较早' }))
    await waitFor(() => expect(api.callsOf(notificationRead)[0]?.body).toEqual({ ids: ['n0'] }))
    list = list.map((each) => ({ ...each, isRead: true }))
    await user.click(screen.getByRole('button', { name: '全部已读' }))
    expect(api.callsOf(notificationReadAll)[0]?.body).toEqual({ upTo: 7 })
    await waitFor(() => expect(screen.queryByText('新')).toBeNull())
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '全部已读' }).disabled).toBe(true)
  })

  it('shows older ones when asked, and only unread ones', async () => {
    const { api, user } = await show(() => pageOf([aNotification()]))
    api.on(notificationList, ({ body }) => {
      if (body.isUnread === true) return pageOf([])
      return body.before === undefined
        ? pageOf([aNotification()], 'n1')
        : pageOf([aNotification({ id: 'n0', title: '较早' })])
    })
    await user.click(screen.getByRole('radio', { name: '未读' }))
    await screen.findByText('全部已读', { selector: 'p' })
    await user.click(screen.getByRole('radio', { name: '全部' }))
    await screen.findByText('你的账号在新设备上登录')
  })

  it('says so while there are none, and when they cannot be read, with a way to try again', async () => {
    const { api, user } = await show(() => new FakeFailure(503, 'store_unavailable', '数据库暂不可用'))
    await screen.findByText(/数据库暂不可用/)
    api.on(notificationList, () => pageOf([]))
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    await screen.findByText('还没有通知')
  })

  it('what another window or node changes is followed', async () => {
    const live = liveServer()
    startLive(
      async () => 'ticket',
      () => {},
    )
    let list = [aNotification()]
    await show(() => pageOf(list))
    await screen.findByText('你的账号在新设备上登录')
    await waitFor(() => live.ready())
    list = [aNotification({ id: 'n2', title: '作业结束' }), ...list]
    live.tell('notifications', { unread: 2 })
    await screen.findByText('作业结束')
    expect(useUnreadNotifications.getState().unread).toBe(2)
  })
})
