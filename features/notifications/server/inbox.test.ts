import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NotificationView } from '../contract/index.ts'
import type { NotificationTables } from './index.ts'
import { KEPT_MOST, KEPT_MS, sweepNotifications } from './sweep-notifications.ts'
import { FELL, GREETED, keeping, notificationsNode, worldMigrations } from './testing/notifications-world.ts'
import type { NotificationsNode } from './testing/notifications-world.ts'

const START = 1_900_000_000_000

interface Page {
  list: NotificationView[]
  next: string | null
  newest: number
  unread: number
}

describeStored('own notifications', worldMigrations, (open) => {
  let store: Store<NotificationTables>
  const nodes: NotificationsNode[] = []
  const clock = { nowMs: START }
  const node = (more: Parameters<typeof notificationsNode>[1] = {}) => {
    const made = notificationsNode(store, { nowMs: () => clock.nowMs++, ...more })
    nodes.push(made)
    return made
  }
  const greet = (name: string, key = name) => ({ kind: GREETED, params: { name }, page: '/users', key })
  const listOf = async (from: NotificationsNode, name: string, body: object = {}, lang = 'en') =>
    (await from.speak(name).post<Page>('/platform/notification/list', body, { lang })).body.data
  const titles = async (from: NotificationsNode, name: string) =>
    (await listOf(from, name)).list.map(({ title }) => title)

  beforeEach(async () => {
    store = await open<NotificationTables>()
    clock.nowMs = START
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((each) => each.close()))
  })

  test('a person reads what they were told, newest first, in the language they read in', async () => {
    const { tell, feature, ...rest } = node()
    await tell(greet('Ann'), ['id-ben'])
    await tell({ kind: FELL, params: { server: 7 }, scope: 'lantern/north', key: '7' }, ['id-ben'])
    await feature.settle()
    const here = { tell, feature, ...rest }
    expect((await listOf(here, 'ben')).list).toMatchObject([
      { title: 'Server 7 fell', text: 'Look at it', level: 'error', place: ['lantern', 'north'], page: null },
      { title: 'Hello from Ann', text: '', level: 'info', place: [], page: '/users', isRead: false },
    ])
    expect((await listOf(here, 'ben', {}, 'cn')).list[0]).toMatchObject({ title: '区服 7 已停止' })
    expect((await listOf(here, 'cid')).list).toEqual([])
  })

  test('the same kind with the same key is told to a person once, however often and by whatever node', async () => {
    const [one, two] = [node(), node()]
    await one.tell(greet('Ann', 'k'), ['id-ben'])
    await two.tell(greet('Ann', 'k'), ['id-ben', 'id-cid'])
    await Promise.all([one.feature.settle(), two.feature.settle()])
    await one.feature.settle()
    await one.tell(greet('Ann', 'k'), ['id-ben'])
    await one.feature.settle()
    expect(await titles(one, 'ben')).toEqual(['Hello from Ann'])
    expect(await titles(two, 'cid')).toEqual(['Hello from Ann'])
  })

  test('nothing is told of what did not happen', async () => {
    const here = node()
    const failing = store.write(async (tx) => {
      await here.feature.port.tell(tx, greet('Ann'), ['id-ben'])
      throw new Error('it did not happen')
    })
    await expect(failing).rejects.toThrow('it did not happen')
    await here.feature.settle()
    expect(await titles(here, 'ben')).toEqual([])
  })

  test('holders are who may see the place; who cannot sign in is told nothing', async () => {
    const here = node({
      holders: (scope) => (scope === 'lantern' ? ['id-ben', 'id-gone'] : ['id-cid']),
      inactive: ['id-gone'],
    })
    await here.tell({ kind: FELL, params: { server: 1 }, scope: 'lantern', key: '1' }, 'holders')
    await here.feature.settle()
    expect(await titles(here, 'ben')).toEqual(['Server 1 fell'])
    expect(await titles(here, 'cid')).toEqual([])
    const copies = await store.read.selectFrom('notification').select('user_id').execute()
    expect(copies).toEqual([{ user_id: 'id-ben' }])
  })

  test('a kind somebody does not want in the console does not come', async () => {
    const here = node()
    const ben = here.speak('ben')
    const off = { kind: GREETED.name, inConsole: false, byMail: false }
    expect(await ben.post('/platform/notification/choose', off)).toMatchObject({ http: 200 })
    expect(await ben.post('/platform/notification/choose', { ...off, kind: 'x' })).toMatchObject({
      http: 400,
      body: { err: { code: 'notification_kind_unknown', field: 'kind' } },
    })
    await here.tell(greet('Ann'), ['id-ben', 'id-cid'])
    await here.feature.settle()
    expect(await titles(here, 'ben')).toEqual([])
    expect(await titles(here, 'cid')).toEqual(['Hello from Ann'])
    const { body } = await ben.post<{ kinds: object[] }>(
      '/platform/notification/settings',
      {},
      { lang: 'en' },
    )
    expect(body.data.kinds).toContainEqual({
      kind: GREETED.name,
      name: 'Greeting',
      level: 'info',
      inConsole: false,
      byMail: false,
    })
  })

  test('the kinds to choose from are those somebody can be told of', async () => {
    const here = node()
    const kindsOf = async (as: ReturnType<typeof here.speak>) => {
      const path = '/platform/notification/settings'
      const { body } = await as.post<{ kinds: { name: string }[] }>(path, {}, { lang: 'en' })
      return body.data.kinds.map(({ name }) => name)
    }
    expect(await kindsOf(here.speak('ben'))).not.toContain('Server … fell')
    expect(await kindsOf(here.speak('cid', keeping('lantern/north')))).toContain('Server … fell')
  })

  test('pages go on where the last one ended; read ones are counted no more, what came later still is', async () => {
    const here = node()
    for (let at = 0; at < 5; at += 1) await here.tell(greet(`${at}`), ['id-ben'])
    await here.feature.settle()
    const first = await listOf(here, 'ben', { limit: 2 })
    const second = await listOf(here, 'ben', { limit: 2, before: first.next })
    expect([...first.list, ...second.list].map(({ title }) => title.at(-1))).toEqual(['4', '3', '2', '1'])
    const ben = here.speak('ben')
    const unread = async () => (await listOf(here, 'ben')).unread
    expect(await unread()).toBe(5)
    await here.speak('cid').post('/platform/notification/read', { ids: [first.list[0]!.id] })
    expect(await unread()).toBe(5)
    await ben.post('/platform/notification/read', { ids: [first.list[0]!.id] })
    expect(await unread()).toBe(4)
    await ben.post('/platform/notification/readAll', { upTo: first.newest })
    expect(await unread()).toBe(0)
    // Told before what was read, and come after it.
    const { id } = first.list[0]!
    const late = { notice_id: id, user_id: 'id-ben', kind: GREETED.name, notice_key: 'late', read_at: null }
    await store.write((tx) =>
      tx
        .insertInto('notification')
        .values({ ...late, written_at: first.newest + 1 })
        .execute(),
    )
    await ben.post('/platform/notification/readAll', { upTo: first.newest })
    expect(await unread()).toBe(1)
    await ben.post('/platform/notification/readAll', { upTo: first.newest + 1 })
    expect(await unread()).toBe(0)
    await here.tell(greet('new'), ['id-ben'])
    await here.feature.settle()
    expect((await listOf(here, 'ben', { isUnread: true })).list.map(({ title }) => title)).toEqual([
      'Hello from new',
    ])
  })

  test('needs a session, and what is sent is checked', async () => {
    const here = node()
    for (const call of ['list', 'settings']) {
      expect(await here.app.anonymous.post(`/platform/notification/${call}`)).toMatchObject({ http: 401 })
    }
    const wrong = await here.speak('ben').post('/platform/notification/list', { limit: 0 })
    expect(wrong).toMatchObject({ http: 400, body: { err: { field: 'limit' } } })
  })

  test('what is old goes, and what is more than anybody reads', async () => {
    const here = node()
    await here.tell(greet('old'), ['id-ben'])
    await here.feature.settle()
    clock.nowMs = START + KEPT_MS
    await store.write(async (tx) => {
      for (let at = 0; at < KEPT_MOST + 5; at += 1) {
        await here.feature.port.tell(tx, greet(`n${at}`), ['id-ben'])
      }
    })
    await here.feature.settle()
    clock.nowMs += 1_000
    await sweepNotifications({ store, nowMs: () => clock.nowMs, kinds: () => [GREETED, FELL] })
    const kept = await store.read.selectFrom('notification').select('notice_key').execute()
    expect(kept).toHaveLength(KEPT_MOST)
    expect(kept.map(({ notice_key }) => notice_key)).not.toContain('old')
    const notices = await store.read
      .selectFrom('notice')
      .select('id')
      .where('notice_key', '=', 'old')
      .execute()
    expect(notices).toEqual([])
  })
})
