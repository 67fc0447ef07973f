import { aCaller, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LineItem } from '../../contract/index.ts'
import { createPropertiesFeature, propertiesMigrations } from '../index.ts'
import type { PropertiesTables } from '../index.ts'
import { item, lineWorld } from '../testing/line-world.ts'

const DAY = 86_400_000
const body = { partnerCode: 'northwind', lineCode: 'northwind-test' }

describeStored('the items of a line', propertiesMigrations, (open) => {
  let app: ReturnType<typeof createTestApp>
  let line: ReturnType<typeof lineWorld>
  let nowMs: number
  beforeEach(async () => {
    nowMs = 1_790_000_000_000
    line = lineWorld()
    const store = await open<PropertiesTables>()
    app = createTestApp({
      features: [createPropertiesFeature({ store, reach: line.reach, now: () => nowMs })],
      scope: fixedScope(line.world.servers),
      store: store.as(),
    })
  })
  afterEach(() => app.close())

  interface Answer {
    servers: { sId: number; hasAnswered: boolean }[]
    items: LineItem[]
  }
  const ask = (lang = 'en') =>
    app.as(aCaller('admin', [everything])).post<Answer>('/platform/gameProp/items', body, { lang })
  const items = async (lang?: string) => (await ask(lang)).body.data?.items ?? []

  it('[S2.31] [S3.02] come from every server, with what differs between them', async () => {
    line.world.servers.push({ ...line.world.servers[0]!, sId: 125, key: 'lantern:3:125' })
    line.world.items.set(123, [item(7, { quality: 'rare', bind: true, stack: 99, value: 5 }), item(8)])
    line.world.items.set(124, [item(7, { quality: 'rare', bind: true, stack: 99, value: 5 })])
    line.world.items.set(125, [item(7, { name: { cn: '灯', en: 'Lamp' } }), item(8)])
    expect(await items()).toMatchObject([
      {
        number: '7',
        name: 'Item 7',
        quality: 'rare',
        bind: true,
        stack: 99,
        value: 5,
        differences: [{ sId: 125, kind: 'different', name: 'Lamp' }],
        isGone: false,
      },
      { number: '8', differences: [{ sId: 124, kind: 'missing', name: '' }] },
    ])
    expect((await items('cn'))[0]).toMatchObject({ name: '物品7', differences: [{ name: '灯' }] })
  })

  it('one that no server has any more stays as gone, with when it was seen; it may come back', async () => {
    line.world.items.set(123, [item(7), item(8)])
    await items()
    const seenAt = nowMs
    nowMs += DAY
    line.world.items.set(123, [item(7)])
    expect(await items()).toMatchObject([
      { number: '7', isGone: false, firstSeen: seenAt, lastSeen: nowMs },
      { number: '8', name: 'Item 8', isGone: true, firstSeen: seenAt, lastSeen: seenAt },
    ])
    nowMs += DAY
    line.world.items.set(124, [item(7), item(8)])
    expect((await items()).find(({ number }) => number === '8')).toMatchObject({
      isGone: false,
      firstSeen: seenAt,
      lastSeen: nowMs,
    })
  })

  it('one is not gone while a server keeps silent that may have it', async () => {
    line.world.items.set(124, [item(7), item(8)])
    await items()
    nowMs += DAY
    line.world.items.set(124, null)
    const answer = await ask()
    expect(answer.body.data?.servers).toMatchObject([{ hasAnswered: true }, { hasAnswered: false }])
    expect(answer.body.data?.items[1]).toMatchObject({
      number: '8',
      isGone: false,
      differences: [{ sId: 123, kind: 'missing' }],
    })
  })

  it('are those last known while all servers are down; without any the failure is told', async () => {
    line.world.isDown = true
    expect(await ask()).toMatchObject({ http: 503, body: { err: { code: 'upstream_down' } } })
    line.world.isDown = false
    await items()
    nowMs += DAY
    line.world.isDown = true
    expect(await items()).toMatchObject([{ number: '7', isGone: false }])
  })

  it('need a session and a line the caller reaches', async () => {
    expect(await app.anonymous.post('/platform/gameProp/items', body)).toMatchObject({ http: 401 })
    const foreign = app.as(aCaller('other', [{ scope: 'lantern/harbour', environment: '*', codes: ['*'] }]))
    expect(await foreign.post('/platform/gameProp/items', body)).toMatchObject({ http: 403 })
    const wrong = await app
      .as(aCaller('admin', [everything]))
      .post('/platform/gameProp/items', { lineCode: 7 })
    expect(wrong).toMatchObject({ http: 400 })
  })
})
