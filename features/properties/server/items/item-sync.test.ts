import type { Notice, WaitingGift } from '@qd/server-kit'
import { aCaller, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LineItem } from '../../contract/index.ts'
import { createPropertiesFeature, propertiesMigrations } from '../index.ts'
import type { PropertiesFeature, PropertiesTables } from '../index.ts'
import { item, lineWorld } from '../testing/line-world.ts'

const HOUR = 3_600_000
const LINE = 'northwind-test'
const body = { partnerCode: 'northwind', lineCode: LINE }

const aMail = (more: Partial<WaitingGift> = {}): WaitingGift => ({
  id: 'mail:1',
  name: 'Gift',
  author: 'ann',
  page: '/email/1',
  numbers: ['8'],
  ...more,
})

describeStored('the regular sync of items', propertiesMigrations, (open) => {
  let app: ReturnType<typeof createTestApp>
  let line: ReturnType<typeof lineWorld>
  let nodes: PropertiesFeature[]
  let waiting: WaitingGift[]
  let told: { notice: Notice; to: readonly string[] | 'holders' }[]
  let nowMs: number

  beforeEach(async () => {
    nowMs = 1_790_000_000_000
    line = lineWorld()
    waiting = []
    told = []
    const store = await open<PropertiesTables>()
    const node = () =>
      createPropertiesFeature({
        store,
        reach: line.reach,
        now: () => nowMs,
        say: (error, lang) => `${lang}: ${error.def.code}`,
        sync: {
          everyMinutes: 60,
          lineIds: () => [LINE, 'another-line'],
          telling: {
            notifications: { tell: async (_tx, notice, to) => void told.push({ notice, to }) },
            waitingGifts: async () => waiting,
            accountOf: async (username) => (username === 'gone' ? null : `id of ${username}`),
          },
        },
      })
    nodes = [node(), node()]
    app = createTestApp({
      features: [nodes[0]!],
      scope: fixedScope(line.world.servers),
      store: store.as(),
    })
  })
  afterEach(() => app.close())

  const runOf = (at: number) => nodes[at]!.systemSchedules![0]!.run(new AbortController().signal)
  /** One hour later, on one node. */
  const nextHour = async () => {
    nowMs += HOUR
    line.world.asked = []
    await runOf(0)
    return [...new Set(line.world.asked)].toSorted()
  }
  const reader = () =>
    app.as(aCaller('reader', [{ scope: 'lantern', environment: '*', codes: ['index.data.read'] }]))
  interface Answer {
    servers: { sId: number; hasAnswered: boolean; heardAt: number | null; fault: string }[]
    items: LineItem[]
    syncedAt: number | null
    everyMinutes: number
  }
  const post = <T = Answer>(path: 'items' | 'sync' | 'gone', more: object = {}) =>
    reader().post<T>(`/platform/gameProp/${path}`, { ...body, ...more }, { lang: 'en' })
  const goneOf = async (numbers: string[]) =>
    (await post<{ gone: object[] }>('gone', { numbers })).body.data.gone

  it('reads every server of each line once an hour, and keeps what is gone', async () => {
    const [sync] = nodes[0]!.systemSchedules!
    expect(sync).toMatchObject({ name: 'properties.sync', rule: { kind: 'every', minutes: 60 } })
    line.world.items.set(123, [item(7), item(8)])
    await runOf(0)
    const seenAt = nowMs
    line.world.items.set(123, [item(7)])
    expect(await nextHour()).toEqual([123, 124])
    const gone = [{ number: '8', name: 'Item 8', lastSeen: seenAt }]
    expect(await goneOf(['7', '8', '99'])).toEqual(gone)
  })

  it('asks a server that is down less and less often, the others as ever, and again once it is back', async () => {
    line.world.items.set(124, [item(7), item(8)])
    await runOf(0)
    line.world.items.set(124, null)
    const asked: number[][] = []
    for (let hour = 0; hour < 8; hour++) asked.push(await nextHour())
    const both = [123, 124]
    expect(asked).toEqual([both, both, [123], both, [123], [123], [123], both])
    expect(await goneOf(['8'])).toEqual([])
    line.world.items.set(124, [item(7)])
    // By hand it is asked at once, and from then on as before.
    expect((await post('sync')).body.data.servers).toMatchObject([{ fault: '' }, { fault: '' }])
    expect([await nextHour(), await nextHour()]).toEqual([both, both])
    expect(await goneOf(['8'])).toMatchObject([{ number: '8' }])
  })

  it('says when each server was heard and why one was not; a visit to the page is no reason to wait longer', async () => {
    await runOf(0)
    const heardAt = nowMs
    line.world.items.set(124, null)
    await nextHour()
    for (let visit = 0; visit < 5; visit++) {
      nowMs += 61_000
      await post('items')
    }
    const { data } = (await post('items')).body
    expect(data).toMatchObject({ syncedAt: nowMs, everyMinutes: 60 })
    expect(data?.servers).toMatchObject([
      { sId: 123, hasAnswered: true, heardAt: nowMs, fault: '' },
      { sId: 124, hasAnswered: false, heardAt, fault: 'en: upstream_down' },
    ])
    expect(await nextHour()).toEqual([123, 124])
  })

  it('a line that does not answer ends no run; what was known of it stays', async () => {
    line.world.servers.push({
      ...line.world.servers[0]!,
      sId: 200,
      key: 'lantern:3:200',
      lineId: 'another-line',
    })
    line.world.isDown = true
    await runOf(0)
    expect(line.world.asked.toSorted()).toEqual([123, 124, 200])
    expect(await post('items')).toMatchObject({ http: 503 })
    line.world.isDown = false
    await nextHour()
    line.world.isDown = true
    const down = await post('sync')
    expect(down.body.data.servers).toMatchObject([{ hasAnswered: false }, { hasAnswered: false }])
  })

  it('tells the author of what waits that its item is gone, once over two nodes', async () => {
    waiting = [
      aMail(),
      aMail({ id: 'mail:2', author: 'bo', numbers: ['7'] }),
      aMail({ id: 'codes:3', author: 'gone' }),
    ]
    line.world.items.set(123, [item(7), item(8)])
    await runOf(0)
    line.world.items.set(123, [item(7)])
    nowMs += HOUR
    await Promise.all([runOf(0), runOf(1)])
    expect(told).toMatchObject([
      {
        notice: {
          kind: { name: 'properties.itemGone' },
          params: { name: 'Gift', items: '8' },
          page: '/email/1',
          scope: 'lantern/northwind/northwind-test',
        },
        to: ['id of ann'],
      },
    ])
    await nextHour()
    expect(told).toHaveLength(1)
  })

  it('by hand asks at once, but for clicks in a row; needs a session and a line the caller reaches', async () => {
    await post('items')
    line.world.items.set(123, [item(7), item(9)])
    expect((await post('items')).body.data.items).toHaveLength(1)
    nowMs += 3_001
    line.world.asked = []
    const answers = await Promise.all([post('sync'), post('sync'), post('sync')])
    expect(answers.map(({ body: { data } }) => data.items.length)).toEqual([2, 2, 2])
    expect(line.world.asked.toSorted()).toEqual([123, 124])
    for (const path of ['sync', 'gone']) {
      const given = { ...body, ...(path === 'gone' ? { numbers: ['7'] } : {}) }
      const url = `/platform/gameProp/${path}`
      expect(await app.anonymous.post(url, given)).toMatchObject({ http: 401 })
      const foreign = app.as(aCaller('other', [{ scope: 'lantern/harbour', environment: '*', codes: ['*'] }]))
      expect(await foreign.post(url, given)).toMatchObject({ http: 403 })
      expect(await reader().post(url, { lineCode: 7 })).toMatchObject({ http: 400 })
    }
  })

  it('does nothing by itself where it is switched off', async () => {
    const store = await open<PropertiesTables>()
    const off = createPropertiesFeature({ store, reach: line.reach })
    expect(off.systemSchedules).toEqual([])
  })
})
