import { createHmac } from 'node:crypto'
import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryView, NotificationView, WebhookView } from '../contract/index.ts'
import type { NotificationTables } from './index.ts'
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

const values = (more: object = {}) => ({
  name: 'pager',
  scope: 'lantern',
  kinds: [FELL.name],
  shape: 'json',
  lang: 'en',
  url: 'https://hooks.example/secret-path',
  feishuSecret: '',
  allowPrivate: false,
  allowLoopback: false,
  isOn: true,
  ...more,
})

describeStored('webhooks', worldMigrations, (open) => {
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
  const save = (from: NotificationsNode, more: object = {}, seen: object = {}) =>
    boss(from).post<{ id: string; version: number; secret: string | null }>('/platform/webhook/save', {
      ...seen,
      values: values({ url: receiver.url, allowLoopback: true, ...more }),
    })
  const add = async (from: NotificationsNode, more: object = {}) => (await save(from, more)).body.data
  const fall = async (from: NotificationsNode, server: number, scope = 'lantern/north/live') => {
    await from.tell({ kind: FELL, params: { server }, page: '/jobs', scope, key: `${server}` }, 'holders')
    // What happens later is later, on the clock too.
    clock.nowMs += 1
  }
  const deliveries = async (from: NotificationsNode, id: string) =>
    (await boss(from).post<{ list: DeliveryView[] }>('/platform/webhook/deliveries', { id }, { lang: 'en' }))
      .body.data.list
  const listed = async (from: NotificationsNode) =>
    (await boss(from).post<{ list: WebhookView[] }>('/platform/webhook/list')).body.data.list

  beforeEach(async () => {
    store = await open<NotificationTables>()
    receiver = await startReceiver()
    clock.nowMs = START
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((each) => each.close()))
    await receiver.close()
  })

  test('a message is signed over its time and its body, with the secret that was shown once', async () => {
    const here = node()
    const { id, secret } = await add(here)
    await fall(here, 7)
    clock.nowMs = START
    await fall(here, 8, 'tide')
    clock.nowMs = START
    await here.tell({ kind: GREETED, params: { name: 'Ann' }, scope: 'lantern', key: '1' }, ['id-ben'])
    await here.feature.settle()
    expect(receiver.got).toHaveLength(1)
    const [{ headers, body }] = receiver.got as [Receiver['got'][0]]
    const timestamp = String(headers['x-quarterdeck-timestamp'])
    const mac = createHmac('sha256', secret!).update(`${timestamp}.${body}`).digest('hex')
    expect(headers['x-quarterdeck-signature']).toBe(`v1=${mac}`)
    expect(timestamp).toBe(String(START / 1000))
    const [delivery] = await deliveries(here, id)
    expect(JSON.parse(body)).toEqual({
      id: delivery!.id,
      kind: FELL.name,
      level: 'error',
      key: '7',
      at: START,
      scope: 'lantern/north/live',
      params: { server: 7 },
      title: 'Server 7 fell',
      text: 'Look at it',
      link: 'https://console.example/#/jobs',
    })
    expect(headers['x-quarterdeck-delivery']).toBe(delivery!.id)
    expect(delivery).toMatchObject({ state: 'sent', status: 200, tries: 1, title: 'Server 7 fell' })
  })

  test('Feishu gets a post with its own signature, and is believed only by its code', async () => {
    const here = node()
    const { id } = await add(here, { shape: 'feishu', feishuSecret: 'bot', lang: 'cn' })
    receiver.answerWith((_request, response) => response.end('{"code":19021,"msg":"sign match fail"}'))
    await fall(here, 7)
    await here.feature.settle()
    const timestamp = String(START / 1000)
    const sign = createHmac('sha256', `${timestamp}\nbot`).digest('base64')
    expect(JSON.parse(receiver.got[0]!.body)).toEqual({
      timestamp,
      sign,
      msg_type: 'post',
      content: {
        post: {
          zh_cn: {
            title: '区服 7 已停止',
            content: [
              [{ tag: 'text', text: '请查看' }],
              [{ tag: 'text', text: 'lantern / north / live' }],
              [{ tag: 'a', text: '在控制台中打开', href: 'https://console.example/#/jobs' }],
            ],
          },
        },
      },
    })
    expect((await deliveries(here, id))[0]).toMatchObject({ state: 'waiting', tries: 1, status: 200 })
    receiver.answerWith((_request, response) => response.end('{"code":0,"msg":"success"}'))
    clock.nowMs += DAY_MS / 2
    await here.feature.settle()
    expect((await deliveries(here, id))[0]).toMatchObject({ state: 'sent', tries: 2, fault: '' })
  })

  test('Slack gets one text in which nobody can call the channel', async () => {
    const here = node()
    await add(here, { shape: 'slack' })
    await here.tell({ kind: FELL, params: { server: '<!channel> & co' }, scope: 'lantern', key: 'x' }, [])
    await here.feature.settle()
    expect(JSON.parse(receiver.got[0]!.body)).toEqual({
      text: 'Server &lt;!channel&gt; &amp; co fell\nLook at it\nlantern',
    })
  })

  test.each([
    [500, {}, 'The receiver answered 500'],
    [302, { location: 'http://127.0.0.1:1/' }, 'redirects are not followed'],
  ])(
    'an answer of %i is tried again with growing waits, and given up after a day, aloud',
    async (status, headers, words) => {
      const here = node({ holders: () => ['id-boss'] })
      const { id } = await add(here)
      receiver.answerWith((_request, response) => response.writeHead(status, headers).end())
      await fall(here, 7)
      const waits: number[] = []
      while ((await deliveries(here, id))[0]?.state !== 'given_up') {
        await here.feature.settle()
        const [delivery] = await deliveries(here, id)
        if (delivery!.state !== 'waiting') break
        expect(delivery!.fault).toContain(words)
        waits.push(delivery!.at - clock.nowMs)
        clock.nowMs = delivery!.at
      }
      expect(waits.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000])
      expect(Math.max(...waits)).toBe(1_800_000)
      expect(clock.nowMs - START).toBeGreaterThanOrEqual(DAY_MS)
      expect(clock.nowMs - START).toBeLessThan(DAY_MS + 1_800_000)
      expect(receiver.got.map(({ headers: sent }) => sent['x-quarterdeck-delivery'])).toEqual(
        receiver.got.map(() => receiver.got[0]!.headers['x-quarterdeck-delivery']),
      )
      await here.feature.settle()
      const { body } = await boss(here).post<{ list: NotificationView[] }>(
        '/platform/notification/list',
        {},
        { lang: 'en' },
      )
      expect(body.data.list.map(({ title }) => title)).toEqual([
        'The webhook pager takes no messages',
        'Server 7 fell',
      ])
    },
  )

  test('what was told while the receiver is away waits with the rest and comes in its order', async () => {
    const here = node()
    await add(here)
    receiver.answerWith((_request, response) => response.writeHead(503, { 'retry-after': '60' }).end())
    await fall(here, 1)
    await here.feature.settle()
    await fall(here, 2)
    await here.feature.settle()
    expect(receiver.got).toHaveLength(1)
    clock.nowMs += 59_000
    await here.feature.settle()
    expect(receiver.got).toHaveLength(1)
    receiver.answerWith((_request, response) => response.end())
    clock.nowMs += 1_000
    await here.feature.settle()
    await here.feature.settle()
    expect(receiver.got.map(({ body }) => (JSON.parse(body) as { key: string }).key)).toEqual(['1', '1', '2'])
  })

  test('after three days of nothing it is switched off and its keepers hear of it; switched on it works again', async () => {
    const here = node({ holders: () => ['id-boss'] })
    const { id } = await add(here)
    receiver.answerWith((_request, response) => response.writeHead(500).end())
    for (let day = 0; day < 3; day += 1) {
      await fall(here, day)
      await here.feature.settle()
      clock.nowMs += DAY_MS - 1
      await here.feature.settle()
      clock.nowMs += 1
    }
    expect(await listed(here)).toMatchObject([{ id, isOn: false, isOffByFailure: true }])
    await here.feature.settle()
    const { body } = await boss(here).post<{ list: NotificationView[] }>(
      '/platform/notification/list',
      {},
      { lang: 'en' },
    )
    expect(body.data.list[0]).toMatchObject({
      title: 'The webhook pager was switched off: it took nothing for three days',
      page: '/webhooks',
      level: 'error',
    })
    const before = receiver.got.length
    await fall(here, 99)
    await here.feature.settle()
    expect(receiver.got).toHaveLength(before)
    receiver.answerWith((_request, response) => response.end())
    const [{ version }] = (await listed(here)) as [WebhookView]
    expect(await save(here, { url: '' }, { id, version })).toMatchObject({ http: 200 })
    await fall(here, 100)
    await here.feature.settle()
    expect((await deliveries(here, id))[0]).toMatchObject({ state: 'sent', title: 'Server 100 fell' })
    expect(await listed(here)).toMatchObject([{ isOn: true, isOffByFailure: false, failsSince: null }])
  })

  test('inward addresses are refused when it is sent, whatever they are called', async () => {
    const here = node()
    const { id } = await add(here, { allowLoopback: false })
    const other = await add(here, { name: 'inside', url: 'http://10.0.0.1/hook' })
    const metadata = await save(here, { url: 'http://169.254.169.254/latest' })
    expect(metadata).toMatchObject({
      http: 400,
      body: { err: { code: 'webhook_address_invalid', field: 'values.url' } },
    })
    await fall(here, 7)
    await here.feature.settle()
    expect(receiver.got).toEqual([])
    for (const each of [id, other.id]) {
      const [delivery] = await deliveries(here, each)
      expect(delivery).toMatchObject({ state: 'waiting', status: null })
      expect(delivery!.fault).toContain('not open for this webhook')
    }
  })

  test('a huge answer is not read, a cut one and a silent one are tried again', async () => {
    const here = node({ timing: { sendMs: 300 } })
    const { id } = await add(here)
    receiver.answerWith((_request, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        response.once('drain', more)
      }
      more()
    })
    await fall(here, 1)
    await here.feature.settle()
    expect((await deliveries(here, id))[0]).toMatchObject({ state: 'sent', status: 200 })
    receiver.answerWith((request) => request.socket.destroy())
    await fall(here, 2)
    await here.feature.settle()
    expect((await deliveries(here, id))[0]).toMatchObject({
      state: 'waiting',
      fault: 'The receiver cut the connection',
    })
    receiver.answerWith(() => undefined)
    clock.nowMs += 5_000
    await here.feature.settle()
    expect((await deliveries(here, id))[0]).toMatchObject({
      state: 'waiting',
      tries: 2,
      fault: 'The receiver did not answer in time',
    })
  })

  test('secrets that stay closed are a fault that is told, and waits as others do', async () => {
    const { id } = await add(node())
    const refuse = () => {
      throw new Error('sealed')
    }
    const closed = node({
      secretBox: { isOpen: false, seal: refuse, open: refuse, digest: () => '[sealed]' },
    })
    await fall(closed, 1)
    await closed.feature.settle()
    const [delivery] = await deliveries(closed, id)
    expect(delivery).toMatchObject({ state: 'waiting', tries: 1, at: clock.nowMs + 5_000 })
    expect(delivery!.fault).toContain('its log has the reason')
    expect(closed.faults).toHaveLength(1)
    expect(receiver.got).toEqual([])
  })

  test('a slow receiver holds up nobody else', async () => {
    const here = node({ timing: { sendMs: 60_000 } })
    const quick = await startReceiver()
    try {
      await add(here, { name: 'slow' })
      const { id } = await add(here, { name: 'quick', url: quick.url })
      const held = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      receiver.answerWith((_request, response) => {
        held.resolve()
        void release.promise.then(() => response.end())
      })
      await fall(here, 1)
      const settling = here.feature.settle()
      await held.promise
      await fall(here, 2)
      void here.feature.settle()
      await expect.poll(() => quick.got.length).toBe(2)
      await expect
        .poll(async () => (await deliveries(here, id)).map(({ state }) => state))
        .toEqual(['sent', 'sent'])
      expect(receiver.got).toHaveLength(1)
      release.resolve()
      await settling
    } finally {
      await quick.close()
    }
  })

  test('a node that stalls while it sends loses its place: the message comes again, under the same id', async () => {
    const [one, two] = [node(), node()]
    const { id } = await add(one)
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    receiver.answerWith((_request, response) => {
      held.resolve()
      void release.promise.then(() => response.writeHead(500).end())
    })
    await fall(one, 1)
    const stalled = one.feature.settle()
    await held.promise
    // As after ten seconds in which it did not come to renew its lease.
    await store.write((tx) =>
      (tx as unknown as Kysely<{ lease: { expires_at: number } }>)
        .updateTable('lease')
        .set({ expires_at: 0 })
        .execute(),
    )
    receiver.answerWith((_request, response) => response.writeHead(204).end())
    await two.feature.settle()
    expect(await deliveries(two, id)).toMatchObject([{ state: 'sent', status: 204, tries: 1 }])
    release.resolve()
    await stalled
    expect(await deliveries(two, id)).toMatchObject([{ state: 'sent', status: 204, tries: 1 }])
    // What the stalled one heard in the end counts no more.
    expect(await listed(two)).toMatchObject([{ failsSince: null, lastSentAt: clock.nowMs }])
    const ids = receiver.got.map(({ headers }) => headers['x-quarterdeck-delivery'])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('a test is sent at once, though others wait, and tried once; what came of it is told', async () => {
    const here = node()
    const { id } = await add(here)
    receiver.answerWith((_request, response) => response.writeHead(500).end())
    await fall(here, 1)
    await here.feature.settle()
    await boss(here).post('/platform/webhook/test', { id })
    clock.nowMs += 1
    await here.feature.settle()
    expect(await deliveries(here, id)).toMatchObject([
      {
        title: 'A test of the webhook pager',
        state: 'given_up',
        tries: 1,
        fault: 'The receiver answered 500',
      },
      { title: 'Server 1 fell', state: 'waiting', tries: 1 },
    ])
    receiver.answerWith((_request, response) => response.end())
    await boss(here).post('/platform/webhook/test', { id })
    for (let turn = 0; turn < 2; turn += 1) await here.feature.settle()
    expect((await deliveries(here, id)).map(({ state }) => state)).toEqual(['sent', 'given_up', 'sent'])
    expect(await listed(here)).toMatchObject([{ failsSince: null, lastSentAt: clock.nowMs }])
  })

  test('two nodes send each message once', async () => {
    const [one, two] = [node(), node()]
    const { id } = await add(one)
    for (let at = 0; at < 20; at += 1) await fall(one, at)
    await Promise.all([one.feature.settle(), two.feature.settle()])
    await Promise.all([one.feature.settle(), two.feature.settle()])
    const ids = receiver.got.map(({ headers }) => headers['x-quarterdeck-delivery'])
    expect(new Set(ids).size).toBe(20)
    expect(ids).toHaveLength(20)
    expect((await deliveries(two, id)).every(({ state }) => state === 'sent')).toBe(true)
  })
})
