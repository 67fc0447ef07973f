import type { CatalogueServer } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GiftTemplate, LimitRecord } from '../contract/index.ts'
import { createPropertiesFeature, propertiesMigrations } from './index.ts'
import type { PropertiesFeature, PropertiesTables } from './index.ts'
import { lineWorld } from './testing/line-world.ts'

const body = { partnerCode: 'northwind', lineCode: 'northwind-test' }
const holding = (...codes: string[]) => [{ scope: 'lantern', environment: '*' as const, codes }]

describeStored('limits and gifts', propertiesMigrations, (open) => {
  let app: ReturnType<typeof createTestApp>
  let feature: PropertiesFeature
  let line: ReturnType<typeof lineWorld>
  let environment: CatalogueServer['environment']
  beforeEach(async () => {
    line = lineWorld()
    environment = 'test'
    const store = await open<PropertiesTables>()
    feature = createPropertiesFeature({ store, reach: line.reach })
    const servers = line.world.servers
    app = createTestApp({
      features: [feature],
      scope: {
        resolve: (target) => fixedScope(servers.map((each) => ({ ...each, environment }))).resolve(target),
      },
      store: store.as(),
    })
  })
  afterEach(() => app.close())

  const reader = () => app.as(aCaller('reader', holding('index.data.read')))
  const reviewer = () => app.as(aCaller('reviewer', holding('properties.limits', 'properties.gifts')))
  const LIMITS = '/platform/gamePropUpperLimit'
  const GIFTS = '/platform/giftTemplate'
  const limit = (quantity: string, kind = 'action', number = '7') => ({ values: { number, kind, quantity } })
  const save = (more: object, by = reviewer()) => by.post<LimitRecord>(`${LIMITS}/save`, { ...body, ...more })
  const list = async () => (await reader().post<{ list: LimitRecord[] }>(`${LIMITS}/records`, body)).body.data
  const gift = (name: string, quantity: string) => ({
    values: { name, entries: [{ number: '7', quantity }] },
  })
  const saveGift = (more: object, by = reviewer()) =>
    by.post<GiftTemplate>(`${GIFTS}/save`, { ...body, ...more })
  const gifts = async () =>
    (await reader().post<{ list: GiftTemplate[] }>(`${GIFTS}/list`, body)).body.data?.list

  describe('upper limits', () => {
    it('are set, changed as they were seen, and deleted; every change is audited with both values', async () => {
      const made = (await save(limit('0050'))).body.data!
      expect(made).toMatchObject({ number: '7', kind: 'action', quantity: '50', revision: 1, by: 'reviewer' })
      const changed = await save({ ...limit('60'), id: made.id, revision: 1 })
      expect(changed.body.data).toMatchObject({ quantity: '60', revision: 2 })
      expect(await save({ ...limit('70'), id: made.id, revision: 1 })).toMatchObject({
        http: 409,
        body: { err: { code: 'limit_changed' } },
      })
      expect(app.audits.filter(({ kind }) => kind === 'commit').at(-1)?.entry).toMatchObject({
        action: 'properties.saveLimit',
        detail: { before: { quantity: '50' }, after: { quantity: '60' } },
      })
      expect(await list()).toMatchObject({
        list: [{ quantity: '60' }],
        ofGame: [{ number: '7', quantity: '100' }],
      })
      const remove = (revision: number) =>
        reviewer().post(`${LIMITS}/remove`, { ...body, id: made.id, revision })
      expect(await remove(1)).toMatchObject({ http: 409 })
      expect(await remove(2)).toMatchObject({ http: 200 })
      expect(await remove(2)).toMatchObject({ http: 404, body: { err: { code: 'limit_not_found' } } })
      expect((await list())?.list).toEqual([])
    })

    it('stand once for each item and kind', async () => {
      await save(limit('50'))
      expect(await save(limit('60'))).toMatchObject({
        http: 409,
        body: { err: { code: 'limit_exists', field: 'values.number' } },
      })
      expect(await save(limit('60', 'mail'))).toMatchObject({ http: 200 })
    })

    it('[S7.05] [S3.02] the list answers the lower of game and console', async () => {
      const limits = async () =>
        (await reader().post('/platform/gamePropUpperLimit/list', body)).body.data as unknown
      line.world.limits = [
        { number: 7, quantity: 100 },
        { number: 8, quantity: 10 },
      ]
      await save(limit('50'))
      await save(limit('20', 'action', '8'))
      await save(limit('5', 'mail', '8'))
      await save(limit('30', 'action', '9'))
      expect(await limits()).toEqual([
        { number: '7', quantity: '50' },
        { number: '8', quantity: '10' },
        { number: '9', quantity: '30' },
      ])
    })

    it('the page has its own ones while no server of the line answers', async () => {
      await save(limit('50'))
      line.world.isDown = true
      expect(await list()).toMatchObject({ list: [{ quantity: '50' }], ofGame: null })
    })

    it('in production a change asks for a reason and the name of the line', async () => {
      environment = 'production'
      expect(await save(limit('50'))).toMatchObject({ http: 428 })
      const confirmed = { ...limit('50'), reason: 'ticket 7', confirm: 'northwind-test' }
      expect(await save(confirmed)).toMatchObject({ http: 200 })
    })

    describe('of an operator', () => {
      const OTHER = { ...body, lineCode: 'northwind-two' }
      const sure = { reason: 'ticket 8', confirm: 'northwind-test' }
      const wide = (quantity: string, more: object = {}) => ({
        ...limit(quantity),
        isForOperator: true,
        ...sure,
        ...more,
      })
      const at = async (place: object) =>
        (await reader().post<{ list: LimitRecord[] }>(`${LIMITS}/records`, place)).body.data!.list
      const excess = (lineId: string, quantity: string) =>
        feature.limits.check({
          kind: 'mail',
          gifts: [{ entries: [{ number: '7', quantity }], to: { uIds: ['30123000045'] } }],
          lineId,
          person: { id: 'p', name: 'p' },
          about: '',
        })
      beforeEach(() => {
        line.world.servers.push(aServer({ sId: 125, lineId: OTHER.lineCode }))
        line.world.limits = []
      })

      it('hold on each of its lines, and the stricter of both binds', async () => {
        expect(await save(wide('50'))).toMatchObject({ http: 200, body: { data: { isForOperator: true } } })
        expect(await save(limit('80'))).toMatchObject({ http: 200, body: { data: { isForOperator: false } } })
        expect((await save({ ...limit('20'), ...OTHER })).http).toBe(200)
        expect((await at(body)).map(({ quantity }) => quantity).toSorted()).toEqual(['50', '80'])
        expect((await at(OTHER)).map(({ quantity }) => quantity).toSorted()).toEqual(['20', '50'])
        const lowest = async (place: object) =>
          (await reader().post('/platform/gamePropUpperLimit/list', place)).body.data as unknown
        expect(await lowest(body)).toEqual([{ number: '7', quantity: '50' }])
        expect(await lowest(OTHER)).toEqual([{ number: '7', quantity: '20' }])
        expect(await excess('northwind-test', '50')).toEqual([])
        expect(await excess('northwind-test', '51')).toMatchObject([{ limit: '50', over: '1' }])
        expect(await excess('northwind-two', '51')).toMatchObject([{ limit: '20', over: '31' }])
      })

      it('stand once, are changed and deleted from any line', async () => {
        const made = (await save(wide('50'))).body.data!
        expect(await save(wide('60'))).toMatchObject({ http: 409, body: { err: { code: 'limit_exists' } } })
        const there = { ...OTHER, ...sure, confirm: 'northwind-two', id: made.id }
        expect(await save({ ...limit('60'), ...there, revision: 1 })).toMatchObject({
          body: { data: { isForOperator: true, quantity: '60', revision: 2 } },
        })
        expect(await at(body)).toMatchObject([{ quantity: '60' }])
        expect(await reviewer().post(`${LIMITS}/remove`, { ...there, revision: 2 })).toMatchObject({
          http: 200,
        })
        expect(await at(body)).toEqual([])
      })

      it('are confirmed on any line, because production may be among them', async () => {
        const { reason: _reason, confirm: _confirm, ...bare } = wide('50')
        expect(await save(bare)).toMatchObject({ http: 428, body: { err: { code: 'confirm_required' } } })
        expect(await at(body)).toEqual([])
      })

      it('take the right on all lines and environments of the operator', async () => {
        const made = (await save(wide('50'))).body.data!
        const some = [
          {
            scope: 'lantern/northwind/northwind-test',
            environment: '*' as const,
            codes: ['properties.limits'],
          },
          { scope: 'lantern', environment: 'test' as const, codes: ['properties.limits'] },
        ]
        for (const [index, grant] of some.entries()) {
          const by = app.as(aCaller(`some${index}`, [grant]))
          expect(
            await save(wide('10', { values: { ...limit('10').values, kind: 'mail' } }), by),
          ).toMatchObject({
            http: 403,
          })
          expect((await save(wide('60', { id: made.id, revision: 1 }), by)).http).toBe(403)
          const remove = { ...body, ...sure, id: made.id, revision: 1 }
          expect((await by.post(`${LIMITS}/remove`, remove)).http).toBe(403)
          expect((await save(limit('70', 'mail', String(8 + index)), by)).http).toBe(200)
        }
        expect((await at(OTHER)).map(({ quantity }) => quantity)).toEqual(['50'])
      })
    })

    it('are not set by whom they bind', async () => {
      const operator = app.as(aCaller('operator', holding('properties.gifts')))
      expect(await save(limit('50'), operator)).toMatchObject({ http: 403 })
      expect(await operator.post(`${LIMITS}/remove`, { ...body, id: 'x', revision: 1 })).toMatchObject({
        http: 403,
      })
      expect(await app.anonymous.post(`${LIMITS}/records`, body)).toMatchObject({ http: 401 })
      const foreign = app.as(aCaller('other', [{ scope: 'lantern/harbour', environment: '*', codes: ['*'] }]))
      expect(await save(limit('50'), foreign)).toMatchObject({ http: 403 })
    })

    it.each([
      [limit('-1')],
      [limit('1.5')],
      [limit('1', 'week')],
      [limit('1', 'action', 'x')],
      [{ ...limit('1'), more: 1 }],
    ])('refuse %j', async (given) => {
      expect(await save(given)).toMatchObject({ http: 400 })
    })
  })

  describe('a gift that is checked', () => {
    const check = (more: object) =>
      reader().post<{ excess: unknown[] }>('/platform/gameProp/check', {
        ...body,
        kind: 'mail',
        entries: [{ number: '7', quantity: '60' }],
        players: 3,
        ...more,
      })

    it('is held against each limit, with what was given today', async () => {
      await save(limit('50', 'mail'))
      await save(limit('150', 'request'))
      await save(limit('70', 'player_day'))
      await feature.limits.reserve(
        {
          kind: 'edit',
          gifts: [{ entries: [{ number: '7', quantity: '20' }], to: { uIds: ['30123000045'] } }],
          lineId: 'northwind-test',
          person: { id: 'id-reader', name: 'reader' },
          about: 'edit-1',
        },
        'edit-1',
      )
      const kinds = async (more: object) =>
        ((await check(more)).body.data?.excess ?? []).map((each) => (each as { kind: string }).kind)
      expect(await kinds({})).toEqual(['mail', 'request'])
      expect(await kinds({ players: 1, uIds: ['30123000045'] })).toEqual(['mail', 'player_day'])
      const given = await reader().post('/platform/gameProp/given', body)
      expect(given.body.data).toMatchObject({
        zone: 'Asia/Shanghai',
        rows: [{ number: '7', person: 'reader', total: '20', players: 1, uses: 1 }],
      })
    })

    it('sums what stands there twice; a wrong entry is named', async () => {
      await save(limit('50', 'mail'))
      const twice = {
        entries: [
          { number: '7', quantity: '30' },
          { number: '07', quantity: '30' },
        ],
      }
      expect((await check(twice)).body.data?.excess).toMatchObject([{ asked: '60', over: '10' }])
      expect(await check({ entries: [{ number: '7', quantity: '0' }] })).toMatchObject({
        http: 422,
        body: { err: { code: 'gift_invalid', field: 'entries.0.quantity' } },
      })
    })
  })

  describe('gift templates', () => {
    it('are kept for everybody on the line, changed as they were seen, and deleted', async () => {
      const made = (await saveGift(gift('小补偿', '5'))).body.data!
      expect(await gifts()).toMatchObject([
        { name: '小补偿', entries: [{ number: '7', quantity: '5' }], by: 'reviewer' },
      ])
      expect(await saveGift(gift('小补偿', '6'))).toMatchObject({
        http: 409,
        body: { err: { code: 'gift_exists' } },
      })
      expect(await saveGift({ ...gift('大补偿', '60'), id: made.id, revision: 1 })).toMatchObject({
        http: 200,
      })
      expect(await saveGift({ ...gift('大补偿', '61'), id: made.id, revision: 1 })).toMatchObject({
        http: 409,
      })
      const remove = (revision: number) =>
        reviewer().post(`${GIFTS}/remove`, { ...body, id: made.id, revision })
      expect(await remove(1)).toMatchObject({ http: 409, body: { err: { code: 'gift_changed' } } })
      expect(await remove(2)).toMatchObject({ http: 200 })
      expect(await gifts()).toEqual([])
    })

    it('hold no entry that is wrong', async () => {
      expect(await saveGift(gift('x', '0'))).toMatchObject({
        http: 422,
        body: { err: { code: 'gift_invalid', field: 'values.entries.0.quantity' } },
      })
      expect(await saveGift({ values: { name: 'x', entries: [] } })).toMatchObject({ http: 400 })
    })

    it('are read by everybody who reaches the line and changed by who may', async () => {
      expect(await gifts()).toEqual([])
      expect(await saveGift(gift('x', '1'), reader())).toMatchObject({ http: 403 })
      expect(await app.anonymous.post(`${GIFTS}/list`, body)).toMatchObject({ http: 401 })
      const foreign = app.as(aCaller('other', [{ scope: 'lantern/harbour', environment: '*', codes: ['*'] }]))
      expect(await foreign.post(`${GIFTS}/list`, body)).toMatchObject({ http: 403 })
    })
  })
})
