import type { ApprovalCall, CatalogueServer } from '@qd/server-kit'
import { aCaller, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { AppError, UNKNOWN_WORTH, coreErrors } from '@qd/contract-kit'
import { describeStored } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ValueRecord } from '../../contract/index.ts'
import { createPropertiesFeature, propertiesMigrations } from '../index.ts'
import type { PropertiesFeature, PropertiesTables } from '../index.ts'
import { noteItems } from '../items/seen-items.ts'
import { item, lineWorld } from '../testing/line-world.ts'

const body = { partnerCode: 'northwind', lineCode: 'northwind-test' }
const VALUES = '/platform/gamePropValue'
const holding = (...codes: string[]) => [{ scope: 'lantern', environment: '*' as const, codes }]

describeStored('what the console says items are worth', propertiesMigrations, (open) => {
  let app: ReturnType<typeof createTestApp>
  let feature: PropertiesFeature
  let line: ReturnType<typeof lineWorld>
  let environment: CatalogueServer['environment']
  let weighed: ApprovalCall[]
  let isAsked: boolean
  let currencies: readonly string[] | null
  beforeEach(async () => {
    line = lineWorld()
    line.world.items.set(123, [item(7, { value: 5 }), item(8)])
    environment = 'test'
    weighed = []
    isAsked = false
    currencies = ['2']
    const store = await open<PropertiesTables>()
    feature = createPropertiesFeature({
      store,
      reach: line.reach,
      currenciesOf: async () => {
        if (currencies === null) throw new AppError(coreErrors.upstream_down)
        return new Set(currencies)
      },
    })
    const { servers } = line.world
    const row = item(7, { value: 5 })
    const given = { servers: [], items: new Map([[7, new Map([['', { row, sIds: [123] }]])]]) }
    await noteItems(store, { lineId: body.lineCode, given, now: 1 })
    app = createTestApp({
      features: [feature],
      scope: {
        resolve: (target) => fixedScope(servers.map((each) => ({ ...each, environment }))).resolve(target),
      },
      approvals: {
        isOn: async () => true,
        async needed(call) {
          weighed.push(call)
          return isAsked ? { name: 'Rules', stages: [{ name: 'Review', need: 1, groups: [] }] } : null
        },
      },
      store: store.as(),
    })
  })
  afterEach(() => app.close())

  const reader = () => app.as(aCaller('reader', holding('index.data.read')))
  const reviewer = () => app.as(aCaller('reviewer', holding('properties.limits')))
  const value = (per: string, worth: string, number = '7') => ({ values: { number, rate: { per, worth } } })
  const save = (more: object, by = reviewer()) =>
    by.post<ValueRecord>(`${VALUES}/save`, { ...body, reason: 'ticket 7', ...more })
  const remove = (more: object, by = reviewer()) =>
    by.post(`${VALUES}/remove`, { ...body, reason: 'ticket 7', ...more })
  const list = async () =>
    (await reader().post<{ list: ValueRecord[]; currencies: string[] | null }>(`${VALUES}/records`, body))
      .body.data!
  const worthOf = (...totals: [string, bigint][]) =>
    feature.worth.worthOf(line.world.servers[0]!, new Map(totals))

  it('is set, changed as it was seen, and deleted; every change is audited with both rates', async () => {
    const made = (await save(value('01000', '3'))).body.data!
    expect(made).toMatchObject({
      number: '7',
      rate: { per: '1000', worth: '3' },
      revision: 1,
      by: 'reviewer',
    })
    const changed = await save({ ...value('1000', '4'), id: made.id, revision: 1 })
    expect(changed.body.data).toMatchObject({ rate: { per: '1000', worth: '4' }, revision: 2 })
    expect(await save({ ...value('1', '1'), id: made.id, revision: 1 })).toMatchObject({
      http: 409,
      body: { err: { code: 'value_changed' } },
    })
    expect(app.audits.filter(({ kind }) => kind === 'commit').at(-1)?.entry).toMatchObject({
      action: 'properties.saveValue',
      detail: { before: { worth: '3' }, after: { worth: '4' } },
    })
    expect((await list()).list).toMatchObject([{ rate: { per: '1000', worth: '4' } }])
    expect(await remove({ id: made.id, revision: 1 })).toMatchObject({ http: 409 })
    expect(await remove({ id: made.id, revision: 2 })).toMatchObject({ http: 200 })
    expect(await remove({ id: made.id, revision: 2 })).toMatchObject({
      http: 404,
      body: { err: { code: 'value_not_found' } },
    })
    expect((await list()).list).toEqual([])
  })

  it('stands once for each item', async () => {
    await save(value('1', '5'))
    expect(await save(value('1', '6'))).toMatchObject({
      http: 409,
      body: { err: { code: 'value_exists', field: 'values.number' } },
    })
    expect(await save(value('1', '6', '2'))).toMatchObject({ http: 200 })
  })

  it('counts before what the game says, rounded up, on its own line', async () => {
    expect(await worthOf(['7', 3n])).toEqual({ atLeast: '15', isComplete: true })
    expect(await worthOf(['2', 50_000n])).toEqual(UNKNOWN_WORTH)
    const { id } = (await save(value('1000', '1', '2'))).body.data!
    await save(value('2', '3'))
    expect(await worthOf(['2', 50_001n])).toEqual({ atLeast: '51', isComplete: true })
    expect(await worthOf(['7', 3n], ['2', 1n])).toEqual({ atLeast: '6', isComplete: true })
    const elsewhere = { ...line.world.servers[0]!, lineId: 'other-line' }
    expect(await feature.worth.worthOf(elsewhere, new Map([['2', 1n]]))).toEqual(UNKNOWN_WORTH)
    expect([...(await feature.worth.ratesOf(body.lineCode, ['2', '9']))]).toEqual([
      ['2', { per: '1000', worth: '1' }],
    ])
    await remove({ id, revision: 1 })
    expect(await worthOf(['2', 50_000n])).toEqual(UNKNOWN_WORTH)
  })

  it('counts while no server answers', async () => {
    await save(value('1', '9', '2'))
    line.world.isDown = true
    expect(await worthOf(['2', 2n])).toEqual({ atLeast: '18', isComplete: true })
  })

  it('says which items are a currency, or that nobody can say', async () => {
    expect((await list()).currencies).toEqual(['2'])
    currencies = null
    expect((await list()).currencies).toBeNull()
  })

  it('is a change of the rules: approvers read what the item counted for and will count for', async () => {
    const made = (await save(value('10', '7'))).body.data!
    const rate = {
      key: 'properties.value.rate',
      params: { per: { quantity: '10' }, worth: { quantity: '7' } },
    }
    const ofGame = { key: 'properties.value.ofGame', params: { value: { quantity: '5' } } }
    expect(weighed.at(-1)).toMatchObject({
      type: { type: 'properties.value', isRule: true },
      facts: {
        effects: { known: ['rights'], isComplete: true },
        objects: ['item-value:northwind-test:7'],
        bases: [{ key: 'value', version: '0' }],
        preview: [{ kind: 'changes', rows: [{ what: { otherwise: '7' }, before: ofGame, after: rate }] }],
      },
    })
    await save(value('1', '1', '2'))
    expect(weighed.at(-1)).toMatchObject({
      facts: { preview: [{ rows: [{ what: '2', before: { key: 'properties.value.none' } }] }] },
    })
    isAsked = true
    const lower = { ...value('10', '1'), id: made.id, revision: 1 }
    expect(await save(lower)).toMatchObject({ http: 428, body: { err: { code: 'approval_required' } } })
    expect(await remove({ id: made.id, revision: 1 })).toMatchObject({ http: 428 })
    expect(weighed.at(-1)).toMatchObject({
      facts: {
        bases: [{ version: `${made.id}/1` }],
        preview: [{ rows: [{ before: rate, after: ofGame }] }],
      },
    })
    expect((await list()).list).toMatchObject([{ number: '2' }, { rate: { per: '10', worth: '7' } }])
    // Nobody is asked about what could not be saved.
    const before = weighed.length
    expect(await save({ ...lower, revision: 9 })).toMatchObject({ http: 409 })
    expect(await save(value('1', '1'))).toMatchObject({ http: 409 })
    expect(await remove({ id: made.id, revision: 9 })).toMatchObject({ http: 409 })
    expect(weighed).toHaveLength(before)
  })

  it('asks for a reason everywhere, in production for the name of the line as well', async () => {
    expect(await save({ ...value('1', '1'), reason: '' })).toMatchObject({
      http: 400,
      body: { err: { field: 'reason' } },
    })
    environment = 'production'
    expect(await save(value('1', '1'))).toMatchObject({ http: 428, body: { err: { field: 'confirm' } } })
    const made = await save({ ...value('1', '1'), confirm: 'northwind-test' })
    expect(made).toMatchObject({ http: 200 })
    const seen = { id: made.body.data!.id, revision: 1 }
    expect(await remove(seen)).toMatchObject({ http: 428 })
    expect(await remove({ ...seen, confirm: 'northwind-test' })).toMatchObject({ http: 200 })
  })

  it('is not set by whom it binds, nor from elsewhere', async () => {
    const operator = app.as(aCaller('operator', holding('properties.gifts')))
    expect(await save(value('1', '1'), operator)).toMatchObject({ http: 403 })
    expect(await remove({ id: 'x', revision: 1 }, operator)).toMatchObject({ http: 403 })
    expect(await app.anonymous.post(`${VALUES}/records`, body)).toMatchObject({ http: 401 })
    const foreign = app.as(aCaller('other', [{ scope: 'lantern/harbour', environment: '*', codes: ['*'] }]))
    expect(await foreign.post(`${VALUES}/records`, body)).toMatchObject({ http: 403 })
    expect(await save(value('1', '1'), foreign)).toMatchObject({ http: 403 })
    expect((await list()).list).toEqual([])
  })

  it.each([
    [value('0', '1'), 'values.rate.per'],
    [value('1', '-1'), 'values.rate.worth'],
    [value('1.5', '1'), 'values.rate.per'],
    [value('1', '9223372036854775808'), 'values.rate.worth'],
    [value('1', '1', 'x'), 'values.number'],
    [{ values: { number: '7' } }, 'values.rate'],
    [{ ...value('1', '1'), more: 1 }, 'more'],
  ])('refuses %j and names %s', async (given, field) => {
    expect(await save(given)).toMatchObject({ http: 400, body: { err: { field } } })
    expect((await list()).list).toEqual([])
  })
})
