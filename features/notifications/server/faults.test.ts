import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryView, NotificationView, WebhookView } from '../contract/index.ts'
import type { NotificationTables } from './index.ts'
import { sweepNotifications } from './sweep-notifications.ts'
import {
  FELL,
  GREETED,
  keeping,
  notificationsNode,
  openingNetworks,
  startReceiver,
  worldMigrations,
} from './testing/notifications-world.ts'
import type { NotificationsNode, Receiver } from './testing/notifications-world.ts'

const START = 1_900_000_000_000
const DAY_MS = 86_400_000
const NEWER = { ...FELL, name: 'test.newer' }

describeStored('notifications when something is wrong', worldMigrations, (open) => {
  let store: Store<NotificationTables>
  let receiver: Receiver
  const nodes: NotificationsNode[] = []
  const clock = { nowMs: START }
  const node = (more: Parameters<typeof notificationsNode>[1] = {}) => {
    const made = notificationsNode(store, { nowMs: () => clock.nowMs, ...more })
    nodes.push(made)
    return made
  }
  const boss = (from: NotificationsNode) => from.speak('boss', keeping('*'), openingNetworks)
  const save = async (from: NotificationsNode, more: object = {}, seen: object = {}) => {
    const values = {
      name: 'pager',
      scope: 'lantern',
      kinds: [FELL.name],
      shape: 'json',
      lang: 'en',
      url: receiver.url,
      feishuSecret: '',
      allowPrivate: false,
      allowLoopback: true,
      isOn: true,
      ...more,
    }
    const answer = await boss(from).post<{ id: string }>('/platform/webhook/save', { ...seen, values })
    expect(answer).toMatchObject({ http: 200 })
    return answer.body.data
  }
  const fall = async (from: NotificationsNode, server: number) => {
    await from.tell({ kind: FELL, params: { server }, scope: 'lantern', key: `${server}` }, [])
    await from.feature.settle()
    clock.nowMs += 1
  }
  const deliveries = async (from: NotificationsNode, id: string) =>
    (await boss(from).post<{ list: DeliveryView[] }>('/platform/webhook/deliveries', { id }, { lang: 'en' }))
      .body.data.list
  const webhooks = async (from: NotificationsNode) =>
    (await boss(from).post<{ list: WebhookView[] }>('/platform/webhook/list')).body.data.list
  const inbox = async (from: NotificationsNode, lang = 'en') =>
    (await boss(from).post<{ list: NotificationView[] }>('/platform/notification/list', {}, { lang })).body
      .data.list
  const answerWith = (status: number) =>
    receiver.answerWith((_request, response) => response.writeHead(status).end())
  const keysGot = () => receiver.got.map(({ body }) => (JSON.parse(body) as { key: string }).key)

  beforeEach(async () => {
    store = await open<NotificationTables>()
    receiver = await startReceiver()
    clock.nowMs = START
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((each) => each.close()))
    await receiver.close()
  })

  test('a kind that only a newer node knows waits for that node, and a day at most', async () => {
    const newer = node({ moreKinds: [NEWER] })
    const older = node()
    const tell = (key: string) => newer.tell({ kind: NEWER, params: {}, scope: 'lantern', key }, 'holders')
    await tell('1')
    await older.feature.settle()
    expect(await inbox(older)).toEqual([])
    await newer.feature.settle()
    expect(await inbox(newer)).toMatchObject([{ kind: NEWER.name }])
    await tell('2')
    clock.nowMs += DAY_MS + 1
    await sweepNotifications({ store, nowMs: () => clock.nowMs, kinds: () => [FELL] })
    expect(await store.read.selectFrom('notice').select('id').where('is_waiting', '=', 1).execute()).toEqual(
      [],
    )
  })

  test('a sentence in a notice is read in the language of its reader', async () => {
    const here = node()
    const server = { text: 'notify.test.greeted.title', params: { name: 'Ann' } }
    await here.tell({ kind: FELL, params: { server }, scope: 'lantern', key: '1' }, 'holders')
    await here.tell({ kind: FELL, params: { server: { text: 'no.such' } }, key: '2' }, 'holders')
    await here.feature.settle()
    expect((await inbox(here)).map(({ title }) => title).toSorted()).toEqual([
      'Server Hello from Ann fell',
      'Server no.such fell',
    ])
    expect((await inbox(here, 'cn')).map(({ title }) => title)).toContain('区服 Ann 向您问好 已停止')
    const wrong = { server: { name: 'x' } } as never
    await expect(here.tell({ kind: FELL, params: wrong, key: '3' }, 'holders')).rejects.toThrow('server')
  })

  test('everything that waited for a day is given up, not only what was tried', async () => {
    const here = node()
    const { id } = await save(here)
    answerWith(500)
    for (const server of [1, 2, 3]) await fall(here, server)
    clock.nowMs = START + DAY_MS + 10
    await here.feature.settle()
    await here.feature.settle()
    const list = await deliveries(here, id)
    expect(list.filter(({ title }) => title.startsWith('Server')).map(({ state }) => state)).toEqual([
      'given_up',
      'given_up',
      'given_up',
    ])
    expect(keysGot()).toEqual(['1'])
    // A quiet webhook is not switched off by the next hiccup.
    expect(await webhooks(here)).toMatchObject([{ isOn: true, failsSince: null }])
    clock.nowMs += 10 * DAY_MS
    await fall(here, 4)
    expect(await webhooks(here)).toMatchObject([{ isOn: true }])
  })

  test('a message that is not understood holds up no other', async () => {
    const here = node()
    const { id } = await save(here)
    receiver.answerWith((_request, response) =>
      response.writeHead(keysGot().at(-1) === '1' ? 400 : 200).end(),
    )
    await fall(here, 1)
    await fall(here, 2)
    expect(keysGot()).toEqual(['1', '2'])
    expect((await deliveries(here, id)).map(({ state }) => state)).toEqual(['sent', 'waiting'])
  })

  test('a clock set back shuts no receiver', async () => {
    const here = node()
    await save(here)
    answerWith(503)
    await fall(here, 1)
    answerWith(200)
    clock.nowMs -= 30 * DAY_MS
    await here.feature.settle()
    expect(keysGot()).toEqual(['1', '1'])
  })

  test('a receiver may name the time when it takes messages again', async () => {
    const here = node()
    const { id } = await save(here)
    const at = new Date(START + 600_000).toUTCString()
    receiver.answerWith((_request, response) => response.writeHead(429, { 'retry-after': at }).end())
    await fall(here, 1)
    expect((await deliveries(here, id))[0]).toMatchObject({ at: START + 600_000 })
  })

  test.each([['lost the right'], ['was disabled']])(
    'a webhook whose maker %s is stopped, and its keepers hear of it',
    async (how) => {
      const state = { holders: ['id-boss', 'id-mia'] }
      const inactive: string[] = []
      const here = node({ holders: () => state.holders, inactive })
      await save(here)
      expect(await webhooks(here)).toMatchObject([{ savedBy: 'boss', isOn: true }])
      if (how === 'lost the right') state.holders = ['id-mia']
      else inactive.push('id-boss')
      await fall(here, 1)
      await here.feature.settle()
      expect(receiver.got).toEqual([])
      expect(await webhooks(here)).toMatchObject([{ isOn: false, isOffByRights: true }])
      const { body } = await here
        .speak('mia', keeping('*'))
        .post<{ list: NotificationView[] }>('/platform/notification/list', {}, { lang: 'en' })
      expect(body.data.list[0]).toMatchObject({ kind: 'notifications.webhookRights', level: 'error' })
    },
  )

  test('who may not see a kind learns from its deliveries only that there was one, and gets no secret', async () => {
    const here = node()
    const { id } = await save(here)
    await fall(here, 1)
    const blind = here.speak('blind', { ...keeping('lantern'), codes: ['webhooks.edit'] })
    const { body } = await blind.post<{ list: DeliveryView[] }>(
      '/platform/webhook/deliveries',
      { id },
      { lang: 'en' },
    )
    expect(body.data.list.map(({ title }) => title)).toEqual(['Server … fell'])
    const refused = await blind.post('/platform/webhook/renew', { id, version: 1 })
    expect(refused).toMatchObject({ http: 403, body: { err: { code: 'webhook_kind_forbidden' } } })
  })

  test('a place must be there, and a move is filed where both places lie', async () => {
    const here = node()
    const unknown = await boss(here).post('/platform/webhook/save', {
      values: {
        name: 'x',
        scope: 'nowhere/north',
        kinds: [FELL.name],
        shape: 'slack',
        lang: 'en',
        url: receiver.url,
        feishuSecret: '',
        allowPrivate: false,
        allowLoopback: true,
        isOn: true,
      },
    })
    expect(unknown).toMatchObject({
      http: 400,
      body: { err: { code: 'webhook_place_unknown', field: 'values.scope' } },
    })
    const { id } = await save(here, { scope: 'lantern/north/live' })
    await save(here, { scope: 'lantern/south', url: '' }, { id, version: 1 })
    expect(here.app.audits.at(-1)!.entry).toMatchObject({ scope: 'lantern' })
  })

  test('a Feishu bot whose signatures were switched off gets unsigned messages', async () => {
    const here = node()
    receiver.answerWith((_request, response) => response.end('{"code":0}'))
    const { id } = await save(here, { shape: 'feishu', feishuSecret: 'bot' })
    await save(here, { shape: 'feishu', url: '', dropsFeishuSecret: true }, { id, version: 1 })
    await fall(here, 1)
    expect(receiver.got[0]!.body).not.toContain('sign')
    expect(await webhooks(here)).toMatchObject([{ isSigned: false }])
  })

  test('what waits for a mail server that is gone is given up in the end', async () => {
    const here = node()
    await here.tell({ kind: GREETED, params: { name: 'Ann' }, key: '1' }, ['id-ben'])
    await here.feature.settle()
    const { id: notice_id } = await store.read.selectFrom('notice').select('id').executeTakeFirstOrThrow()
    const row = { id: 'd1', way: 'mail', target: 'id-ben', kind: GREETED.name, notice_key: '1', notice_id }
    await store.write((tx: Kysely<NotificationTables>) =>
      tx
        .insertInto('notice_delivery')
        .values({
          ...(row as typeof row & { way: 'mail' }),
          state: 'waiting',
          tries: 0,
          not_before: 0,
          created_at: START,
          ended_at: null,
          status: null,
          fault: '',
        })
        .execute(),
    )
    const stateAfter = async (ms: number) => {
      clock.nowMs = START + ms
      await sweepNotifications({ store, nowMs: () => clock.nowMs, kinds: () => [GREETED] })
      return (await store.read.selectFrom('notice_delivery').select('state').executeTakeFirstOrThrow()).state
    }
    expect(await stateAfter(4 * DAY_MS)).toBe('waiting')
    expect(await stateAfter(5 * DAY_MS)).toBe('given_up')
  })
})
