import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WebhookView } from '../contract/index.ts'
import type { NotificationTables } from './index.ts'
import {
  FELL,
  GREETED,
  keeping,
  notificationsNode,
  openingNetworks,
  worldMigrations,
} from './testing/notifications-world.ts'
import type { NotificationsNode } from './testing/notifications-world.ts'

const URL_WITH_SECRET = 'https://hooks.example/services/T0/B0/very-secret-path'

const values = (more: object = {}) => ({
  name: 'pager',
  scope: 'lantern',
  kinds: [FELL.name],
  shape: 'json',
  lang: 'en',
  url: URL_WITH_SECRET,
  feishuSecret: '',
  allowPrivate: false,
  allowLoopback: false,
  isOn: true,
  ...more,
})

describeStored('who keeps webhooks', worldMigrations, (open) => {
  let store: Store<NotificationTables>
  let node: NotificationsNode
  beforeEach(async () => {
    store = await open<NotificationTables>()
    node = notificationsNode(store)
  })
  afterEach(() => node.close())

  const keeper = (...scopes: string[]) => node.speak('keeper', ...scopes.map((scope) => keeping(scope)))
  type Speaker = ReturnType<typeof keeper>
  const save = (as: Speaker, more: object = {}, seen: object = {}) =>
    as.post<{ id: string; version: number; secret: string | null }>('/platform/webhook/save', {
      ...seen,
      values: values(more),
    })
  const list = async (as: Speaker) =>
    (await as.post<{ list: WebhookView[]; kinds: object[] }>('/platform/webhook/list')).body.data

  test('a webhook is seen and changed only by those who hold the right at its whole place', async () => {
    const { id } = (await save(keeper('lantern'))).body.data
    const below = node.speak('below', keeping('lantern/north'))
    const elsewhere = node.speak('elsewhere', keeping('tide'))
    for (const other of [below, elsewhere]) {
      expect((await list(other)).list).toEqual([])
      for (const call of ['test', 'deliveries']) {
        const answer = await other.post(`/platform/webhook/${call}`, { id })
        expect(answer).toMatchObject({ http: 404, body: { err: { code: 'webhook_not_found' } } })
      }
      for (const call of ['renew', 'remove']) {
        expect(await other.post(`/platform/webhook/${call}`, { id, version: 1 })).toMatchObject({ http: 404 })
      }
      expect(await save(other, { scope: 'lantern/north' }, { id, version: 1 })).not.toMatchObject({
        http: 200,
      })
    }
    expect((await list(keeper('lantern'))).list).toMatchObject([{ id, version: 1 }])
  })

  test.each([
    ['lantern', '*', 'lantern/north', 200],
    ['lantern', '*', '*', 403],
    ['lantern/north', '*', 'lantern', 403],
    ['lantern', 'test', 'lantern/north/lab', 200],
    ['lantern', 'test', 'lantern/north/live', 403],
    // Above the lines something of every environment happens.
    ['lantern', 'test', 'lantern', 403],
  ] as const)('with rights at %s (%s) a webhook at %s: %i', async (held, environment, scope, http) => {
    const answer = await save(node.speak('keeper', keeping(held, environment)), { scope })
    expect(answer).toMatchObject(
      http === 200
        ? { http }
        : { http, body: { err: { code: 'webhook_place_forbidden', field: 'values.scope' } } },
    )
  })

  test('nobody has a webhook told of what they may not see, or of what only named people are told', async () => {
    const blind = node.speak('blind', { ...keeping('lantern'), codes: ['webhooks.edit'] })
    expect(await save(blind)).toMatchObject({
      http: 403,
      body: { err: { code: 'webhook_kind_forbidden', field: 'values.kinds' } },
    })
    expect(await save(keeper('lantern'), { kinds: [GREETED.name] })).toMatchObject({
      http: 400,
      body: { err: { code: 'notification_kind_unknown', field: 'values.kinds' } },
    })
    expect((await list(keeper('lantern'))).kinds).not.toContainEqual(
      expect.objectContaining({ kind: GREETED.name }),
    )
  })

  test('networks are opened by who may, for one address', async () => {
    const opener = node.speak('opener', keeping('lantern'), openingNetworks)
    const refused = { http: 403, body: { err: { code: 'webhook_network_forbidden' } } }
    expect(await save(keeper('lantern'), { allowPrivate: true })).toMatchObject(refused)
    const { id } = (await save(opener, { allowPrivate: true })).body.data
    const kept = { allowPrivate: true, url: '' }
    expect(await save(keeper('lantern'), { ...kept, name: 'b' }, { id, version: 1 })).toMatchObject({
      http: 200,
    })
    const moved = { allowPrivate: true, url: 'https://10.0.0.9/' }
    expect(await save(keeper('lantern'), moved, { id, version: 2 })).toMatchObject(refused)
    expect(await save(keeper('lantern'), { ...kept, allowLoopback: true }, { id, version: 2 })).toMatchObject(
      refused,
    )
  })

  test('it changes only as the version that was seen', async () => {
    const { id } = (await save(keeper('lantern'))).body.data
    expect(await save(keeper('lantern'), { name: 'b' }, { id, version: 1 })).toMatchObject({ http: 200 })
    const stale = { http: 409, body: { err: { code: 'webhook_changed' } } }
    expect(await save(keeper('lantern'), { name: 'c' }, { id, version: 1 })).toMatchObject(stale)
    const remove = (version: number) => keeper('lantern').post('/platform/webhook/remove', { id, version })
    expect(await remove(1)).toMatchObject(stale)
    expect(await remove(2)).toMatchObject({ http: 200 })
    expect((await list(keeper('lantern'))).list).toEqual([])
  })

  test.each(['javascript:alert(1)', 'ftp://a.example/', 'https://a:b@c.example/', 'nonsense', ''])(
    '%j is refused at its field',
    async (url) => {
      expect(await save(keeper('lantern'), { url })).toMatchObject({
        http: 400,
        body: { err: { code: 'webhook_address_invalid', field: 'values.url' } },
      })
    },
  )

  test('address and secret stand in no answer, no log and no audit row, and sealed in the database', async () => {
    const as = keeper('lantern')
    const saved = await save(as)
    const { id, secret } = saved.body.data
    expect(secret).toMatch(/^qdwh_/)
    const renewed = await as.post<{ secret: string }>('/platform/webhook/renew', { id, version: 1 })
    const again = renewed.body.data.secret
    expect(again).not.toBe(secret)
    await save(as, { shape: 'feishu', feishuSecret: 'bot-secret' }, { id, version: 2 })
    await as.post('/platform/webhook/test', { id })
    await node.feature.settle()
    const answers = await Promise.all([
      as.post('/platform/webhook/list'),
      as.post('/platform/webhook/deliveries', { id }),
    ])
    const rows = await store.read.selectFrom('webhook').selectAll().execute()
    const seen = [...answers.map(({ raw }) => raw), JSON.stringify(node.app.audits), JSON.stringify(rows)]
    for (const text of [...seen, JSON.stringify(node.faults)]) {
      for (const hidden of ['very-secret-path', secret!, again, 'bot-secret'])
        expect(text).not.toContain(hidden)
    }
    expect(node.app.audits.map(({ entry }) => entry?.action)).toEqual([
      'notifications.webhookSave',
      'notifications.webhookRenew',
      'notifications.webhookSave',
      'notifications.webhookTest',
    ])
    expect((await list(as)).list[0]).toMatchObject({ origin: 'https://hooks.example' })
  })

  test('needs a session and the right', async () => {
    expect(await node.app.anonymous.post('/platform/webhook/list')).toMatchObject({ http: 401 })
    expect(await node.speak('nobody').post('/platform/webhook/list')).toMatchObject({ http: 403 })
  })
})
